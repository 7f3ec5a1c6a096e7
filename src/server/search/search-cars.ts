import {
  type ListName,
  type RangeName,
  type RecencyName,
  type SortOption,
  listNames,
  rangeNames,
  recencyNames,
  recordOf,
} from "#domain/search/search-fields.ts";
import { selectPage } from "#server/columns/select-page.ts";
import type { CarIndex } from "./car-index.ts";
import { type CarQuestion, FilteredCars } from "./filter-cars.ts";
import { writeOrderKeys } from "./order-keys.ts";
import { withScratch } from "./scratch.ts";

/** Counts by value for every facet, and the extents of the ranges; the contract's facets but for the words. */
export type FacetCounts = Record<ListName | RecencyName, Record<string, number>> &
  Record<RangeName, { min: number | null; max: number | null }> & { total: number };

/** Exact. */
export function countCars(index: CarIndex, question: CarQuestion): number {
  return withScratch((scratch) => new FilteredCars(index, question, scratch).all.size);
}

/** Ids of one page in an order, by default the search's, and the exact total; `offset` counts cars. */
export function findCars(
  index: CarIndex,
  question: CarQuestion,
  { offset, limit, sort = question.search.sort }: { offset: number; limit: number; sort?: SortOption },
): { ids: string[]; total: number } {
  return withScratch((scratch) => {
    const { all } = new FilteredCars(index, question, scratch);
    const total = all.size;
    if (offset >= total) return { ids: [], total };
    const slots = all.slots();
    const keys = scratch.numbers(total);
    writeOrderKeys(keys, index, slots, total, { sort, meaning: question.meaning });
    const compareIds = (a: number, b: number): number => index.ids.compare(a, b);
    const page = selectPage(slots, total, { keys, compareIds }, offset, limit);
    return { ids: page.map((slot) => index.ids.text(slot)), total };
  });
}

/** Each count is the total after choosing that value, its own field's present choice left out. */
export function countFacets(
  index: CarIndex,
  question: CarQuestion,
  options: { models: boolean } = { models: true },
): FacetCounts {
  return withScratch((scratch) => {
    const cars = new FilteredCars(index, question, scratch);
    const counts = (field: ListName): Record<string, number> =>
      // Nothing but this field is chosen: how many cars have each value is known already.
      cars.isAllBut(field)
        ? index.columns[field].countAll()
        : index.columns[field].countIn(cars.without(field), index.words);
    return {
      total: cars.all.size,
      ...recordOf(listNames, (field) => (field !== "model" || options.models ? counts(field) : {})),
      ...recordOf(
        rangeNames,
        (field) => index.ranges[field].extent(cars.without(field), index.words) ?? { min: null, max: null },
      ),
      ...recordOf(recencyNames, (field) =>
        index.recencies[field].countIn(cars.without(field).bits, index.words),
      ),
    };
  });
}
