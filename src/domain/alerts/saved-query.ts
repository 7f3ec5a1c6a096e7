import {
  type CarSearch,
  carSearchParams,
  isNarrowed,
  listFilters,
  parseCarSearch,
} from "#domain/search/car-search.ts";
import { savedSearchMessages as text } from "#domain/messages/saved-searches.ts";
import { searchPageMessages } from "#domain/messages/search-page.ts";
import { formatEuro, formatKm } from "#domain/format/format.ts";
import { alertLimits } from "./alert-limits.ts";

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A saved query as a search. */
export function searchOfSavedQuery(query: string): CarSearch {
  return parseCarSearch(new URLSearchParams(query));
}

/**
 * A search in the one spelling in which it is saved, so that the same search is saved once: bad values gone, lists in
 * order, without the order of results. null for one that narrows nothing.
 */
export function savedQuery(query: string): string | null {
  const search = { ...searchOfSavedQuery(query), sort: "standard" as const };
  if (!isNarrowed(search)) return null;
  const lists = Object.fromEntries(listFilters.map((name) => [name, search[name].toSorted(byName)]));
  const customsPaid = search.customsPaid.toSorted((a, b) => Number(b) - Number(a));
  return carSearchParams({ ...search, ...lists, customsPaid }).toString();
}

function rangeName(from: number | null, to: number | null, show: (value: number) => string): string[] {
  const { chipFrom, chipRange, chipTo } = searchPageMessages;
  if (from !== null && to !== null) return [chipRange(show(from), show(to))];
  if (from !== null) return [chipFrom(show(from))];
  return to === null ? [] : [chipTo(show(to))];
}

/** What a search is called until its owner calls it something else: "Volkswagen Golf, Diesel, deri 10.000 €". */
export function searchName(search: CarSearch): string {
  const { brand, model, customsPaid } = search;
  const parts = [
    ...(search.q === "" ? [] : [searchPageMessages.chipWords(search.q)]),
    ...(brand.length === 1 && model.length === 1 ? [`${brand[0]} ${model[0]}`] : [...brand, ...model]),
    ...listFilters.flatMap((name) => (name === "brand" || name === "model" ? [] : search[name])),
    ...customsPaid.map((paid) => searchPageMessages.customsPaid[paid ? "true" : "false"]),
    ...rangeName(search.minPrice, search.maxPrice, formatEuro),
    ...rangeName(search.minYear, search.maxYear, String).map((range) => searchPageMessages.chipYear(range)),
    ...rangeName(search.minMileage, search.maxMileage, formatKm),
    ...(search.recommended === true ? [searchPageMessages.card.recommended] : []),
  ];
  const name = parts.join(", ");
  if (name === "") return text.anySearch;
  return name.length <= alertLimits.maxName ? name : `${name.slice(0, alertLimits.maxName - 1).trimEnd()}…`;
}
