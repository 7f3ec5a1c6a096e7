import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { kilometres } from "#domain/places/distance.ts";
import { municipalities } from "#domain/places/municipalities.ts";
import { type CarSearch, emptySearch, parseCarSearch } from "#domain/search/car-search.ts";
import { understandQuery } from "#domain/search/understand.ts";
import { buildVocabulary } from "#domain/search/vocabulary.ts";
import { nearbyTowns } from "./nearby-towns.ts";

interface TownCar {
  town: string;
  fuel: string;
}

const vocabulary = buildVocabulary(carCatalogue);
const noText = { has: () => false, hasPrefix: () => false, hasNumber: () => false };
const meaningOf = (q: string) => understandQuery(q, vocabulary, noText, 2027);

const isIn = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);

/** A scan of all cars by town, distance, fuel and the words for these. */
function found(cars: readonly TownCar[], { location, near, fuel, q }: CarSearch): TownCar[] {
  const { lists } = meaningOf(q);
  return cars.filter(
    (car) =>
      [location, lists.location].every((towns) => isIn(towns, car.town)) &&
      [fuel, lists.fuel].every((fuels) => isIn(fuels, car.fuel)) &&
      (near === null ||
        municipalities.some((one) => one.name === car.town && kilometres(near, one) <= near.km)),
  );
}

function byTown(cars: readonly TownCar[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { town } of cars) counts[town] = (counts[town] ?? 0) + 1;
  return counts;
}

function nearby(cars: readonly TownCar[], asked: Partial<CarSearch>) {
  const search = { ...emptySearch, ...asked };
  return nearbyTowns(search, meaningOf(search.q), (other) => byTown(found(cars, other)));
}

const somewhere = (...towns: string[]): TownCar[] => towns.map((town) => ({ town, fuel: "Diesel" }));

const town = fc.constantFrom(...municipalities.map(({ name }) => name), "Tiranë");
const fuel = fc.constantFrom("Diesel", "Benzinë");
const point = fc.record({
  lat: fc.constantFrom(42.66, 42.43, 42.21),
  lng: fc.constantFrom(20.29, 20.9, 21.16),
  km: fc.constantFrom(10, 30, 100),
});
const searches: fc.Arbitrary<CarSearch> = fc
  .record({
    q: fc.constantFrom(
      "",
      "",
      "prishtine",
      "dizel ne prizren",
      "peje ose gjakove dizel",
      "fushe kosove benzin",
    ),
    location: fc.oneof(fc.constant([]), fc.array(town, { maxLength: 3 })),
    near: fc.option(point),
    fuel: fc.oneof(
      fc.constant([]),
      fuel.map((one) => [one]),
    ),
  })
  .map((asked) => Object.assign({}, emptySearch, asked));

test("each nearby town has the cars that its search finds, the nearest come first, and none is searched already", () => {
  let offered = 0;
  fc.assert(
    fc.property(fc.array(fc.record({ town, fuel }), { maxLength: 60 }), searches, (cars, search) => {
      const towns = nearby(cars, search);
      expect(towns.length).toBeLessThanOrEqual(5);
      const here = new Set(found(cars, search).map((car) => car.town));
      for (const { location, total, query } of towns) {
        const there = found(cars, parseCarSearch(new URLSearchParams(query)));
        expect(there).toHaveLength(total);
        expect(new Set(there.map((car) => car.town))).toEqual(new Set([location]));
        expect(here).not.toContain(location);
      }
      expect(towns.map(({ km }) => km)).toEqual(towns.map(({ km }) => km).toSorted((a, b) => a - b));
      expect(towns.every(({ km }) => Number.isInteger(km) && km >= 1)).toBe(true);
      offered += towns.length;
    }),
    { numRuns: 500 },
  );
  expect(offered).toBeGreaterThan(500);
});

test("the nearby towns are the five nearest that have such cars, by the distance of their centres", () => {
  const cars = [
    ...somewhere("Prizren", "Ferizaj", "Ferizaj", "Lipjan", "Gjilan", "Pejë", "Mitrovicë", "Prishtinë"),
    { town: "Fushë Kosovë", fuel: "Benzinë" },
  ];
  expect(nearby(cars, { location: ["Prishtinë"], fuel: ["Diesel"], sort: "price_asc" })).toEqual(
    [
      ["Lipjan", 16, 1],
      ["Ferizaj", 33, 2],
      ["Gjilan", 34, 1],
      ["Mitrovicë", 34, 1],
      ["Prizren", 61, 1],
    ].map(([location, km, total]) => ({
      location,
      km,
      total,
      query: new URLSearchParams({ fuel: "Diesel", location: String(location) }).toString(),
    })),
  );
});

test("of several towns each other one is as far as from the nearest of them", () => {
  const towns = nearby(somewhere("Ferizaj", "Suharekë"), { location: ["Prishtinë", "Prizren"] });
  expect(towns).toMatchObject([
    { location: "Suharekë", km: 18 },
    { location: "Ferizaj", km: 33 },
  ]);
});

test("a town in the words is searched like a chosen one, and its words are left out", () => {
  expect(nearby(somewhere("Prishtinë", "Ferizaj"), { q: "dizel prishtine" })).toEqual([
    { location: "Ferizaj", km: 33, total: 1, query: "q=dizel&location=Ferizaj" },
  ]);
});

test("around a point the towns beyond its kilometres are nearby", () => {
  const near = { lat: 42.66, lng: 21.16, km: 30 };
  expect(nearby(somewhere("Prishtinë", "Lipjan", "Ferizaj"), { near })).toEqual([
    { location: "Ferizaj", km: 32, total: 1, query: "location=Ferizaj" },
  ]);
  // Together the chosen towns define the place.
  expect(nearby(somewhere("Prishtinë", "Lipjan"), { near, location: ["Prishtinë"] })).toMatchObject([
    { location: "Lipjan", km: 16 },
  ]);
});

test("no town is nearby where none is searched, or only one that nobody knows", () => {
  expect(nearby(somewhere("Prishtinë"), {})).toEqual([]);
  expect(nearby(somewhere("Prishtinë"), { q: "dizel" })).toEqual([]);
});
