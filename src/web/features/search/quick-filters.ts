import type { CarSearch } from "#domain/search/car-search.ts";
import { type FieldName, type ListName, rangeLabel, valueLabel } from "#domain/search/search-fields.ts";
import { offersModels, type SearchFacets } from "./filter-options.ts";
import { withToggled } from "./search-address.ts";

/** A filter that is one tap away, and the search with it. `count` is null where nobody counted. */
export type QuickFilter = { key: string; label: string; count: number | null; with: CarSearch };

/** In euro. */
const roundPrices = [3_000, 5_000, 10_000, 15_000, 20_000, 30_000, 50_000];
const maxPriceSteps = 3;

/** The filters that most people set, in the order in which they do, and how many values of each are offered. */
const beforePrice: readonly (readonly [ListName, number])[] = [
  ["brand", 3],
  ["model", 4],
];
const afterPrice: readonly (readonly [ListName, number])[] = [
  ["fuel", 2],
  ["location", 3],
  ["transmission", 1],
];

/** The fields that quick filters are made of. */
export const quickFields: readonly FieldName[] = [
  "price",
  ...[...beforePrice, ...afterPrice].map(([name]) => name),
];

/**
 * What people are likely to choose next: of each common filter that is not set yet, the most frequent values that leave
 * fewer cars than there are, and some.
 */
export function quickFilters(search: CarSearch, facets: SearchFacets): QuickFilter[] {
  const listed = ([name, most]: readonly [ListName, number]): QuickFilter[] => {
    // Near a point is the other answer to where.
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

/** Round prices, in euro, up to which there are some of the cars that any price would leave, and not all. */
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
