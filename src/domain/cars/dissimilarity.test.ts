import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { dissimilarity } from "./dissimilarity.ts";

const compared = fc.record({
  price: fc.integer({ min: 0, max: 10_000_000 }),
  year: fc.integer({ min: 1900, max: 2030 }),
  mileage: fc.integer({ min: 0, max: 2_000_000 }),
});
const way = fc.option(fc.double({ min: 0, max: 200, noNaN: true }));

test("dissimilarity is zero for equal cars, symmetric, and never falls when a difference grows", () => {
  fc.assert(
    fc.property(compared, compared, way, fc.constantFrom("price", "year", "mileage"), (a, b, km, field) => {
      expect(dissimilarity(a, a, 0)).toBe(0);
      expect(dissimilarity(a, b, km)).toBeCloseTo(dissimilarity(b, a, km), 9);
      const farther = { ...b, [field]: b[field] + (b[field] >= a[field] ? 1 : -1) };
      if (farther[field] >= 0) {
        expect(dissimilarity(a, farther, km)).toBeGreaterThanOrEqual(dissimilarity(a, b, km) - 1e-9);
      }
    }),
  );
});

test("dissimilarity weighs 20 % of the price, two years, 30,000 km and 60 km of distance equally", () => {
  const car = { price: 10_000, year: 2015, mileage: 100_000 };
  expect(dissimilarity(car, { ...car, price: 12_000 }, 0)).toBeCloseTo(1, 9);
  expect(dissimilarity(car, { ...car, year: 2013 }, 0)).toBe(1);
  expect(dissimilarity(car, { ...car, mileage: 130_000 }, 0)).toBe(1);
  expect(dissimilarity(car, car, 60)).toBe(1);
});

test("dissimilarity counts an unknown town like the longest distance, at most 1.5", () => {
  const car = { price: 10_000, year: 2015, mileage: 100_000 };
  expect(dissimilarity(car, car, 140)).toBe(1.5);
  expect(dissimilarity(car, car, null)).toBe(1.5);
});
