import { townsWithin } from "#domain/places/distance.ts";
import {
  type DistanceName,
  type ListName,
  type ManyName,
  type RangeName,
  type RecencyName,
  type SortOption,
  distanceFields,
  distanceNames,
  listFields,
  manyNames,
  oneNames,
  rangeNames,
  recencyNames,
  recordOf,
} from "#domain/search/search-fields.ts";
import { selectPage } from "#server/market/columns/select-page.ts";
import type { CarIndex } from "./car-index.ts";
import { type CarQuestion, FilteredCars, type SlotSet } from "./filter-cars.ts";
import { writeOrderKeys } from "./order-keys.ts";
import { withScratch } from "./scratch.ts";

/** Counts by value for every facet, and the extents of the ranges; the contract's facets without the words. */
export type FacetCounts = Record<ListName | RecencyName | DistanceName, Record<string, number>> &
  Record<RangeName, { min: number | null; max: number | null }> & { total: number };

/** The fields with a facet. */
export type FacetName = Exclude<keyof FacetCounts, "total">;
export const facetNames: readonly FacetName[] = [
  ...oneNames,
  ...manyNames,
  ...rangeNames,
  ...recencyNames,
  ...distanceNames,
];

/** Exact. */
export function countCars(index: CarIndex, question: CarQuestion): number {
  return withScratch((scratch) => new FilteredCars(index, question, scratch).all.size);
}

/** Counts of matching cars by town; towns without any may be missing. */
export function countTowns(index: CarIndex, question: CarQuestion): Record<string, number> {
  return withScratch((scratch) => {
    const { all } = new FilteredCars(index, question, scratch);
    return index.columns.location.countIn(all, index.words);
  });
}

/** Ids of one page, by default in the search's order, and the exact total; `offset` counts cars. */
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

/** The standard distances, and the chosen one. */
export function distanceChoices(field: DistanceName, chosen: number): number[] {
  return [...new Set([...distanceFields[field].km, chosen])];
}

/**
 * Each count is the total after choosing that value: for a field with one value per car without its current
 * choice, for a field with many in addition to it. Counts only these fields, because each costs passes.
 */
export function countFacets(index: CarIndex, question: CarQuestion): FacetCounts;
export function countFacets(
  index: CarIndex,
  question: CarQuestion,
  fields: ReadonlySet<FacetName>,
): Partial<FacetCounts> & { total: number };
export function countFacets(
  index: CarIndex,
  question: CarQuestion,
  fields: ReadonlySet<FacetName> = new Set(facetNames),
): Partial<FacetCounts> & { total: number } {
  const asked = <Name extends FacetName>(names: readonly Name[]): Name[] =>
    names.filter((name) => fields.has(name));
  return withScratch((scratch) => {
    const cars = new FilteredCars(index, question, scratch);
    return {
      total: cars.all.size,
      ...recordOf(asked(oneNames), (field) =>
        // Only this field is filtered, so its counts are already known.
        cars.isAllBut(field)
          ? index.columns[field].countAll()
          : index.columns[field].countIn(cars.without(field), index.words),
      ),
      ...recordOf(asked(manyNames), (field) => countMany(index, field, cars.all)),
      ...recordOf(
        asked(rangeNames),
        (field) => index.ranges[field].extent(cars.without(field), index.words) ?? { min: null, max: null },
      ),
      ...recordOf(asked(recencyNames), (field) =>
        index.recencies[field].countIn(cars.without(field).bits, index.words),
      ),
      ...recordOf(asked(distanceNames), (field) => {
        const near = question.search[field];
        if (near === null) return {};
        const byTown = index.columns.location.countIn(cars.without(field), index.words);
        return Object.fromEntries(
          distanceChoices(field, near.km).map((km) => [
            String(km),
            townsWithin(near, km).reduce((sum, town) => sum + (byTown[town] ?? 0), 0),
          ]),
        );
      }),
    };
  });
}

function countMany(index: CarIndex, field: ManyName, set: SlotSet): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of listFields[field].values) {
    const count = index.many[field].get(value)?.countIn(set, index.words) ?? 0;
    if (count > 0) counts[value] = count;
  }
  return counts;
}
