import { type CarSearch, emptySearch, isNarrowed } from "./car-search.ts";

/** What of a search narrows and orders one seller's cars: brand, price and order. */
export function sellerSearch({ brand, minPrice, maxPrice, sort }: CarSearch): CarSearch {
  return { ...emptySearch, brand, minPrice, maxPrice, sort };
}

/** So few cars are seen at a glance: a seller with no more of them needs no filters. */
const seenAtAGlance = 6;

/** Whether a seller's page offers filters; one that is narrowed does, so that they can be taken away. */
export function offersFilters(carCount: number, search: CarSearch): boolean {
  return carCount > seenAtAGlance || isNarrowed(search);
}
