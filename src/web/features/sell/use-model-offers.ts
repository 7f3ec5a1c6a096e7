import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ModelOffer } from "#contract/catalogue.ts";
import { api } from "#web/lib/auth.ts";

// Debounce: the pause between two letters on a phone.
const debounceMs = 150;
const timeoutMs = 5_000;

/**
 * Models that the typed words may mean, of one brand if it is chosen ("" is none). Returns the previous ones
 * while loading, and none on failure: the field's own list is then enough.
 */
export function useModelOffers(
  typed: string | null,
  brand: string,
): { offers: readonly ModelOffer[]; pending: boolean } {
  const wanted = typed?.trim() ?? "";
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), debounceMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const found = useQuery({
    queryKey: ["car-models", "suggest", brand, q],
    queryFn: ({ signal }) =>
      api(
        "GET /api/car-models/suggest",
        { query: brand === "" ? { q } : { q, brand } },
        { signal, timeoutMs },
      ),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  if (wanted === "") return { offers: [], pending: false };
  const isOfThis = q === wanted && !found.isPlaceholderData;
  return { offers: found.data ?? [], pending: !isOfThis || found.isFetching };
}
