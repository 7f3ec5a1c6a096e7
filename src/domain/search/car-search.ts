import {
  type CarType,
  type Condition,
  type Fuel,
  type Origin,
  type Transmission,
  carTypes,
  conditions,
  fuels,
  origins,
  transmissions,
} from "#domain/cars/car-lists.ts";
import { carBrands } from "#domain/catalogue/car-brands.ts";
import { locations } from "#domain/places/locations.ts";
import { fold } from "#domain/text/fold.ts";

/**
 * the specification's sort options and `createdAt_desc` of the home carousel. `standard`: recommended, then what the words want first
 * or else relevance, then newest.
 */
export const sortOptions = [
  "standard",
  "price_asc",
  "price_desc",
  "year_desc",
  "year_asc",
  "mileage_asc",
  "mileage_desc",
  "createdAt_desc",
] as const;
export type SortOption = (typeof sortOptions)[number];

/** The filters whose values come from a list; several values widen, several filters narrow. */
export const listFilters = [
  "brand",
  "model",
  "type",
  "fuel",
  "origin",
  "location",
  "transmission",
  "condition",
] as const;
export type ListFilter = (typeof listFilters)[number];

/** The filters that are a number. Prices EUR, mileage km. */
export const rangeFilters = [
  "minPrice",
  "maxPrice",
  "minYear",
  "maxYear",
  "minMileage",
  "maxMileage",
] as const;
export type RangeFilter = (typeof rangeFilters)[number];

/** What a search asks for, as far as it can be understood. Empty lists and nulls do not filter. */
export interface CarSearch {
  q: string;
  brand: readonly string[];
  /** Models are free text, because sellers may suggest new ones. */
  model: readonly string[];
  type: readonly CarType[];
  fuel: readonly Fuel[];
  origin: readonly Origin[];
  location: readonly string[];
  transmission: readonly Transmission[];
  condition: readonly Condition[];
  customsPaid: readonly boolean[];
  recommended: boolean | null;
  minPrice: number | null;
  maxPrice: number | null;
  minYear: number | null;
  maxYear: number | null;
  minMileage: number | null;
  maxMileage: number | null;
  sort: SortOption;
}

export const maxQueryLength = 200;
// Enough for every model of a few brands; a bound because each value costs work.
const maxValuesPerFilter = 50;

export const emptySearch: CarSearch = {
  q: "",
  brand: [],
  model: [],
  type: [],
  fuel: [],
  origin: [],
  location: [],
  transmission: [],
  condition: [],
  customsPaid: [],
  recommended: null,
  minPrice: null,
  maxPrice: null,
  minYear: null,
  maxYear: null,
  minMileage: null,
  maxMileage: null,
  sort: "standard",
};

function canonicalIndex<T extends string>(values: readonly T[]): ReadonlyMap<string, T> {
  return new Map(values.map((value) => [fold(value), value]));
}

const canonical = {
  brand: canonicalIndex(carBrands),
  type: canonicalIndex(carTypes),
  fuel: canonicalIndex(fuels),
  origin: canonicalIndex(origins),
  location: canonicalIndex(locations),
  transmission: canonicalIndex(transmissions),
  condition: canonicalIndex(conditions),
};

function rawValues(params: URLSearchParams, name: string): string[] {
  return params
    .getAll(name)
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "")
    .slice(0, maxValuesPerFilter);
}

function knownValues<T extends string>(
  params: URLSearchParams,
  name: string,
  known: ReadonlyMap<string, T>,
): T[] {
  const found = rawValues(params, name).flatMap((value) => known.get(fold(value)) ?? []);
  return [...new Set(found)];
}

function positiveNumber(params: URLSearchParams, name: string): number | null {
  const text = params.get(name);
  if (text === null || !/^\d{1,9}$/.test(text.trim())) return null;
  const value = Number(text);
  return value > 0 ? value : null;
}

function isSortOption(value: string): value is SortOption {
  return (sortOptions as readonly string[]).includes(value);
}

/** A query as a search. Bad values of filters are ignored, never an error (the specification `GET /api/cars`). */
export function parseCarSearch(params: URLSearchParams): CarSearch {
  const sort = params.get("sort") ?? "";
  const recommended = params.get("recommended");
  return {
    q: (params.get("q") ?? "").trim().slice(0, maxQueryLength).trim(),
    brand: knownValues(params, "brand", canonical.brand),
    model: [...new Set(rawValues(params, "model"))],
    type: knownValues(params, "type", canonical.type),
    fuel: knownValues(params, "fuel", canonical.fuel),
    origin: knownValues(params, "origin", canonical.origin),
    location: knownValues(params, "location", canonical.location),
    transmission: knownValues(params, "transmission", canonical.transmission),
    condition: knownValues(params, "condition", canonical.condition),
    customsPaid: [...new Set(rawValues(params, "customsPaid"))].flatMap((value) =>
      value === "true" ? [true] : value === "false" ? [false] : [],
    ),
    recommended: recommended === "true" ? true : recommended === "false" ? false : null,
    minPrice: positiveNumber(params, "minPrice"),
    maxPrice: positiveNumber(params, "maxPrice"),
    minYear: positiveNumber(params, "minYear"),
    maxYear: positiveNumber(params, "maxYear"),
    minMileage: positiveNumber(params, "minMileage"),
    maxMileage: positiveNumber(params, "maxMileage"),
    sort: isSortOption(sort) ? sort : "standard",
  };
}

/** The search as a query in one fixed order, so that the same search has one address. */
export function carSearchParams(search: CarSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (search.q !== "") params.set("q", search.q);
  for (const name of listFilters) {
    if (search[name].length > 0) params.set(name, search[name].join(","));
  }
  if (search.customsPaid.length > 0) params.set("customsPaid", search.customsPaid.join(","));
  if (search.recommended !== null) params.set("recommended", String(search.recommended));
  for (const name of rangeFilters) {
    const value = search[name];
    if (value !== null) params.set(name, String(value));
  }
  if (search.sort !== "standard") params.set("sort", search.sort);
  return params;
}

/** Whether anything narrows the search; the sort does not. */
export function isNarrowed(search: CarSearch): boolean {
  const params = carSearchParams(search);
  params.delete("sort");
  return params.size > 0;
}
