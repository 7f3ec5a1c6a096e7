import { type CarSearch, emptySearch, isNarrowed } from "./car-search.ts";

/** The search fields of one seller's cars: brand, price and order. */
export function sellerSearch({ brand, minPrice, maxPrice, sort }: CarSearch): CarSearch {
  return { ...emptySearch, brand, minPrice, maxPrice, sort };
}

/** A seller with at most so many cars needs no filters. */
const seenAtAGlance = 6;

/** Whether a seller's page shows filters; also if some are set, so that they can be removed. */
export function offersFilters(carCount: number, search: CarSearch): boolean {
  return carCount > seenAtAGlance || isNarrowed(search);
}
