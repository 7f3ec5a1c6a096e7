import { sameColor } from "#domain/search/color-words.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { centreOf, kilometres } from "#domain/places/distance.ts";
import type { QueryMeaning } from "#domain/search/query-meaning.ts";
import {
  type BoundName,
  type DistanceName,
  type FieldName,
  type ManyName,
  type OneName,
  type RangeName,
  type RecencyName,
  distanceFields,
  distanceNames,
  listFields,
  manyNames,
  oneNames,
  rangeFields,
  rangeNames,
  recencyFields,
  recencyNames,
  recordOf,
  searchOrders,
} from "#domain/search/search-fields.ts";
import { fold } from "#domain/text/fold.ts";
import {
  type IndexedCar,
  listValue,
  rangeValue,
  type TotalOf,
  totalWithoutTariff,
} from "#server/market/search/indexed-car.ts";
import { carWords } from "#server/market/search/car-words.ts";
import type { FacetCounts } from "#server/market/search/search-cars.ts";

/**
 * The search as a plain scan of a list of cars: tests compare the index's results with it, benchmarks its
 * speed.
 */

const known = new WeakMap<IndexedCar, ReturnType<typeof carWords>>();

function wordsOf(car: IndexedCar): ReturnType<typeof carWords> {
  const there = known.get(car) ?? carWords(car);
  known.set(car, there);
  return there;
}

function isOneOf(car: IndexedCar, field: OneName, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const value = listValue(car, field);
  if (value === null) return false;
  if (listFields[field].isOpen === true) return wanted.some((one) => fold(one) === fold(value));
  return wanted.includes(value);
}

const hasAll = (car: IndexedCar, field: ManyName, wanted: readonly string[]) =>
  wanted.every((one) => car[field].some((own) => own === one));

function isWithin(
  car: IndexedCar,
  field: RangeName,
  bounds: Readonly<Record<BoundName, number | null>>,
  totalOf: TotalOf,
): boolean {
  const value = rangeValue(car, field, totalOf);
  const min = bounds[rangeFields[field].min];
  const max = bounds[rangeFields[field].max];
  if (min === null && max === null) return true;
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

const dayMs = 86_400_000;

function isRecent(car: IndexedCar, field: RecencyName, days: number | null, now: number): boolean {
  return days === null || car[field] + days * dayMs > now;
}

function isNear(car: IndexedCar, near: CarSearch[DistanceName]): boolean {
  const town = centreOf(car.location);
  return near === null || (town !== null && kilometres(near, town) <= near.km);
}

function isRecommended(car: IndexedCar, now: number): boolean {
  return car.sponsoredUntil !== null && car.sponsoredUntil > now;
}

function hasFeature(car: IndexedCar, id: string, now: number): boolean {
  if (car.registeredEnd !== null && /^(?:un)?registered$/.test(id))
    return car.registeredEnd > now === (id === "registered");
  return wordsOf(car).features.has(id);
}

function matchesWords(car: IndexedCar, meaning: QueryMeaning, now: number, totalOf: TotalOf): boolean {
  const { lists, bounds } = meaning;
  if (!oneNames.every((field) => isOneOf(car, field, lists[field]))) return false;
  if (!manyNames.every((field) => hasAll(car, field, lists[field]))) return false;
  if (!rangeNames.every((field) => isWithin(car, field, bounds, totalOf))) return false;
  if (!meaning.features.every(({ id, not }) => hasFeature(car, id, now) !== not)) return false;
  if (meaning.number !== null && meaning.number !== car.number) return false;
  const { text } = wordsOf(car);
  return meaning.freeWords.every(
    ({ word, prefix }) =>
      sameColor(word).some((one) => text.includes(one)) ||
      (prefix && text.some((one) => one.startsWith(word))),
  );
}

function matchesFilters(
  car: IndexedCar,
  search: CarSearch,
  now: number,
  totalOf: TotalOf,
  except: FieldName | null,
): boolean {
  return (
    oneNames.every((field) => field === except || isOneOf(car, field, search[field])) &&
    manyNames.every((field) => hasAll(car, field, search[field])) &&
    rangeNames.every((field) => field === except || isWithin(car, field, search, totalOf)) &&
    recencyNames.every((field) => field === except || isRecent(car, field, search[field], now)) &&
    distanceNames.every((field) => field === except || isNear(car, search[field])) &&
    (search.recommended === null || search.recommended === isRecommended(car, now))
  );
}

function score(car: IndexedCar, meaning: QueryMeaning): number {
  const { title, text } = wordsOf(car);
  let points = 0;
  for (const word of meaning.relevant) {
    if (title.includes(word)) points += 2;
    for (const one of sameColor(word)) if (text.includes(one)) points += 1;
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
  const { by, isDescending } = searchOrders[search.sort];
  if (by !== null) return (isDescending ? b[by] - a[by] : a[by] - b[by]) || byId;
  return (
    Number(isRecommended(b, now)) - Number(isRecommended(a, now)) ||
    (meaning.order === null
      ? score(b, meaning) - score(a, meaning) || b.listedAt - a.listedAt
      : meaning.order === "price_asc"
        ? a.price - b.price
        : a.mileage - b.mileage) ||
    byId
  );
}

function extent(values: readonly (number | null)[]): { min: number | null; max: number | null } {
  const given = values.filter((value) => value !== null);
  return given.length === 0 ? { min: null, max: null } : { min: Math.min(...given), max: Math.max(...given) };
}

/** All ids of a search in order, and its facets. */
export function referenceSearch(
  cars: readonly IndexedCar[],
  search: CarSearch,
  meaning: QueryMeaning,
  now: number,
  totalOf: TotalOf = totalWithoutTariff,
): { ids: string[]; facets: FacetCounts } {
  const listed = cars.filter((car) => car.listableUntil > now && matchesWords(car, meaning, now, totalOf));
  const found = (except: FieldName | null) =>
    listed.filter((car) => matchesFilters(car, search, now, totalOf, except));
  const manyCounts = (field: ManyName) =>
    Object.fromEntries(
      listFields[field].values
        .map((value) => [value, found(null).filter((car) => hasAll(car, field, [value])).length] as const)
        .filter(([, count]) => count > 0),
    );
  const countsOf = (field: OneName) => {
    const byValue = new Map<string, number>();
    for (const car of found(field)) {
      const value = listValue(car, field);
      if (value !== null) byValue.set(value, (byValue.get(value) ?? 0) + 1);
    }
    return Object.fromEntries(byValue);
  };
  const matching = found(null).toSorted((a, b) => compare(a, b, search, meaning, now));
  return {
    ids: matching.map((car) => car.id),
    facets: {
      total: matching.length,
      ...recordOf(oneNames, countsOf),
      ...recordOf(manyNames, manyCounts),
      ...recordOf(rangeNames, (field) => extent(found(field).map((car) => rangeValue(car, field, totalOf)))),
      ...recordOf(recencyNames, (field) =>
        Object.fromEntries(
          recencyFields[field].days.map((days) => [
            String(days),
            found(field).filter((car) => isRecent(car, field, days, now)).length,
          ]),
        ),
      ),
      ...recordOf(distanceNames, (field) => {
        const near = search[field];
        const choices = near === null ? [] : [...distanceFields[field].km, near.km];
        return Object.fromEntries(
          choices.map((km) => [
            String(km),
            found(field).filter((car) => near === null || isNear(car, { ...near, km })).length,
          ]),
        );
      }),
    },
  };
}
