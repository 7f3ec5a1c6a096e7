import { z } from "zod";
import {
  boundNames,
  distanceFields,
  distanceNames,
  flagNames,
  listFields,
  listNames,
  rangeNames,
  recencyNames,
  recordOf,
  sortOptions,
} from "#domain/search/search-fields.ts";
import { car } from "./cars.ts";
import { idParams, looseQuery, pageParameters } from "./common.ts";
import type { Endpoint } from "./endpoint.ts";

const counts = z.record(z.string(), z.number());
const range = z.object({ min: z.number().nullable(), max: z.number().nullable() });

const relaxed = z.object({ dropped: z.array(z.string()), total: z.number(), query: z.string() });

const nearbyTown = z.object({
  location: z.string(),
  /** From the nearest searched town, or the point; whole km, at least 1. */
  km: z.number(),
  total: z.number(),
  query: z.string(),
});
export type NearbyTown = z.infer<typeof nearbyTown>;

/**
 * Exact counts: each is the total after choosing that value, without the current choice of its own filter
 * (specification.md#search-fields).
 */
export const facets = z.object({
  total: z.number(),
  ...recordOf(listNames, () => counts),
  ...recordOf(rangeNames, () => range),
  /** By days; longer periods include the shorter ones. */
  ...recordOf(recencyNames, () => counts),
  /** By km, if a point is chosen; greater distances include the smaller ones. */
  ...recordOf(distanceNames, () => counts),
  /**
   * How the words of `q` were understood: filter, value (several with commas), label and the words. Four are no
   * filters: `year` ("2015", "2012-2021" or "2019-": both bounds), `q` (a car's number), `sort` (the order
   * after the recommended), and `feature` (from texts and facts: "awd", "from:ch", "engine:520d"; "-awd": cars
   * that do not state it).
   */
  understood: z.array(
    z.object({ param: z.string(), value: z.string(), label: z.string(), text: z.string() }),
  ),
  /**
   * If nothing matched: which words or filters to drop, how many cars that finds, and that search's query
   * string, without "?".
   */
  relaxed: relaxed.nullable(),
  /** With 1 to 5 matches: the same for single words and filters that find more. */
  looser: z.array(relaxed),
  /** With at most 5 matches and a place: the nearest other towns with such cars, nearest first. */
  nearby: z.array(nearbyTown),
});
export type Facets = z.infer<typeof facets>;

/** The requested facets, beside what every answer has. */
export const someFacets = facets.partial().required({
  total: true,
  understood: true,
  relaxed: true,
  looser: true,
  nearby: true,
});
export type SomeFacets = z.infer<typeof someFacets>;

export const suggestion = z.object({
  kind: z.enum([
    "brand",
    "model",
    "location",
    "type",
    "fuel",
    "transmission",
    "condition",
    "origin",
    "customsPaid",
    "car",
    "words",
  ]),
  label: z.string(),
  /** Query string of the suggested search, without "?". */
  query: z.string(),
  count: z.number(),
});
export type Suggestion = z.infer<typeof suggestion>;

/** Parameters of a search in an address (domain/search/search-fields.ts). */
export const searchParameters = pageParameters.extend({
  q: z.string().optional().describe("Words, as people type them."),
  ...recordOf(listNames, (name) =>
    z
      .string()
      .optional()
      .describe(
        `Values with commas between${listFields[name].isOpen === true ? "" : `: ${listFields[name].values.join(", ")}`}.`,
      ),
  ),
  ...recordOf(flagNames, () => z.enum(["true", "false"]).optional()),
  ...recordOf(recencyNames, () => z.int().optional().describe("Within so many days.")),
  ...recordOf(distanceNames, () => z.string().optional().describe("A point: latitude,longitude.")),
  ...recordOf(
    distanceNames.map((name) => distanceFields[name].within),
    () => z.int().optional().describe("Within so many km of the point."),
  ),
  ...recordOf(boundNames, () => z.int().optional()),
  sort: z.enum(sortOptions).optional(),
});
const facetParameters = searchParameters.omit({ page: true, limit: true, sort: true }).extend({
  fields: z.string().optional().describe("Names of facets with commas between: those alone."),
  models: z.enum(["chosen", "all"]).optional(),
});
const limitParameter = pageParameters.pick({ limit: true });
const wordsParameter = searchParameters.pick({ q: true });

export const searchEndpoints = {
  "GET /api/cars": {
    access: "public",
    tells: ["X-Total-Count", "Link"],
    status: 200,
    query: looseQuery,
    lenient: searchParameters,
    output: z.array(car),
    summary: "Public cars that match; X-Total-Count holds the exact total, Link the next page.",
  },
  "GET /api/cars/{id}/similar": {
    access: "public",
    status: 200,
    params: idParams,
    notFound: "car_not_found",
    query: looseQuery,
    lenient: limitParameter,
    output: z.array(car),
    summary: "Public cars like it.",
  },
  "GET /api/cars/facets": {
    access: "public",
    status: 200,
    query: looseQuery,
    lenient: facetParameters,
    output: someFacets,
    summary:
      "Exact total and counts a filter value for a search; fields=brand,price counts those alone; models=chosen leaves models out while no brand is chosen.",
  },
  "GET /api/search/suggest": {
    access: "public",
    status: 200,
    query: looseQuery,
    lenient: wordsParameter,
    output: z.array(suggestion),
    summary: "What the typed words may mean.",
  },
} as const satisfies Record<string, Endpoint>;
