import * as fc from "#testing/properties.ts";
import { otherTariff, shippedTariff } from "#testing/tariffs.ts";
import { describe, expect, test, vi } from "vitest";
import { equipmentList } from "#domain/cars/equipment.ts";
import { carTypes, conditions, fuels, origins, transmissions } from "#domain/cars/car-lists.ts";
import { carCatalogue } from "#domain/catalogue/car-catalogue.ts";
import { type CarSearch, emptySearch } from "#domain/search/car-search.ts";
import type { Nearness } from "#domain/search/nearness.ts";
import { priceBands } from "#domain/cars/price-bands.ts";
import {
  type BoundName,
  type ListName,
  boundNames,
  distanceNames,
  flagNames,
  listFields,
  listNames,
  recencyFields,
  recencyNames,
  recordOf,
  sortOptions,
} from "#domain/search/search-fields.ts";
import { importCosts, totalWithPlates } from "#domain/tariffs/import-costs.ts";
import { understandQuery } from "#domain/search/understand.ts";
import { buildVocabulary } from "#domain/search/vocabulary.ts";
import { CarIndex } from "./car-index.ts";
import type { IndexedCar, TotalOf } from "./indexed-car.ts";
import { referenceSearch } from "#testing/reference-search.ts";
import type { CarQuestion } from "./filter-cars.ts";
import { type FacetCounts, countCars, countFacets, findCars } from "./search-cars.ts";

// Thousands of comparisons take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** By the tests' two tariffs, in years around the age limit for cars of 2012. */
const totals: readonly TotalOf[] = [
  (car) => totalWithPlates(shippedTariff, car, 2022),
  (car) => totalWithPlates(shippedTariff, car, 2021),
  (car) => totalWithPlates(otherTariff, car, 2021),
];
const firstTotals: TotalOf = (car) => totalWithPlates(shippedTariff, car, 2022);

const vocabulary = buildVocabulary(carCatalogue);
const start = Date.UTC(2026, 0, 1);

const brandsAndModels: [string, string][] = [
  ["Volkswagen", "Golf"],
  ["Volkswagen", "Golf Plus"],
  ["Volkswagen", "Passat"],
  ["BMW", "3 Series"],
  ["BMW", "X5"],
  ["Mercedes-Benz", "E-Class"],
  ["Audi", "A4"],
  ["Peugeot", "2008"],
];
const towns = ["Prishtinë", "Prizren", "Pejë"];
const descriptions = [
  "Veturë e ruajtur, 2.0 TDI, ulëse lëkure. Tel 044 123 456",
  "Panoramë, navigim, e zezë",
  "Golf 7 me DSG, i bardhë",
  "Pa aksidente, sapo e ardhur nga Gjermania",
  "E regjistruar, quattro, pa asnjë aksident",
  "I aksidentuar, pa panoramë. Gati për regjistrim, 320d, 7 ulëse",
];

const carFacts = fc.record({
  brandAndModel: fc.constantFrom(...brandsAndModels),
  year: fc.integer({ min: 2005, max: 2012 }),
  type: fc.constantFrom(...carTypes.slice(0, 3)),
  price: fc.oneof(
    fc.constantFrom(1_000, 5_000, 10_000, 4_999, 5_001),
    fc.integer({ min: 1_000, max: 250_000 }),
  ),
  mileage: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500_000 })),
  fuel: fc.constantFrom(...fuels.slice(0, 3)),
  origin: fc.option(fc.constantFrom(...origins.slice(0, 2))),
  transmission: fc.constantFrom(...transmissions),
  condition: fc.option(fc.constantFrom(...conditions.slice(0, 2))),
  location: fc.constantFrom(...towns),
  customsPaid: fc.option(fc.boolean()),
  priceBand: fc.option(fc.constantFrom(...priceBands.slice(0, 3))),
  color: fc.option(fc.constantFrom("E zezë", "e zezë", "E bardhë", "Gri metalik")),
  registeredEnd: fc.option(fc.integer({ min: -2, max: 8 }).map((hours) => start + hours * 3_600_000)),
  power: fc.option(fc.constantFrom(55, 85, 120, 300)),
  engineSize: fc.option(fc.constantFrom(998, 1_598, 1_995, 6_210)),
  doors: fc.option(fc.constantFrom("2/3", "4/5")),
  seats: fc.option(fc.constantFrom(1, 4, 5, 9)),
  equipment: fc
    .subarray(["airbags", "panoramicRoof", "fourWheelDrive", "rearCamera"] as const)
    .map((some) => Array.from(some)),
  description: fc.constantFrom(...descriptions),
  listedAt: fc.integer({ min: 0, max: 5 }).map((days) => start - days * 86_400_000),
  confirmed: fc
    .tuple(fc.constantFrom(0, 7, 14, 30), fc.integer({ min: -2, max: 8 }))
    .map(([days, hours]) => start - days * 86_400_000 + hours * 3_600_000),
  sponsoredUntil: fc.option(fc.integer({ min: -2, max: 8 }).map((hours) => start + hours * 3_600_000)),
  listableUntil: fc.oneof(
    { weight: 4, arbitrary: fc.constant(Infinity) },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 8 }).map((hours) => start + hours * 3_600_000) },
  ),
});

