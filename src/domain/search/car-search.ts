import { fold } from "#domain/text/fold.ts";
import { type Nearness, parseNearness, pointText } from "./nearness.ts";
import {
  type BoundName,
  type DistanceName,
  type FlagName,
  type ListName,
  type RecencyName,
  type SortOption,
  boundNames,
  distanceFields,
  distanceNames,
  flagNames,
  isSortOption,
  listFields,
  listNames,
  recencyFields,
  recencyNames,
  recordOf,
} from "./search-fields.ts";

/** A parsed search. Empty lists and nulls do not filter. */
export interface CarSearch
  extends
    Readonly<Record<ListName, readonly string[]>>,
    Readonly<Record<FlagName, boolean | null>>,
    Readonly<Record<RecencyName, number | null>>,
    Readonly<Record<DistanceName, Nearness | null>>,
    Readonly<Record<BoundName, number | null>> {
  readonly q: string;
  readonly sort: SortOption;
}

/** Every parameter of a search's address in canonical order, except the page. */
export const searchParams: readonly string[] = [
  "q",
  ...listNames,
  ...flagNames,
  ...recencyNames,
  ...distanceNames.flatMap((name) => [name, distanceFields[name].within]),
  ...boundNames,
  "sort",
];

export const maxQueryLength = 200;
// Enough for every model of a few brands; bounded because each value costs work.
const maxValuesPerFilter = 50;

export const emptySearch: CarSearch = {
  q: "",
  ...recordOf(listNames, () => []),
  ...recordOf(flagNames, () => null),
  ...recordOf(recencyNames, () => null),
  ...recordOf(distanceNames, () => null),
  ...recordOf(boundNames, () => null),
  sort: "standard",
};

const canonical = recordOf(
  listNames,
  (name) => new Map(listFields[name].values.map((value) => [fold(value), value])),
);

/** The known value of a text, however it is written; undefined for any other. */
export function knownValue(name: ListName, text: string): string | undefined {
  return canonical[name].get(fold(text));
}

function rawValues(params: URLSearchParams, name: string): string[] {
  return params
    .getAll(name)
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "")
    .slice(0, maxValuesPerFilter);
}

function listValues(params: URLSearchParams, name: ListName): string[] {
  const { isOpen = false } = listFields[name];
  const values = rawValues(params, name).flatMap((value) => knownValue(name, value) ?? (isOpen ? value : []));
  return [...new Set(values)];
}

function flag(params: URLSearchParams, name: string): boolean | null {
  const value = params.get(name);
  return value === "true" ? true : value === "false" ? false : null;
}

/** The greatest of the known choices: a greater one includes the others. */
function recency(params: URLSearchParams, name: RecencyName): number | null {
  const values = rawValues(params, name);
  return recencyFields[name].days.findLast((days) => values.includes(String(days))) ?? null;
}

function nearness(params: URLSearchParams, name: DistanceName): Nearness | null {
  const { within, km } = distanceFields[name];
  return parseNearness(params.get(name) ?? "", rawValues(params, within), km.at(-1) ?? 0);
}

function positiveNumber(params: URLSearchParams, name: string): number | null {
  const text = params.get(name);
  if (text === null || !/^\d{1,9}$/.test(text.trim())) return null;
  const value = Number(text);
  return value > 0 ? value : null;
}

/** Parses a query. Invalid filter values are ignored, never an error (specification.md#search-fields). */
export function parseCarSearch(params: URLSearchParams): CarSearch {
  const sort = params.get("sort") ?? "";
  return {
    q: (params.get("q") ?? "").trim().slice(0, maxQueryLength).trim(),
    ...recordOf(listNames, (name) => listValues(params, name)),
    ...recordOf(flagNames, (name) => flag(params, name)),
    ...recordOf(recencyNames, (name) => recency(params, name)),
    ...recordOf(distanceNames, (name) => nearness(params, name)),
    ...recordOf(boundNames, (name) => positiveNumber(params, name)),
    sort: isSortOption(sort) ? sort : "standard",
  };
}

/** The search as a canonical query, so that equal searches have one address. */
export function carSearchParams(search: CarSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (search.q !== "") params.set("q", search.q);
  for (const name of listNames) {
    if (search[name].length > 0) params.set(name, search[name].join(","));
  }
  for (const name of [...flagNames, ...recencyNames]) {
    const value = search[name];
    if (value !== null) params.set(name, String(value));
  }
  for (const name of distanceNames) {
    const near = search[name];
    if (near === null) continue;
    params.set(name, pointText(near));
    params.set(distanceFields[name].within, String(near.km));
  }
  for (const name of boundNames) {
    const value = search[name];
    if (value !== null) params.set(name, String(value));
  }
  if (search.sort !== "standard") params.set("sort", search.sort);
  return params;
}

/** Whether the search has any filter; the sort is none. */
export function isNarrowed(search: CarSearch): boolean {
  return carSearchParams({ ...search, sort: "standard" }).size > 0;
}
