import type { CarSearch } from "#domain/search/car-search.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import { fold } from "#domain/text/fold.ts";
import { type IndexedCar, type ValueField, valueFields } from "./car-index.ts";
import { carWords, sameColor } from "./car-words.ts";
import type { FacetCounts } from "./search-cars.ts";

/**
 * What a search means, told the plain way over a list of cars: the tests hold the index against it, and the benchmark
 * its speed.
 */

const known = new WeakMap<IndexedCar, ReturnType<typeof carWords>>();

function wordsOf(car: IndexedCar): ReturnType<typeof carWords> {
  const there = known.get(car) ?? carWords(car);
  known.set(car, there);
  return there;
}

function valueOf(car: IndexedCar, field: ValueField): string | null {
  const value = car[field];
  return value === null ? null : String(value);
}

function isOneOf(car: IndexedCar, field: ValueField, wanted: readonly (string | boolean)[]): boolean {
  if (wanted.length === 0) return true;
  const value = valueOf(car, field);
  if (value === null) return false;
  if (field === "model") return wanted.some((one) => fold(String(one)) === fold(value));
  return wanted.some((one) => String(one) === value);
}

function isWithin(value: number, min: number | null, max: number | null): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}

function isRecommended(car: IndexedCar, now: number): boolean {
  return car.sponsoredUntil !== null && car.sponsoredUntil > now;
}

function hasFeature(car: IndexedCar, id: string, now: number): boolean {
  if (car.registeredEnd !== null && /^(?:un)?registered$/.test(id))
    return car.registeredEnd > now === (id === "registered");
  return wordsOf(car).features.has(id);
}

function matchesWords(car: IndexedCar, meaning: QueryMeaning, now: number): boolean {
  const { lists, ranges } = meaning;
  if (
    !valueFields.every((field) =>
      isOneOf(car, field, field === "customsPaid" ? meaning.customsPaid : lists[field]),
    )
  ) {
    return false;
  }
  if (!isWithin(car.price, ranges.minPrice, ranges.maxPrice)) return false;
  if (!isWithin(car.year, ranges.minYear, ranges.maxYear)) return false;
  if (!isWithin(car.mileage, ranges.minMileage, ranges.maxMileage)) return false;
  if (!meaning.features.every(({ id, not }) => hasFeature(car, id, now) !== not)) return false;
  if (meaning.number !== null && meaning.number !== car.number) return false;
  const { text } = wordsOf(car);
  return meaning.freeWords.every(
    ({ word, prefix }) =>
      sameColor(word).some((one) => text.has(one)) ||
      (prefix && [...text].some((one) => one.startsWith(word))),
  );
}

type Field = ValueField | "price" | "year" | "mileage" | "recommended";

function matchesFilters(car: IndexedCar, search: CarSearch, now: number, except: Field | null): boolean {
  return (
    valueFields.every((field) => field === except || isOneOf(car, field, search[field])) &&
    (except === "price" || isWithin(car.price, search.minPrice, search.maxPrice)) &&
    (except === "year" || isWithin(car.year, search.minYear, search.maxYear)) &&
    (except === "mileage" || isWithin(car.mileage, search.minMileage, search.maxMileage)) &&
    (search.recommended === null || search.recommended === isRecommended(car, now))
  );
}

function score(car: IndexedCar, meaning: QueryMeaning): number {
  const { title, text } = wordsOf(car);
  let points = 0;
  for (const word of meaning.relevant) {
    if (title.has(word)) points += 2;
    for (const one of sameColor(word)) if (text.has(one)) points += 1;
  }
  return points;
}

function compare(
  a: IndexedCar,
  b: IndexedCar,
  search: CarSearch,
  meaning: QueryMeaning,
  now: number,
): number {
  const byId = a.id < b.id ? -1 : 1;
  switch (search.sort) {
    case "price_asc":
      return a.price - b.price || byId;
    case "price_desc":
      return b.price - a.price || byId;
    case "year_asc":
      return a.year - b.year || byId;
    case "year_desc":
      return b.year - a.year || byId;
    case "mileage_asc":
      return a.mileage - b.mileage || byId;
    case "mileage_desc":
      return b.mileage - a.mileage || byId;
    case "createdAt_desc":
      return b.createdAt - a.createdAt || byId;
    default:
      return (
        Number(isRecommended(b, now)) - Number(isRecommended(a, now)) ||
        (meaning.order === null
          ? score(b, meaning) - score(a, meaning) || b.createdAt - a.createdAt
          : meaning.order === "price_asc"
            ? a.price - b.price
            : a.mileage - b.mileage) ||
        byId
      );
  }
}

function extent(values: readonly number[]): { min: number | null; max: number | null } {
  return values.length === 0
    ? { min: null, max: null }
    : { min: Math.min(...values), max: Math.max(...values) };
}

/** All ids of the search in order, and its facets. */
export function referenceSearch(
  cars: readonly IndexedCar[],
  search: CarSearch,
  meaning: QueryMeaning,
  now: number,
): { ids: string[]; facets: FacetCounts } {
  const listed = cars.filter((car) => car.listableUntil > now && matchesWords(car, meaning, now));
  const found = (except: Field | null) => listed.filter((car) => matchesFilters(car, search, now, except));
  const counts: Partial<Record<ValueField, Record<string, number>>> = {};
  for (const field of valueFields) {
    const byValue = new Map<string, number>();
    for (const car of found(field)) {
      const value = valueOf(car, field);
      if (value !== null) byValue.set(value, (byValue.get(value) ?? 0) + 1);
    }
    counts[field] = Object.fromEntries(byValue);
  }
  const matching = found(null).toSorted((a, b) => compare(a, b, search, meaning, now));
  return {
    ids: matching.map((car) => car.id),
    facets: {
      total: matching.length,
      brand: {},
      model: {},
      type: {},
      fuel: {},
      origin: {},
      location: {},
      transmission: {},
      condition: {},
      customsPaid: {},
      ...counts,
      price: extent(found("price").map((car) => car.price)),
      year: extent(found("year").map((car) => car.year)),
    },
  };
}
