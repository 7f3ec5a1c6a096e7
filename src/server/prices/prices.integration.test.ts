import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PriceEstimateAnswer, priceEstimate } from "#contract/prices.ts";
import type { Car } from "#contract/cars.ts";
import { type Answer, carsOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { learnPrices } from "./learn-prices.ts";

let app: TestApp;
let seller: TestUser;
/** One of the cars that are learned from, as any other. */
let usual: Car;

/** A car in the middle of them. */
const twin = { year: 2016, mileage: 150_000, price: 10_000, engineSize: 1_968, power: 110 };
const estimateOf = (answer: Answer): PriceEstimateAnswer => {
  expect(answer.status).toBe(200);
  return priceEstimate.parse(answer.body);
};
const ofCar = async (id: string, as: TestUser | null = null) =>
  estimateOf(await app.call(`GET /api/cars/${id}/price-estimate`, { as }));
const facts = { brand: "Volkswagen", model: "Golf", year: 2016, mileage: 150_000, fuel: "Diesel" };
const ofFacts = (changes: object = {}) =>
  app.call("POST /api/price-estimates", { body: { ...facts, ...changes } });
const learn = () => learnPrices({ db: app.database.db, url: app.database.url, now: () => new Date() });
const settle = () => app.services.prices.schedule["settle_price_bands"]?.run(new AbortController().signal);
const cars = () => app.database.db.selectFrom("cars");
const rowOf = (id: string) => cars().selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Published by SQL, without what a publication costs: such cars at such prices, a seller each. */
async function publishMany(): Promise<void> {
  await sql`
    with sellers as (
      insert into users (id, first_name, last_name, email, password_hash)
      select uuidv7(), 'Shitësi', n::text, 'many' || n || '@example.com', 'none' from generate_series(1, 400) n
      returning id, last_name::int as n)
    insert into cars (id, owner_id, brand, model, year, type, price, mileage, fuel, transmission, location, description,
      seller_name, seller_phone, engine_size, power, created_at)
    select uuidv7(), id, 'Volkswagen', (array['Golf', 'Passat'])[1 + n % 2], 2010 + n % 10, 'Hatchback',
      (10000 * exp(0.1 * (n % 10 - 6) - (60000 + n * 37 % 200 * 1000 - 150000) / 900000.0 + sin(n * 12.9898) * 0.07))::int,
      60000 + n * 37 % 200 * 1000, 'Diesel', 'Manual', 'Prishtinë', 'E ruajtur mirë.', 'Shitësi', '+38344123456',
      1968, 110, now() - n % 90 * interval '1 day'
    from sellers`.execute(app.database.db);
}

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser();
  await publishMany();
  usual = await app.publishCar(seller, twin);
}, 120_000);
afterAll(() => app.close());

test("before anything has been learned nothing is estimated, for lack of data", async () => {
  for (const found of [await ofCar(usual._id), estimateOf(await ofFacts({ price: 9_000 }))])
    expect(found).toMatchObject({
      status: "none",
      reason: "few_data",
      estimate: null,
      low: null,
      high: null,
      band: null,
      limits: null,
      steps: [],
      comparables: [],
    });
});

test("a fit makes estimates, and gives the cars on sale their bands", async () => {
  await settle();
  expect((await rowOf(usual._id)).price_band).toBeNull();
  const { outcome, figures, bands } = await learn();
  expect(outcome).toBe("taken");
  expect(figures.medianError).toBeLessThan(0.1);
  expect(bands).toBeGreaterThan(300);
  app.services.prices.modelChanged();

  const found = await ofCar(usual._id);
  expect(found).toMatchObject({ status: "rated", reason: null, band: "fair" });
  const { estimate, low, high, limits, steps, comparables } = found;
  expect(estimate).toBeGreaterThan(9_000);
  expect(estimate).toBeLessThan(11_000);
  expect([low, high]).toEqual([limits?.p10, limits?.p90]);
  expect(steps.map(({ key }) => key)).toEqual(
    "base model age mileage power engine other neighbours".split(" "),
  );
  expect(steps.reduce((sum, { euro }) => sum + euro, 0)).toBe(estimate);
  expect(comparables.length).toBeGreaterThanOrEqual(3);
  expect(comparables.length).toBeLessThanOrEqual(12);
  expect(new Set(comparables.map(({ model }) => model))).toEqual(new Set(["Golf"]));
  expect(comparables.map(({ id }) => id)).not.toContain(usual._id);
  expect(estimateOf(await ofFacts({ price: 3_000 })).band).toBe("far_below");
  expect(estimateOf(await ofFacts({ price: 30_000 })).band).toBe("far_above");
  expect(estimateOf(await ofFacts()).band).toBeNull();
});

describe("on a running site", () => {
  beforeAll(() => app.services.start());

  test("a start learns, and a car that is published then has its band within seconds, in lists and facets", async () => {
    const tried = async () =>
      (await app.database.db.selectFrom("price_model").select("tried_at").executeTakeFirstOrThrow()).tried_at;
    const before = await tried();
    await expect.poll(tried, { timeout: 60_000 }).not.toEqual(before);
    const cheap = await app.publishCar(seller, { ...twin, price: 8_300, color: "Vjollcë" });
    await expect
      .poll(
        async () => carsOf(await app.call("GET /api/cars?color=Vjollcë")).map(({ priceBand }) => priceBand),
        {
          timeout: 10_000,
        },
      )
      .toEqual(["far_below"]);
    const { body } = await app.call("GET /api/cars/facets?color=Vjollcë");
    expect(body).toMatchObject({ total: 1, priceBand: { far_below: 1 } });
    const found = await app.call("GET /api/cars?color=Vjollcë&priceBand=fair,above");
    expect(carsOf(found)).toEqual([]);
    expect((await ofCar(cheap._id)).band).toBe("far_below");
  });
});
