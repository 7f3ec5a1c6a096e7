import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestComparables } from "./comparables.ts";
import { type PriceEstimate, estimatePrice } from "./estimate-price.ts";
import { byModel, fitPrices } from "./fit-prices.ts";
import { bandOf, priceBands } from "#domain/cars/price-bands.ts";
import type { PriceFacts, PricedListing } from "./price-facts.ts";
import { modelKey, parsePriceModel } from "./price-model.ts";

const year = 2026;

/** Deterministic noise from -0.5 to 0.5. */
function noise(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  return (((mixed ^ (mixed >>> 12)) * 0x297a2d39) >>> 0) / 2 ** 32 - 0.5;
}

function listing(number: number): PricedListing {
  const [brand = "", model = "", base = 0] = (
    [
      ["Volkswagen", "Golf 7", 21_000],
      ["Volkswagen", "Passat", 26_000],
      ["BMW", "320d", 34_000],
      ["Opel", "Corsa", 13_000],
      ["Opel", "Astra J", 16_000],
    ] as const
  )[number % 5] ?? ["", "", 0];
  const age = Math.floor((noise(number * 7 + 1) + 0.5) * 20);
  const mileage = Math.round(Math.max(2_000, age * 15_000 * (1 + noise(number * 7 + 2))));
  const power = 80 + Math.round(noise(number * 7 + 3) * 40);
  const ln =
    Math.log(base) - 0.1 * age - mileage / 800_000 + 0.5 * Math.log(power / 80) + 0.3 * noise(number * 7 + 4);
  return {
    id: String(number),
    brand,
    model,
    year: year - age,
    mileage,
    fuel: number % 3 === 0 ? "Benzinë" : "Diesel",
    type: "Hatchback",
    transmission: number % 2 === 0 ? "Manual" : "Automatik",
    origin: null,
    condition: null,
    customsPaid: true,
    power,
    engineSize: 1_600,
    price: Math.round(Math.exp(ln)),
    date: "2026-10-01",
  };
}

const listings = Array.from({ length: 600 }, (_, number) => listing(number));
const options = { year, asOf: "2026-11-23" };
const { model, figures } = fitPrices(listings, options);
const candidates = byModel(listings);
const estimate = (facts: PriceFacts, price: number | null = null): PriceEstimate =>
  estimatePrice(model, facts, candidates.get(modelKey(facts)) ?? [], { price });

const anyFacts: fc.Arbitrary<PriceFacts> = fc.record({
  brand: fc.constantFrom("Volkswagen", "BMW", "Opel"),
  model: fc.constantFrom("Golf 7", "Passat", "320d", "Corsa", "Astra J"),
  year: fc.integer({ min: 1990, max: 2027 }),
  mileage: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  fuel: fc.option(fc.constantFrom("Benzinë", "Diesel", "Elektrik", "toString")),
  type: fc.option(fc.constantFrom("Hatchback", "SUV", "__proto__")),
  transmission: fc.option(fc.constantFrom("Manual", "Automatik")),
  origin: fc.option(fc.constantFrom("Evropë", "Koreja")),
  condition: fc.option(fc.constantFrom("E mirë", "Shumë e mirë")),
  customsPaid: fc.option(fc.boolean()),
  power: fc.option(fc.integer({ min: 1, max: 2_000 })),
  engineSize: fc.option(fc.integer({ min: 50, max: 20_000 })),
});

const sumOf = (steps: PriceEstimate["steps"]) => steps.reduce((sum, { euro }) => sum + euro, 0);
const modelsPart = ({ steps }: PriceEstimate) => sumOf(steps.filter(({ key }) => key !== "neighbours"));

const width = ({ limits, estimate: middle }: PriceEstimate) =>
  ((limits?.p90 ?? 0) - (limits?.p10 ?? 0)) / (middle ?? 1);

/** The model with ranges so narrow that every car gets steps. */
const told = { ...model, calibration: { all: { p10: -0.5, p30: -0.2, p70: 0.2, p90: 0.5 } } };

