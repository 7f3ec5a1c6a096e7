import { useQuery } from "@tanstack/react-query";
import { carBrands, carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { api } from "#web/lib/auth.ts";

// SPEC section 7: first try, then one more with less patience; then the built-in list.
const brandTimeouts = { first: 10_000, retry: 8_000 };
const modelTimeouts = { first: 8_000, retry: 6_000 };

/** Values for a choice, and whether they are the built-in ones because the server's could not be had. */
export interface Choices {
  values: readonly string[];
  fallback: boolean;
}

async function withRetry(
  load: (timeoutMs: number) => Promise<string[]>,
  timeouts: { first: number; retry: number },
): Promise<string[]> {
  try {
    return await load(timeouts.first);
  } catch {
    return load(timeouts.retry);
  }
}

async function choices(load: Promise<string[]>, builtIn: readonly string[]): Promise<Choices> {
  try {
    const values = await load;
    return values.length === 0 ? { values: builtIn, fallback: true } : { values, fallback: false };
  } catch {
    return { values: builtIn, fallback: true };
  }
}

const minute = 60_000;

/** All brands. Loading shows in `isPending`; a failure gives the built-in list with `fallback`. */
export function useBrands() {
  return useQuery({
    queryKey: ["car-models", "brands"],
    queryFn: () =>
      choices(
        withRetry((timeoutMs) => api("GET /api/car-models/brands", {}, { timeoutMs }), brandTimeouts),
        carBrands,
      ),
    staleTime: (query) => (query.state.data?.fallback === true ? 0 : 10 * minute),
    retry: false,
  });
}

/** The models of a brand, one's own suggestions among them; nothing is asked while no brand is chosen. */
export function useModels(brand: string) {
  return useQuery({
    queryKey: ["car-models", "models", brand],
    enabled: brand !== "",
    queryFn: () =>
      choices(
        withRetry(
          (timeoutMs) => api("GET /api/car-models/models", { query: { brand } }, { timeoutMs }),
          modelTimeouts,
        ),
        carCatalogue[brand] ?? [],
      ),
    staleTime: (query) => (query.state.data?.fallback === true ? 0 : 10 * minute),
    retry: false,
  });
}
