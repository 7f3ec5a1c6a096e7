import { type CarSearch, carSearchParams, emptySearch } from "#domain/search/car-search.ts";
import type { SortOption } from "#domain/search/search-fields.ts";
import { carTypes, fuels, transmissions } from "#domain/cars/car-lists.ts";
import { locations } from "#domain/places/locations.ts";

const words = [
  "golf",
  "vw diesel",
  "bmw x5",
  "automatik",
  "mercedes",
  "octavia kombi",
  "audi a4 2015",
  "suv",
];
const brands = ["Volkswagen", "Audi", "BMW", "Mercedes-Benz", "Škoda", "Opel", "Peugeot", "Renault"];
/** The sort orders that older commits know, too; they answer an unknown one with a redirect. */
const sorts: readonly SortOption[] = [
  "standard",
  "price_asc",
  "price_desc",
  "year_desc",
  "year_asc",
  "mileage_asc",
  "mileage_desc",
  "createdAt_desc",
];

function pick<T>(values: readonly T[], index: number): readonly T[] {
  const value = values[index % values.length];
  return value === undefined ? [] : [value];
}

/** The n-th search of a round, a fifth of them with words. No two rounds share a search. */
function search(n: number, round: number): CarSearch {
  return {
    ...emptySearch,
    q: n % 5 === 0 ? (words[n % words.length] ?? "") : "",
    brand: n % 2 === 0 ? pick(brands, n >> 1) : [],
    type: n % 3 === 0 ? pick(carTypes, n) : [],
    fuel: n % 4 === 0 ? pick(fuels, n) : [],
    location: n % 7 === 0 ? pick(locations, n) : [],
    transmission: n % 6 === 0 ? pick(transmissions, n) : [],
    minPrice: 1_000 + (n % 211) * 37 + round,
    maxPrice: n % 2 === 0 ? 12_000 + (n % 97) * 410 : null,
    minYear: n % 3 === 1 ? 2_000 + (n % 20) : null,
    sort: sorts[n % sorts.length] ?? "standard",
  };
}

/** Paths of `count` different searches; no two rounds share one. */
export function searchPaths(count: number, round: number): string[] {
  return Array.from({ length: count }, (_, n) => `/search?${carSearchParams(search(n, round)).toString()}`);
}