describe("estimatePrice", () => {
  it("the steps of an estimate sum to it to the euro, in the contract's order, and its limits are in order", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const answer = estimatePrice(told, facts, candidates.get(modelKey(facts)) ?? []);
        if (answer.status === "none" || answer.limits === null) return;
        expect(sumOf(answer.steps)).toBe(answer.estimate);
        expect(answer.steps.map(({ key }) => key)).toEqual([
          "base",
          "model",
          "age",
          "mileage",
          "power",
          "engine",
          "other",
          "neighbours",
        ]);
        const { p10, p30, p70, p90 } = answer.limits;
        expect([p10, p30, p70, p90]).toEqual([p10, p30, p70, p90].toSorted((one, other) => one - other));
        expect([answer.low, answer.high]).toEqual([p10, p90]);
      }),
    );
  });

  it("a higher mileage or age never raises the model's part of an estimate", () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.integer({ min: 1, max: 900_000 }),
        fc.integer({ min: 0, max: 300_000 }),
        fc.integer({ min: 0, max: 20 }),
        (facts, mileage, further, years) => {
          const found = candidates.get(modelKey(facts)) ?? [];
          const better = estimatePrice(told, { ...facts, mileage }, found);
          const driven = estimatePrice(told, { ...facts, mileage: mileage + further }, found);
          const older = estimatePrice(told, { ...facts, mileage, year: facts.year - years }, found);
          expect(modelsPart(driven)).toBeLessThanOrEqual(modelsPart(better));
          expect(modelsPart(older)).toBeLessThanOrEqual(modelsPart(better));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("shuffled listings under other ids give the same price model and the same estimates", () => {
    const mixed = listings.toReversed().map((one, place) => Object.assign({}, one, { id: `x${place}` }));
    const other = fitPrices(mixed, options);
    expect(other.model).toEqual(model);
    const again = byModel(mixed);
    for (const facts of listings.slice(0, 40)) {
      const { comparables: _one, ...expected } = estimate(facts);
      const { comparables: _other, ...answer } = estimatePrice(
        model,
        facts,
        again.get(modelKey(facts)) ?? [],
      );
      expect(answer).toEqual(expected);
    }
  });

  it("the price model finds the prices of cars like those it learned from, and its range covers most of them", () => {
    expect(figures.medianError).toBeLessThan(0.1);
    expect(figures.rated).toBeGreaterThan(500);
    expect(figures.covered / figures.estimated).toBeGreaterThan(0.74);
    expect(figures.covered / figures.estimated).toBeLessThan(0.86);
  });

  it("a price that is cut by 35 % is far below the market", () => {
    const facts = listing(3);
    const { estimate: usual } = estimate(facts);
    expect(estimate(facts, Math.round((usual ?? 0) * 0.65)).band).toBe("far_below");
    expect(estimate(facts, usual).band).toBe("fair");
  });

  it("no price is estimated where nobody could defend a figure, and the reason is given", () => {
    const facts = listing(1);
    expect(estimate({ ...facts, model: "Trabant" })).toMatchObject({
      status: "none",
      reason: "unknown_model",
    });
    expect(estimate({ ...facts, brand: "__proto__", model: "constructor" })).toMatchObject({
      reason: "unknown_model",
    });
    expect(estimate({ ...facts, year: 2031 })).toMatchObject({
      status: "none",
      reason: "few_data",
      estimate: null,
    });
    expect(estimate({ ...facts, mileage: 5_000_000 })).toMatchObject({ status: "none", reason: "few_data" });
    expect(estimate({ ...facts, condition: "E re" })).toMatchObject({ status: "none", reason: "new_car" });
    expect(estimatePrice(model, facts, listings, { damaged: true })).toMatchObject({
      reason: "damaged",
      steps: [],
    });
  });

  it("a recently edited car has a range of prices but no band", () => {
    const facts = listing(1);
    const found = candidates.get(modelKey(facts)) ?? [];
    expect(estimatePrice(model, facts, found, { price: facts.price, recentlyEdited: true })).toMatchObject({
      status: "range_only",
      reason: "recently_edited",
      band: null,
    });
  });

  it("where a seller leaves type, fuel or transmission open the estimate takes what is usual for the model", () => {
    const kinds = {
      "Golf 7": "Hatchback",
      Passat: "Karavan",
      "320d": "Sedan",
      Corsa: "Hatchback",
      "Astra J": "SUV",
    };
    const typed = listings.map((car) => ({
      ...car,
      type: Object.entries(kinds).find(([name]) => name === car.model)?.[1] ?? null,
      // Nine in ten are manual; the others cost a third more.
      ...(Number(car.id) % 10 === 0
        ? { transmission: "Automatik", price: Math.round(car.price * 1.33) }
        : { transmission: "Manual" }),
    }));
    const { model: learned } = fitPrices(typed, options);
    for (const car of typed.filter(({ transmission }) => transmission === "Manual").slice(0, 100)) {
      const part = (facts: PriceFacts) =>
        modelsPart(estimatePrice({ ...learned, calibration: told.calibration }, facts, []));
      const open = part({ ...car, type: null, transmission: null });
      expect(Math.abs(open / part(car) - 1)).toBeLessThan(0.02);
    }
  });

  it.each(["mileage", "power", "engineSize", "fuel", "type"] as const)(
    "the range is wider for at least 99 in 100 cars that do not say their %s",
    (fact) => {
      const wider = listings.filter((car) => {
        const found = candidates.get(modelKey(car)) ?? [];
        const bare = estimatePrice(told, { ...car, [fact]: null }, found, { id: car.id });
        return width(bare) > width(estimatePrice(told, car, found, { id: car.id }));
      });
      expect(wider.length / listings.length).toBeGreaterThanOrEqual(0.99);
    },
  );

  it("learning from no listing, from one and from impossible prices does not fail", () => {
    expect(fitPrices([], options).figures).toMatchObject({ listings: 0, medianError: null });
    const few = fitPrices([listing(1), { ...listing(6), price: 0 }], options);
    expect(few.figures.listings).toBe(1);
    expect(estimatePrice(few.model, listing(1), [listing(1)])).toMatchObject({
      status: "none",
      reason: "few_data",
    });
  });

  it("a price model is the same after a way through JSON, and another version is refused", () => {
    expect(parsePriceModel(JSON.parse(JSON.stringify(model)))).toEqual(model);
    expect(parsePriceModel({ ...model, version: 2 })).toBeNull();
  });
});

