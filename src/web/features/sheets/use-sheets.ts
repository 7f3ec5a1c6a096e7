import { useQuery } from "@tanstack/react-query";
import type { Car } from "#contract/cars.ts";
import { api } from "#web/lib/auth.ts";
import { inParallel } from "#web/lib/in-parallel.ts";
import { allOwnCars } from "#web/lib/own-cars.ts";

/** Sheets a page: limits the photos loaded at once, and printers' paper trays are small. */
const sheetsPerPage = 100;
const maxConcurrentEstimates = 4;

export interface Sheet {
  car: Car;
  /** The price range of comparables in EUR; null if the car has no estimate. */
  range: { low: number; high: number } | null;
}

/** The cars with these ids, in their order, without other people's; without ids all cars on sale. */
export function chosenCars<Own extends Pick<Car, "_id" | "sold">>(
  cars: readonly Own[],
  ids: readonly string[] | null,
): Own[] {
  if (ids === null) return cars.filter(({ sold }) => !sold);
  const byId = new Map(cars.map((car) => [car._id, car]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

async function withRanges(cars: readonly Car[], signal: AbortSignal): Promise<Sheet[]> {
  const ranges = new Map<string, Sheet["range"]>();
  const rated = cars.filter(({ sold, priceBand }) => !sold && priceBand !== null);
  await inParallel(rated, maxConcurrentEstimates, async ({ _id: id }) => {
    // A sheet without the price range is better than none.
    const answer = await api("GET /api/cars/{id}/price-estimate", { params: { id } }, { signal }).catch(
      () => null,
    );
    if (answer === null || answer.band === null || answer.low === null || answer.high === null) return;
    ranges.set(id, { low: answer.low, high: answer.high });
  });
  return cars.map((car) => ({ car, range: ranges.get(car._id) ?? null }));
}

/** A page of sheets, and the total: of these cars, or of all on sale. Pages count from 1. */
export function useSheets(ids: readonly string[] | null, page: number) {
  return useQuery({
    queryKey: ["sheets", ids, page],
    queryFn: async ({ signal }) => {
      const cars = chosenCars(await allOwnCars("GET /api/cars/my", signal), ids);
      const from = (page - 1) * sheetsPerPage;
      const sheets = await withRanges(cars.slice(from, from + sheetsPerPage), signal);
      return { sheets, from, total: cars.length };
    },
  });
}
