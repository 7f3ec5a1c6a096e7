import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { kilometresBetween } from "./distance.ts";
import { locations } from "./locations.ts";

function km(from: string, to: string): number {
  return kilometresBetween(from, to) ?? Number.NaN;
}

const town = fc.constantFrom(...locations);

test("kilometresBetween returns the distances of the map", () => {
  expect(kilometresBetween("Prishtinë", "Prizren")).toBeCloseTo(61, 0);
  expect(kilometresBetween("Pejë", "Gjakovë")).toBeCloseTo(33, 0);
  expect(kilometresBetween("Prishtinë", "Fushë Kosovë")).toBeLessThan(8);
});

test("kilometresBetween knows every town, is symmetric and obeys the triangle inequality", () => {
  fc.assert(
    fc.property(town, town, town, (a, b, c) => {
      expect(km(a, a)).toBe(0);
      expect(km(a, b)).toBeCloseTo(km(b, a), 9);
      expect(km(a, c)).toBeLessThanOrEqual(km(a, b) + km(b, c) + 1);
    }),
  );
});

test("kilometresBetween returns null for a town outside Kosovo", () => {
  expect(kilometresBetween("Prishtinë", "Tiranë")).toBeNull();
});