describe("nearestComparables", () => {
  it("nearestComparables gives at most twelve, nearest first, never the car itself", () => {
    const facts = listing(5);
    const { nearest, count } = nearestComparables(facts, candidates.get(modelKey(facts)) ?? [], "5");
    expect(nearest).toHaveLength(Math.min(count, 12));
    expect(count).toBeGreaterThan(3);
    expect(nearest.map(({ listing: { id } }) => id)).not.toContain("5");
    const distances = nearest.map(({ distance }) => distance);
    expect(distances).toEqual(distances.toSorted((one, other) => one - other));
  });
});

describe("nearestComparables among few or many", () => {
  it("nearestComparables fills up to three with farther cars, and cuts a long list at twelve", () => {
    const facts = listing(5);
    const far = Array.from({ length: 5 }, (_, place) => ({
      ...facts,
      id: `far${place}`,
      year: 1995 - place,
    }));
    expect(nearestComparables(facts, far)).toMatchObject({ count: 0, nearest: { length: 3 } });
    const same = Array.from({ length: 40 }, (_, place) => ({ ...facts, id: `same${place}` }));
    expect(nearestComparables(facts, same)).toMatchObject({ count: 40, nearest: { length: 12 } });
  });
});

describe("bandOf", () => {
  const limits = { p10: 5_000, p30: 6_000, p70: 8_000, p90: 9_000 };

  it("bandOf reads the band off the limits", () => {
    expect(
      [4_999, 5_000, 5_999, 6_000, 8_000, 8_001, 9_000, 9_001].map((price) => bandOf(price, limits)),
    ).toEqual(["far_below", "below", "below", "fair", "fair", "above", "above", "far_above"]);
  });

  it("a price within 2 % of a border keeps its band", () => {
    expect(bandOf(5_900, limits, "fair")).toBe("fair");
    expect(bandOf(5_870, limits, "fair")).toBe("below");
    expect(bandOf(8_150, limits, "fair")).toBe("fair");
    expect(bandOf(8_170, limits, "fair")).toBe("above");
    expect(bandOf(4_000, limits, "far_above")).toBe("far_below");
  });

  it("a band never changes back and forth for moves of less than 2 %", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3_000, max: 12_000 }),
        fc.double({ min: -0.0199, max: 0.0199, noNaN: true }),
        fc.constantFrom(...priceBands),
        (price, move, previous) => {
          const band = bandOf(price, limits, previous);
          const moved = bandOf(price * (1 + move), limits, band);
          expect(bandOf(price, limits, moved)).toBe(moved);
        },
      ),
    );
  });
});
