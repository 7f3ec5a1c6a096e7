import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { dissimilarity } from "#domain/cars/dissimilarity.ts";
import { kilometresBetween } from "#domain/places/distance.ts";
import { CarIndex } from "./car-index.ts";
import type { IndexedCar } from "./indexed-car.ts";
import { findSimilarCars } from "./similar-cars.ts";

const facts = fc.record({
  brand: fc.constantFrom("Audi", "BMW"),
  model: fc.constantFrom("A", "B"),
  type: fc.constantFrom("SUV", "Sedan"),
  location: fc.constantFrom("Prishtinë", "Pejë", "Gjilan"),
  price: fc.oneof(fc.constant(5_000), fc.integer({ min: 1_000, max: 60_000 })),
  year: fc.oneof(fc.constant(2010), fc.integer({ min: 2000, max: 2026 })),
  mileage: fc.oneof(fc.constant(100_000), fc.integer({ min: 0, max: 300_000 })),
});
type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never;

const idOf = (number: number) => `0198a000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;

function carOf(number: number, of: Facts): IndexedCar {
  return {
    ...of,
    id: idOf(number),
    number,
    rowVersion: number,
    fuel: "Diesel",
    origin: null,
    transmission: "Manual",
    condition: null,
    customsPaid: null,
    color: null,
    priceBand: null,
    registeredEnd: null,
    power: null,
    doors: null,
    seats: null,
    equipment: [],
    engineSize: null,
    description: "",
    listedAt: number,
    confirmed: number,
    sponsoredUntil: null,
    listableUntil: Infinity,
  };
}

function indexOf(cars: readonly IndexedCar[]): CarIndex {
  const index = new CarIndex();
  for (const car of cars) index.put(car);
  return index;
}

function shuffled(cars: readonly IndexedCar[]): IndexedCar[] {
  return cars.toSorted((a, b) => ((a.number * 37) % 61) - ((b.number * 37) % 61));
}

/** The same rule, written plainly. */
function plainly(
  cars: readonly IndexedCar[],
  { _id, ...car }: Facts & { _id: string },
  most: number,
): string[] {
  const less = (other: IndexedCar) => {
    if (other.brand === car.brand) {
      if (other.model === car.model) return 0;
      return other.type === car.type ? 4 : 7;
    }
    return other.type === car.type ? 8 : null;
  };
  const by = (other: IndexedCar) =>
    dissimilarity(car, other, kilometresBetween(car.location, other.location)) + (less(other) ?? 0);
  return cars
    .filter((other) => other.id !== _id && less(other) !== null)
    .toSorted((a, b) => by(a) - by(b) || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id);
}

test("the similar cars are those that a scan of all cars finds", () => {
  fc.assert(
    fc.property(
      fc.array(facts, { maxLength: 60 }),
      facts,
      fc.boolean(),
      fc.nat(70),
      fc.integer({ min: 1, max: 12 }),
      (others, own, isPublic, sold, most) => {
        const cars = others.map((other, number) => carOf(number + 1, other));
        // Slots in another order than ids: equally different cars are ordered by id.
        const index = indexOf(shuffled(isPublic ? [...cars, carOf(0, own)] : cars));
        index.remove(idOf(sold === 0 ? 1 : sold));
        const left = cars.filter(({ number }) => number !== (sold === 0 ? 1 : sold));
        const car = { ...own, _id: idOf(0) };
        expect(findSimilarCars(index, car, most)).toEqual(plainly(left, car, most));
      },
    ),
    { numRuns: 500 },
  );
});

const golf = {
  brand: "Audi",
  model: "A",
  type: "SUV",
  location: "Pejë",
  year: 2015,
  mileage: 100_000,
} as const;

test("the similar cars prefer those of the same model near the price and fall back to others", () => {
  const cheap = Array.from({ length: 5_000 }, (_, at) => carOf(at, { ...golf, price: 3_000 + at }));
  const index = indexOf([...cheap, carOf(9_000, { ...golf, price: 30_500, year: 2018 })]);
  const of = (price: number) => findSimilarCars(index, { ...golf, _id: idOf(99_999), price }, 2);
  expect(of(5_000)).toEqual([idOf(2_000), idOf(2_001)]);
  expect(of(30_000)).toEqual([idOf(9_000), idOf(4_999)]);
});

test("the same model at ten times the price is less similar than another model of the brand at the same price", () => {
  const index = indexOf([
    carOf(1, { ...golf, price: 40_000, year: 2026, mileage: 10 }),
    carOf(2, { ...golf, model: "B", price: 3_900 }),
    carOf(3, { ...golf, price: 5_000 }),
  ]);
  expect(findSimilarCars(index, { ...golf, _id: idOf(9), price: 4_000 }, 3)).toEqual([3, 2, 1].map(idOf));
});