/** Few different ids, so that inserts and removals collide. */
function idOf(number: number): string {
  return `0198a000-0000-7000-8000-${(number * 7_919).toString(16).padStart(12, "0")}`;
}

type Step =
  | { kind: "put"; number: number; facts: typeof carFacts extends fc.Arbitrary<infer Facts> ? Facts : never }
  | { kind: "touch"; number: number; until: number }
  | { kind: "remove"; number: number }
  | { kind: "wait"; hours: number }
  | { kind: "tariff"; totalOf: TotalOf }
  | { kind: "compact" };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ kind: fc.constant("put" as const), number: fc.nat(60), facts: carFacts }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("touch" as const),
        number: fc.nat(60),
        until: fc.constantFrom(Infinity, start + 3_600_000, start - 1),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), number: fc.nat(60) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 0, max: 3 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("tariff" as const), totalOf: fc.constantFrom(...totals) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("compact" as const) }) },
  ),
  { minLength: 20, maxLength: 160 },
);

function someOf<T>(values: readonly T[]): fc.Arbitrary<T[]> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.subarray([...values]) },
  );
}
const bound = (values: readonly number[]) => fc.option(fc.constantFrom(...values), { freq: 2 });

const queries = [
  "",
  "",
  "",
  "golf",
  "vw",
  "vw passat tdi",
  "bmw ose audi",
  "peugeot 2008",
  "2008",
  "e zezë",
  "prishtina dizel",
  "panor",
  "044123456",
  "10007",
  "golf 7 dsg",
  "pasat",
  "deri 5000 euro",
  "nga 2007 deri 2010",
  "gjermania bmw",
  "me regjistrim",
  "pa regjistrim",
  "pa panorame",
  "jo i aksidentuar",
  "i aksidentuar 4x4",
  "nga gjermania",
  "familjare",
  "bmw 320d",
  "vetura te lira",
  "golf me pak km",
  "me pak km deri 5000 euro te lira",
];

/** The values searched for; else the lists' first values. */
const askedValues: Partial<Record<ListName, readonly string[]>> = {
  brand: [...new Set(brandsAndModels.map(([brand]) => brand))],
  model: ["Golf", "golf plus", "PASSAT", "X5", "Nuk ka"],
  location: towns,
  color: ["E zezë", "gri metalik", "Blu"],
  equipment: ["panoramicRoof", "fourWheelDrive", "towbar"],
};
const askedBounds: Readonly<Record<BoundName, readonly number[]>> = {
  minPrice: [1_000, 4_999, 5_000, 7_777, 300_000],
  maxPrice: [1, 5_000, 9_999, 80_000, 123_456],
  minTotal: [1_000, 6_000, 13_266],
  maxTotal: [1, 6_666, 14_000, 90_000],
  minYear: [1_990, 2_006, 2_010],
  maxYear: [2_007, 2_011, 2_100],
  minMileage: [1, 50_000, 123_456],
  maxMileage: [100_000, 250_000, 444_444],
  minSeats: [1, 5, 7],
  maxSeats: [2, 5, 9],
  minPower: [1, 74, 100],
  maxPower: [66, 120, 300],
  minEngineSize: [1, 1_200, 1_995],
  maxEngineSize: [999, 1_600, 3_000],
};
/** In a town, between two, and far from all. */
const askedPoints: readonly Nearness[] = [
  { lat: 42.66, lng: 21.16, km: 10 },
  { lat: 42.43, lng: 20.9, km: 35 },
  { lat: 42.66, lng: 20.29, km: 100 },
  { lat: 41.2, lng: 22.8, km: 20 },
];
const pointOrNone: fc.Arbitrary<Nearness | null> = fc.option(fc.constantFrom(...askedPoints), { freq: 2 });
const yesNoOrEither: fc.Arbitrary<boolean | null> = fc.option(fc.boolean(), { freq: 2 });
const searches: fc.Arbitrary<CarSearch> = fc.record({
  q: fc.constantFrom(...queries),
  ...recordOf(listNames, (name) => someOf(askedValues[name] ?? listFields[name].values.slice(0, 3))),
  ...recordOf(flagNames, () => yesNoOrEither),
  ...recordOf(recencyNames, (name) => bound(recencyFields[name].days)),
  ...recordOf(distanceNames, () => pointOrNone),
  ...recordOf(boundNames, (name) => bound(askedBounds[name])),
  sort: fc.constantFrom(...sortOptions),
});

