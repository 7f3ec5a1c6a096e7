import type { CarSearch } from "#domain/search/car-search.ts";
import { type FieldName, type ListName, rangeLabel, valueLabel } from "#domain/search/search-fields.ts";
import { offersModels, type SearchFacets } from "./filter-options.ts";
import { withToggled } from "./search-address.ts";

/** A filter that one tap adds, and the search with it. `count` is null if it was not counted. */
export type QuickFilter = { key: string; label: string; count: number | null; with: CarSearch };

/** In euro. */
const roundPrices = [3_000, 5_000, 10_000, 15_000, 20_000, 30_000, 50_000];
const maxPriceSteps = 3;

/** The most used filters in order of use, each with the number of values offered. */
const beforePrice: readonly (readonly [ListName, number])[] = [
  ["brand", 3],
  ["model", 4],
];
const afterPrice: readonly (readonly [ListName, number])[] = [
  ["fuel", 2],
  ["location", 3],
  ["transmission", 1],
];

/** The fields that quick filters need facets of. */
export const quickFields: readonly FieldName[] = [
  "price",
  ...[...beforePrice, ...afterPrice].map(([name]) => name),
];

/**
 * Likely next filters: of each common filter not set yet, the most frequent values that match some of the
 * cars but not all.
 */
export function quickFilters(search: CarSearch, facets: SearchFacets): QuickFilter[] {
  const listed = ([name, most]: readonly [ListName, number]): QuickFilter[] => {
    // Models need a brand; a point and a town exclude each other.
    if (name === "model" && !offersModels(search)) return [];
    if (search[name].length > 0 || (name === "location" && search.near !== null)) return [];
    return (facets.options[name]?.options ?? [])
      .filter(([, count]) => count > 0 && count < facets.total)
      .toSorted(([, countA], [, countB]) => countB - countA)
      .slice(0, most)
      .map(([value, count]) => ({
        key: `${name} ${value}`,
        label: valueLabel(name, value),
        count,
        with: withToggled(search, name, value),
      }));
  };
  return [...beforePrice.flatMap(listed), ...prices(search, facets), ...afterPrice.flatMap(listed)];
}

/** Round upper bounds in euro that match some of the cars but not all, ignoring the current price filter. */
export function priceSteps({ minPrice }: CarSearch, { prices }: SearchFacets): number[] {
  const { min, max } = prices ?? { min: null, max: null };
  if (min === null || max === null) return [];
  const from = Math.max(min, minPrice ?? 0);
  return roundPrices.filter((price) => from <= price && price < max).slice(0, maxPriceSteps);
}

function prices(search: CarSearch, facets: SearchFacets): QuickFilter[] {
  if (search.maxPrice !== null) return [];
  return priceSteps(search, facets).map((price) => ({
    key: `price ${price}`,
    label: priceStepLabel(price),
    count: null,
    with: { ...search, maxPrice: price },
  }));
}

export const priceStepLabel = (price: number): string => rangeLabel("price", null, price) ?? "";
