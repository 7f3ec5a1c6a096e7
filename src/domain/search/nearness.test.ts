import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { townsWithin } from "#domain/places/distance.ts";
import { carSearchParams, parseCarSearch } from "./car-search.ts";
import { nearnessOf } from "./nearness.ts";
import { distanceFields } from "./search-fields.ts";

const canonical = (query: string) =>
  decodeURIComponent(carSearchParams(parseCarSearch(new URLSearchParams(query))).toString());

test.each([
  ["near=42.66,21.16&within=30", "near=42.66,21.16&within=30"],
  ["within=30&near= 42.6 , 21", "near=42.60,21.00&within=30"],
  ["near=42.66391,21.16409&within=30", "near=42.66,21.16&within=30"],
  ["near=42.66,21.16&within=1", "near=42.66,21.16&within=1"],
  ["near=42.66,21.16&within=007", "near=42.66,21.16&within=7"],
  ["near=42.66,21.16&within=10&within=50", "near=42.66,21.16&within=50"],
])("the query %j is the same search as %j", (query, expected) => {
  expect(canonical(query)).toBe(expected);
});

test.each([
  "near=42.66,21.16",
  "within=30",
  "near=42.66,21.16&within=0",
  "near=42.66,21.16&within=-5",
  "near=42.66,21.16&within=101",
  "near=42.66,21.16&within=30.5",
  "near=42.66,21.16&within=abc",
  "near=42.66&within=30",
  "near=42.66,21.16,3&within=30",
  "near=a,b&within=30",
  "near=NaN,Infinity&within=30",
  "near=1e1,21.16&within=30",
  "near=91,21.16&within=30",
  "near=42.66,181&within=30",
  "near=21.16,42.66&within=30",
  "near=52.52,13.41&within=100",
  "near=44.20,21.16&within=100",
  "near=41.00,21.16&within=100",
  "near=42.66,18.90&within=100",
  "near=42.66,23.00&within=100",
])("the query %j asks for nothing near", (query) => {
  expect(canonical(query)).toBe("");
});

test("from a point that is refused no town is as near as can be asked for", () => {
  const most = distanceFields.near.km.at(-1) ?? 0;
  const degrees = fc.tuple(
    fc.double({ min: 38, max: 47, noNaN: true }),
    fc.double({ min: 16, max: 26, noNaN: true }),
  );
  fc.assert(
    fc.property(degrees, ([lat, lng]) => {
      if (nearnessOf({ lat, lng, km: most }) === null) expect(townsWithin({ lat, lng }, most)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