/** An index and a plain list with the same history. */
function play(history: readonly Step[]): {
  index: CarIndex;
  cars: IndexedCar[];
  now: number;
  totalOf: TotalOf;
} {
  let totalOf = firstTotals;
  let index = new CarIndex(0, totalOf);
  const cars = new Map<string, IndexedCar>();
  let now = start;
  let rowVersion = 0;
  index.advance(now);
  for (const step of history) {
    switch (step.kind) {
      case "put": {
        const { brandAndModel, ...facts } = step.facts;
        const [brand, model] = brandAndModel;
        const car = {
          id: idOf(step.number),
          number: 10_000 + step.number,
          rowVersion: ++rowVersion,
          brand,
          model,
          ...facts,
        };
        cars.set(car.id, car);
        index.put(car);
        break;
      }
      case "touch": {
        const car = cars.get(idOf(step.number));
        if (car === undefined) break;
        const touched = { ...car, listableUntil: step.until };
        cars.set(car.id, touched);
        index.put(touched);
        break;
      }
      case "remove":
        cars.delete(idOf(step.number));
        index.remove(idOf(step.number));
        break;
      case "wait":
        now += step.hours * 3_600_000;
        index.advance(now);
        break;
      case "tariff":
        totalOf = step.totalOf;
        for (const _ of index.computingTotals(totalOf)) continue;
        break;
      default:
        index = compacted(index);
    }
  }
  return { index, cars: [...cars.values()], now, totalOf };
}

