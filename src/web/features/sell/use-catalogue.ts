import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/lib/auth.ts";
import { betterChoices, brandChoices, type Choices, modelChoices } from "./catalogue-choices.ts";

const minute = 60_000;
const brandsKey = ["car-models", "brands"];

/** Built-in lists are stale at once, so that the server is asked again. */
function staleTime({ state }: { state: { data: Choices | undefined } }): number {
  return state.data?.fallback === true ? 0 : 10 * minute;
}

/** All brands. A failure returns the built-in list with `fallback`. */
export function useBrands() {
  const client = useQueryClient();
  return useQuery({
    queryKey: brandsKey,
    queryFn: async () =>
      betterChoices(
        client.getQueryData<Choices>(brandsKey),
        await brandChoices((timeoutMs) => api("GET /api/car-models/brands", {}, { timeoutMs })),
      ),
    staleTime,
    retry: false,
  });
}

/** The models of a brand, including the user's own suggestions; disabled without a brand. */
export function useModels(brand: string) {
  const client = useQueryClient();
  const queryKey = ["car-models", "models", brand];
  return useQuery({
    queryKey,
    enabled: brand !== "",
    queryFn: async () =>
      betterChoices(
        client.getQueryData<Choices>(queryKey),
        await modelChoices(brand, (timeoutMs) =>
          api("GET /api/car-models/models", { query: { brand } }, { timeoutMs }),
        ),
      ),
    staleTime,
    retry: false,
  });
}
