import { knownValue } from "#domain/search/car-search.ts";
import { type OneName, type RangeName, listFields } from "#domain/search/search-fields.ts";
import type { SearchedFacts } from "#domain/search/searched-facts.ts";
import { type ListedCar, totalWithPlates } from "#domain/tariffs/import-costs.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";

/** A public car as the index takes it. Times in ms since 1970, Infinity for without end. */
export interface IndexedCar extends SearchedFacts {
  id: string;
  /** Changes with every change of the car's row, so that a car that is as it was costs nothing. */
  rowVersion: number;
  number: number;
  /** Where its price lies among those of such cars; null where it is not rated, or not now. */
  priceBand: string | null;
  /** When its registration ends; null where that was not given. */
  registeredEnd: number | null;
  description: string;
  listedAt: number;
  /** When its owner last said that it is for sale. */
  confirmed: number;
  /** Recommended until then; null for never. */
  sponsoredUntil: number | null;
  /** Until when its seller may be listed. */
  listableUntil: number;
}

/**
 * The value by which a car is found in a list of which it has one. Of one that sellers write themselves people never read a phone number,
 * and a comma could not be told from two values.
 */
export function listValue(car: IndexedCar, name: OneName): string | null {
  const value = car[name];
  if (value === null || value === "") return null;
  if (listFields[name].isOpen !== true) return String(value);
  const shown = maskPhones(String(value), "…").replaceAll(/,\s*/g, " ");
  return knownValue(name, shown) ?? shown;
}

/** What a car costs with plates, in whole EUR, rounded up; null where that cannot be computed. */
export type TotalOf = (car: ListedCar) => number | null;

/** Without a tariff: only what is not to be imported has a total. */
export const totalWithoutTariff: TotalOf = (car) => totalWithPlates(null, car, 0);

/** The figure by which a car is found in a range. */
export function rangeValue(car: IndexedCar, name: RangeName, totalOf: TotalOf): number | null {
  return name === "totalPrice" ? totalOf(car) : car[name];
}