function compacted(index: CarIndex): CarIndex {
  const steps = index.compacting();
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

function question(index: CarIndex, search: CarSearch): CarQuestion {
  return { search, meaning: understandQuery(search.q, vocabulary, index, 2027) };
}

function total(index: CarIndex, search: CarSearch): number {
  return countCars(index, question(index, search));
}

function facets(index: CarIndex, search: CarSearch): FacetCounts {
  return countFacets(index, question(index, search));
}

function page(index: CarIndex, search: CarSearch, offset: number, limit: number): string[] {
  return findCars(index, question(index, search), { offset, limit }).ids;
}

describe("the search index compared with a scan of all cars", () => {
  test("the index returns the same ids, totals and facets as a scan after any history of changes", () => {
    fc.assert(
      fc.property(steps, fc.array(searches, { minLength: 1, maxLength: 6 }), (history, asked) => {
        const { index, cars, now, totalOf } = play(history);
        for (const search of asked) {
          const asking = question(index, search);
          const expected = referenceSearch(cars, search, asking.meaning, now, totalOf);
          expect(countCars(index, asking)).toBe(expected.ids.length);
          expect(findCars(index, asking, { offset: 0, limit: 100 })).toEqual({
            ids: expected.ids.slice(0, 100),
            total: expected.ids.length,
          });
          expect(findCars(index, asking, { offset: 3, limit: 4 }).ids).toEqual(expected.ids.slice(3, 7));
          expect(countFacets(index, asking)).toEqual(expected.facets);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("the count of a facet equals the total after choosing its value", () => {
    fc.assert(
      fc.property(steps, searches, (history, search) => {
        const { index } = play(history);
        const counts = facets(index, search);
        for (const field of listNames) {
          for (const [value, count] of Object.entries(counts[field])) {
            const others = listFields[field].isMany === true ? search[field] : [];
            const chosen = { ...search, [field]: [...others, value] };
            expect({ field, value, total: total(index, chosen) }).toEqual({
              field,
              value,
              total: count,
            });
          }
        }
        for (const field of distanceNames) {
          const near = search[field];
          for (const [km, count] of Object.entries(facets(index, search)[field])) {
            const chosen = { ...search, [field]: near && { ...near, km: Number(km) } };
            expect({ km, total: total(index, chosen) }).toEqual({ km, total: count });
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Enough cars for both forms of postings, edges of ranges and partitioned pages. */
function manyCars(count: number): IndexedCar[] {
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  return Array.from({ length: count }, (_, number) => {
    const [brand, model] = brandsAndModels[random(brandsAndModels.length)] ?? ["Audi", "A4"];
    return {
      id: idOf(number),
      number: 10_000 + number,
      rowVersion: number + 1,
      brand,
      model,
      year: 1_990 + random(37),
      type: carTypes[random(8)] ?? "SUV",
      price: 1_000 + random(60) * 500 + (random(50) === 0 ? random(2_000_000) : 0),
      mileage: random(400_000),
      fuel: fuels[random(5)] ?? "Diesel",
      origin: origins[random(9)] ?? null,
      transmission: transmissions[random(2)] ?? "Manual",
      condition: conditions[random(5)] ?? null,
      location: random(40) === 0 ? "Junik" : (towns[random(3)] ?? "Pejë"),
      customsPaid: [true, false, null][random(3)] ?? null,
      color: random(9) === 0 ? null : `Ngjyra ${random(15)}`,
      priceBand: random(4) === 0 ? null : (priceBands[random(5)] ?? null),
      registeredEnd: random(3) === 0 ? start + (random(1_000) - 200) * 3_600_000 : null,
      power: random(3) === 0 ? 40 + random(300) : null,
      engineSize: random(3) === 0 ? null : 900 + random(4_000),
      doors: random(3) === 0 ? "2/3" : null,
      seats: random(3) === 0 ? 5 : null,
      equipment: equipmentList.filter(() => random(4) === 0),
      description: `${descriptions[random(descriptions.length)] ?? ""} fjala${random(300)}`,
      listedAt: start - random(10_000) * 60_000,
      confirmed: start - random(60_000) * 60_000,
      sponsoredUntil: random(20) === 0 ? start + random(1_000_000_000) : null,
      listableUntil: random(30) === 0 ? start + random(1_000_000_000) : Infinity,
    };
  });
}

const fuelOf = (car: IndexedCar) => fuels.find((fuel) => fuel === car.fuel) ?? "Diesel";

/** In cents, by the tariff itself; null if the car is barred or its engine unknown. */
const centsOf = (car: IndexedCar): number | null => {
  if (car.customsPaid !== false) return car.price * 100;
  if (car.engineSize === null && car.fuel !== "Elektrik") return null;
  const { price, year, engineSize } = car;
  const imported = { price, year, engineCc: engineSize ?? 0, fuel: fuelOf(car), euOrigin: false };
  return importCosts(shippedTariff, { ...imported, importYear: 2022 }).total;
};

describe("with many cars", () => {
  const cars = manyCars(3_000);
  const index = new CarIndex(0, firstTotals);
  index.advance(start);
  for (const car of cars) index.put(car);

  test("the index of many cars gives the same answers as a scan", () => {
    fc.assert(
      fc.property(searches, fc.nat(2_900), (search, offset) => {
        const asking = question(index, search);
        const expected = referenceSearch(cars, search, asking.meaning, start, firstTotals);
        expect(countFacets(index, asking)).toEqual(expected.facets);
        expect(findCars(index, asking, { offset: 0, limit: 24 }).ids).toEqual(expected.ids.slice(0, 24));
        expect(findCars(index, asking, { offset, limit: 100 }).ids).toEqual(
          expected.ids.slice(offset, offset + 100),
        );
      }),
      { numRuns: 40 },
    );
  });

  test("a car is found by maxTotal=N exactly where its price and what is known of its costs are N euro at most", () => {
    // Prices to the euro, so that costs have cents.
    const priced = cars.map((car, at) => Object.assign({ ...car }, { price: car.price + ((at * 7) % 500) }));
    const pricedIndex = new CarIndex(0, firstTotals);
    pricedIndex.advance(start);
    for (const car of priced) pricedIndex.put(car);
    const sums = priced.flatMap((car) => centsOf(car) ?? []);
    const asked = fc.oneof(
      fc.integer({ min: 1, max: 100_000 }),
      // The euro at which a car matches, and its neighbours.
      fc
        .tuple(fc.constantFrom(...sums), fc.constantFrom(-1, 0, 1))
        .map(([cents, besides]) => Math.ceil(cents / 100) + besides),
    );
    fc.assert(
      fc.property(asked, (maxTotal) => {
        const found = new Set<string>();
        const search: CarSearch = { ...emptySearch, maxTotal, sort: "price_asc" };
        for (let offset = 0; offset < total(pricedIndex, search); offset += 500)
          for (const id of page(pricedIndex, search, offset, 500)) found.add(id);
        const expected = priced.filter((car) => (centsOf(car) ?? Infinity) <= maxTotal * 100);
        expect(found).toEqual(new Set(expected.map(({ id }) => id)));
        expect(facets(pricedIndex, search).total).toBe(expected.length);
      }),
      { numRuns: 60 },
    );
    expect(sums.filter((cents) => cents % 100 !== 0).length).toBeGreaterThan(100);
  });

  test("paging through a search gives every car once and in order", () => {
    const search: CarSearch = { ...emptySearch, sort: "year_desc" };
    const paged: string[] = [];
    for (let offset = 0; offset < cars.length; offset += 100) paged.push(...page(index, search, offset, 100));
    expect(paged).toEqual(
      referenceSearch(cars, search, understandQuery("", vocabulary, index, 2027), start).ids,
    );
  });

  test("compacting the index changes no answer", () => {
    const replaced = new CarIndex(0, firstTotals);
    replaced.advance(start);
    for (const rowVersion of [1_000_000, 2_000_000]) {
      for (const car of cars) replaced.put({ ...car, rowVersion: car.rowVersion + rowVersion, price: 1_000 });
    }
    for (const car of cars) replaced.put(car);
    expect(replaced.needsCompaction).toBe(true);
    const fresh = compacted(replaced);
    expect(fresh.needsCompaction).toBe(false);
    for (const q of ["", "golf", "fjala7", "panor"]) {
      const search = { ...emptySearch, q };
      expect(facets(fresh, search)).toEqual(facets(index, search));
      expect(page(fresh, search, 0, 100)).toEqual(page(index, search, 0, 100));
    }
    expect(fresh.checksum).toBe(index.checksum);
  });
});

test("a sponsorship that ends during compaction has ended in the new index too", () => {
  const index = new CarIndex();
  index.advance(start);
  const lasting = manyCars(12_000);
  for (const car of lasting) Object.assign(car, { sponsoredUntil: null, listableUntil: Infinity });
  const [first, second] = lasting;
  if (first === undefined || second === undefined) throw new Error("no cars");
  index.put({ ...first, listableUntil: start + 1_000 });
  index.put({ ...second, sponsoredUntil: start + 1_000 });
  for (const car of lasting.slice(2)) index.put(car);
  const steps = index.compacting();
  expect(steps.next().done).toBe(false);
  index.advance(start + 1_000);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const fresh = step.value;
  fresh.advance(start + 1_000);
  expect([fresh.size, fresh.checksum]).toEqual([index.size, index.checksum]);
  expect(total(fresh, { ...emptySearch, recommended: true })).toBe(0);
  expect(fresh.version).toBeGreaterThan(index.version);
});

describe("phone numbers", () => {
  test("a search for digits does not find a phone number in a description", () => {
    const index = new CarIndex();
    const [car] = manyCars(1);
    if (car === undefined) throw new Error("no car");
    index.put({
      ...car,
      model: "Golf 044123456",
      description: "Thirrni 044/123-456 ose +383 44 123 456, 383044123456",
    });
    for (const q of ["044123456", "044 123 456", "123456", "38344123456", "044"]) {
      expect(total(index, { ...emptySearch, q }), q).toBe(0);
    }
    expect(Object.keys(facets(index, emptySearch).model).join()).not.toMatch(/123/);
  });
});
