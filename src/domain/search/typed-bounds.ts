import { carLimits } from "#domain/cars/car-limits.ts";
import { searchMessages as text } from "#domain/messages/search.ts";
import type { RangeFilter } from "./car-search.ts";

const fromWords = new Set(["nga", "prej", "mbi", "min", "minimum", "from"]);
const toWords = new Set(["deri", "nen", "max", "maksimum", "maximum", "deritek"]);
/** Words between an operator and its figure. */
export const linkWords = new Set(["ne", "te", "tek", "viti", "vitin", "vitit", "ne vitin"]);
export const euroWords = new Set(["euro", "eur", "euros"]);

/** A model year, in four figures. */
export function isYear(word: string, maxYear: number): boolean {
  return /^\d{4}$/.test(word) && Number(word) >= carLimits.minYear && Number(word) <= maxYear;
}

/** How people read a bound. */
export function rangeLabel(param: RangeFilter, value: number): string {
  switch (param) {
    case "minPrice":
      return text.fromPrice(value);
    case "maxPrice":
      return text.toPrice(value);
    case "minYear":
      return text.fromYear(value);
    case "maxYear":
      return text.toYear(value);
    case "minMileage":
      return text.fromMileage(value);
    case "maxMileage":
      return text.toMileage(value);
    default:
      return String(value);
  }
}

/** "deri 5000 euro", "nga 2015", "nën 100.000 km": how many words it takes and what it says. */
export function readBound(words: readonly string[], at: number, maxYear: number) {
  const operator = words[at] ?? "";
  const side = fromWords.has(operator) ? "min" : toWords.has(operator) ? "max" : null;
  if (side === null) return null;
  let next = at + 1;
  while (linkWords.has(words[next] ?? "")) next++;
  const figure = words[next] ?? "";
  if (!/^\d{4,7}$/.test(figure)) return null;
  const unit = words[next + 1] ?? "";
  const value = Number(figure);
  if (unit === "km" || unit === "kilometra") {
    const param: RangeFilter = side === "min" ? "minMileage" : "maxMileage";
    return { param, value, length: next + 2 - at };
  }
  if (!euroWords.has(unit) && isYear(figure, maxYear)) {
    const param: RangeFilter = side === "min" ? "minYear" : "maxYear";
    return { param, value, length: next + 1 - at };
  }
  const param: RangeFilter = side === "min" ? "minPrice" : "maxPrice";
  return { param, value, length: next + (euroWords.has(unit) ? 2 : 1) - at };
}
