import { parseTypedNumber } from "#domain/format/format.ts";
import { type CarSearch, carSearchParams, emptySearch, parseCarSearch } from "#domain/search/car-search.ts";
import type { Nearness } from "#domain/search/nearness.ts";
import { type DistanceName, type ListName, boundNames } from "#domain/search/search-fields.ts";

// The address is the state of the search page; these functions read and change it.

/**
 * Parses the search of an address. Numbers may be written as people type them,
 * for forms sent without scripts.
 */
export function searchOfAddress(params: URLSearchParams): CarSearch {
  const typed = boundNames.some((name) => /\D/.test(params.get(name) ?? ""));
  if (!typed) return parseCarSearch(params);
  const plain = new URLSearchParams(params);
  for (const name of boundNames) {
    const number = parseTypedNumber(plain.get(name) ?? "");
    if (number !== null) plain.set(name, String(number));
  }
  return parseCarSearch(plain);
}

/** Pages count from 1; an invalid page is the first. */
export function pageOfAddress(params: URLSearchParams): number {
  const text = params.get("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

/** The query string of a search, "" or "?…"; canonical, so that equal searches have one address. */
export function queryOfSearch(search: CarSearch, page = 1): string {
  const params = carSearchParams(search);
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? "" : `?${readable(params)}`;
}

export function searchHref(search: CarSearch, page = 1): string {
  return `/search${queryOfSearch(search, page)}`;
}

/** Commas separate values and need no escape in a query. */
function readable(params: URLSearchParams): string {
  return params.toString().replaceAll("%2C", ",");
}

/** Sets a filter to these values. A new brand resets the model (specification.md#search-results). */
export function withValues(search: CarSearch, filter: ListName, values: readonly string[]): CarSearch {
  return { ...search, ...(filter === "brand" ? { model: [] } : {}), [filter]: values };
}

/** Adds a value to a filter, or removes it if it is chosen. */
export function withToggled(search: CarSearch, filter: ListName, value: string): CarSearch {
  const chosen = search[filter];
  return withValues(
    search,
    filter,
    chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value],
  );
}

/** Sets the point of a search; a newly chosen point replaces the towns. */
export function withNear(search: CarSearch, filter: DistanceName, near: Nearness | null): CarSearch {
  const location = search[filter] === null && near !== null ? [] : search.location;
  return { ...search, location, [filter]: near };
}

/** Clears all filters; the sort order stays. */
export function withoutFilters(search: CarSearch): CarSearch {
  return { ...emptySearch, sort: search.sort };
}

/** Id of the element with the filters. */
export const filterPanelId = "filtrat";

/** The page with every filter rendered, for browsers without scripts. */
export function everyFilterHref(search: CarSearch): string {
  const query = queryOfSearch(search);
  return `/search${query === "" ? "?" : `${query}&`}filters=all#${filterPanelId}`;
}

export const asksForEveryFilter = (params: URLSearchParams): boolean => params.get("filters") === "all";
