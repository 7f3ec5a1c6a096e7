import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { unlikeness } from "./unlikeness.ts";

const compared = fc.record({
  price: fc.integer({ min: 0, max: 10_000_000 }),
  year: fc.integer({ min: 1900, max: 2030 }),
  mileage: fc.integer({ min: 0, max: 2_000_000 }),
});
const way = fc.option(fc.double({ min: 0, max: 200, noNaN: true }));

test("is nothing for the same, the same from both sides, and never less for what lies farther apart", () => {
  fc.assert(
    fc.property(compared, compared, way, fc.constantFrom("price", "year", "mileage"), (a, b, km, field) => {
      expect(unlikeness(a, a, 0)).toBe(0);
      expect(unlikeness(a, b, km)).toBeCloseTo(unlikeness(b, a, km), 9);
      const farther = { ...b, [field]: b[field] + (b[field] >= a[field] ? 1 : -1) };
      if (farther[field] >= 0) {
        expect(unlikeness(a, farther, km)).toBeGreaterThanOrEqual(unlikeness(a, b, km) - 1e-9);
      }
    }),
  );
});

test("a fifth of the price, two years and 30,000 km are as different as each other", () => {
  const car = { price: 10_000, year: 2015, mileage: 100_000 };
  expect(unlikeness(car, { ...car, price: 12_000 }, 0)).toBeCloseTo(1, 9);
  expect(unlikeness(car, { ...car, year: 2013 }, 0)).toBe(1);
  expect(unlikeness(car, { ...car, mileage: 130_000 }, 0)).toBe(1);
  expect(unlikeness(car, car, 60)).toBe(1);
});

test("the other end of Kosovo, or a town that nobody knows, counts no more than an hour and a half", () => {
  const car = { price: 10_000, year: 2015, mileage: 100_000 };
  expect(unlikeness(car, car, 140)).toBe(1.5);
  expect(unlikeness(car, car, null)).toBe(1.5);
});
