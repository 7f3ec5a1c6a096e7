import { knownValue } from "#domain/search/car-search.ts";
import { type OneName, type RangeName, listFields } from "#domain/search/search-fields.ts";
import type { SearchedFacts } from "#domain/search/searched-facts.ts";
import { type ListedCar, totalWithPlates } from "#domain/tariffs/import-costs.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";

/** A public car as the index stores it. Times in ms since 1970, Infinity for no end. */
export interface IndexedCar extends SearchedFacts {
  id: string;
  /** Changes with every change of the row, so an unchanged car is skipped. */
  rowVersion: number;
  number: number;
  /** Its price band; null if it has none, or none now. */
  priceBand: string | null;
  /** When its registration ends; null if unknown. */
  registeredEnd: number | null;
  description: string;
  listedAt: number;
  /** When its owner last confirmed it. */
  confirmed: number;
  /** Recommended until then; null for never. */
  sponsoredUntil: number | null;
  /** Until when its seller may list cars. */
  listableUntil: number;
}

/**
 * A car's value of a list with one value per car. In open lists a phone number is masked, and commas are
 * replaced, because they separate values.
 */
export function listValue(car: IndexedCar, name: OneName): string | null {
  const value = car[name];
  if (value === null || value === "") return null;
  if (listFields[name].isOpen !== true) return String(value);
  const shown = maskPhones(String(value), "…").replaceAll(/,\s*/g, " ");
  return knownValue(name, shown) ?? shown;
}

/** A car's price with plates in whole EUR, rounded up; null if it cannot be computed. */
export type TotalOf = (car: ListedCar) => number | null;

/** Without a tariff only cars that need no import have a total. */
export const totalWithoutTariff: TotalOf = (car) => totalWithPlates(null, car, 0);

/** A car's figure in a range. */
export function rangeValue(car: IndexedCar, name: RangeName, totalOf: TotalOf): number | null {
  return name === "totalPrice" ? totalOf(car) : car[name];
}
