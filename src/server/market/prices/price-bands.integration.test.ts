import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Car } from "#contract/cars.ts";
import { carOf, carsOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import {
  estimateOfCar,
  fitPriceModel,
  insertPricedCars,
  settleBands,
  midRangeCar,
} from "#testing/priced-cars.ts";

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser();
  await insertPricedCars(app);
  await settleBands(app);
  await fitPriceModel(app);
}, 120_000);
afterAll(() => app.close());

const bandOf = async (id: string) => carOf(await app.call(`GET /api/cars/${id}`)).priceBand;
const rowOf = (id: string) =>
  app.database.db.selectFrom("cars").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
/** As if so many minutes had gone by since the last change. */
const elapse = (id: string, minutes: number) =>
  sql`
    update cars set price_band_due = price_band_due - make_interval(mins => ${minutes}) where id = ${id}`.execute(
    app.database.db,
  );
async function publish(changes: Parameters<TestApp["publishCar"]>[1] = {}): Promise<Car> {
  const car = await app.publishCar(seller, { ...midRangeCar, ...changes });
  await settleBands(app);
  return car;
}
async function edit(car: Car, changes: Parameters<TestApp["publishCar"]>[1]): Promise<void> {
  const body = await app.carFields(seller, {
    ...midRangeCar,
    images: car.images,
    price: car.price,
    ...changes,
  });
  expect((await app.call(`PUT /api/cars/${car._id}`, { as: seller, body })).status).toBe(200);
}

test("a published car has its band at once: its first publication is no edit", async () => {
  const car = await publish();
  expect(await bandOf(car._id)).toBe("fair");
  expect(await estimateOfCar(app, car._id)).toMatchObject({ status: "rated", band: "fair" });
});

test("a car has no band for 15 minutes after its price or a fact changed; then it appears by itself", async () => {
  const car = await publish({ mileage: 120_000 });
  for (const change of [
    { price: 7_000, mileage: 120_000 },
    { price: 7_000, mileage: 100_000 },
  ]) {
    await edit(car, change);
    await elapse(car._id, 14);
    await settleBands(app);
    expect(await bandOf(car._id)).toBeNull();
    expect(await estimateOfCar(app, car._id)).toMatchObject({ reason: "recently_edited", band: null });
    await elapse(car._id, 1);
    await settleBands(app);
    expect(await bandOf(car._id)).toBe("far_below");
    expect(await estimateOfCar(app, car._id)).toMatchObject({ reason: null, band: "far_below" });
  }
});

test("sending a car unchanged, or with other photos and another town, is no edit of its price or facts", async () => {
  const car = await publish({ mileage: 80_000 });
  const band = await bandOf(car._id);
  expect(band).not.toBeNull();
  await edit(car, { mileage: 80_000, location: "Gjilan", images: [await app.photoOf(seller)] });
  expect((await estimateOfCar(app, car._id)).reason).toBeNull();
  await settleBands(app);
  expect(await bandOf(car._id)).toBe(band);
});

test("a band stays where the price lies within 2 % beyond its border, and changes where it lies farther", async () => {
  const car = await publish({ mileage: 170_000 });
  const { limits } = await estimateOfCar(app, car._id);
  const border = limits?.p70 ?? 0;
  // The bands may be narrower than 2 %: between p70 and p90, each with its 2 %.
  const farther = ((border + (limits?.p90 ?? 0)) / 2) * 1.02;
  const rated = async (price: number) => {
    await edit(car, { mileage: 170_000, price });
    await elapse(car._id, 15);
    await settleBands(app);
    expect((await estimateOfCar(app, car._id)).band).toBe(await bandOf(car._id));
    return bandOf(car._id);
  };
  expect(await rated(Math.round(border * 0.99))).toBe("fair");
  expect(await rated(Math.round(border * 1.015))).toBe("fair");
  expect(await rated(Math.round(farther))).toBe("above");
  expect(await rated(Math.round(border * 0.985))).toBe("above");
  expect(await rated(Math.round(border * 0.97))).toBe("fair");
});

test("a new car and a damaged one have no band; a text that no longer says so gives it back", async () => {
  const fresh = await publish({ mileage: 60_000, condition: "E re" });
  expect(await bandOf(fresh._id)).toBeNull();
  const damaged = await publish({ mileage: 200_000, description: "E perplasur në anën e djathtë." });
  expect(await bandOf(damaged._id)).toBeNull();
  expect(await estimateOfCar(app, damaged._id)).toMatchObject({ status: "none", reason: "damaged" });
  await edit(damaged, { mileage: 200_000, description: "E ruajtur mirë, pa aksident." });
  await settleBands(app);
  expect(await bandOf(damaged._id)).not.toBeNull();
});

test("a new fit writes bands without touching a car's version, its dates or the news of saved searches", async () => {
  const car = await publish({ mileage: 110_000 });
  const { db } = app.database;
  await sql`delete from car_events`.execute(db);
  // As if another model had rated it otherwise.
  await sql`update cars set price_band = 'far_above' where id = ${car._id}`.execute(db);
  const before = await rowOf(car._id);
  const { bands } = await fitPriceModel(app);
  expect(bands).toBeGreaterThan(0);
  const after = await rowOf(car._id);
  expect(after.price_band).toBe("fair");
  const changed = Object.entries(after)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, key)))
    .map(([key]) => key);
  expect(changed.toSorted()).toEqual(["price_band", "price_band_at", "row_version"]);
  expect(await db.selectFrom("car_events").selectAll().execute()).toEqual([]);
});

describe("on a running site", () => {
  beforeAll(() => app.services.start());

  test("a fit is queued at the end of a start, and a car that is published then has its band within seconds, in lists and facets", async () => {
    const tried = async () =>
      (await app.database.db.selectFrom("price_model").select("tried_at").executeTakeFirstOrThrow()).tried_at;
    const before = await tried();
    // As start-site.ts does once all data is there.
    await app.services.prices.learnSoon();
    await expect.poll(tried, { timeout: 60_000 }).not.toEqual(before);
    const buyer = await app.registerUser();
    await app.call("POST /api/saved-searches", {
      as: buyer,
      body: { query: "color=Vjollcë&priceBand=far_below", frequency: "at_once" },
    });
    const cheap = await app.publishCar(seller, { ...midRangeCar, price: 6_900, color: "Vjollcë" });
    const listed = async () =>
      carsOf(await app.call("GET /api/cars?color=Vjollcë")).map(({ priceBand }) => priceBand);
    await expect.poll(listed, { timeout: 10_000 }).toEqual(["far_below"]);
    const { body } = await app.call("GET /api/cars/facets?color=Vjollcë");
    expect(body).toMatchObject({ total: 1, priceBand: { far_below: 1 } });
    expect(carsOf(await app.call("GET /api/cars?color=Vjollcë&priceBand=fair,above"))).toEqual([]);
    expect(carsOf(await app.call("GET /api/cars?color=Vjollcë&priceBand=far_below,fair"))).toHaveLength(1);
    // A search by bands is told of it, although it had none in the moment of its publication.
    const matches = () =>
      app.database.db.selectFrom("alert_matches").select("car_id").where("car_id", "=", cheap._id).execute();
    await expect.poll(matches, { timeout: 10_000 }).toHaveLength(1);
  });
});
