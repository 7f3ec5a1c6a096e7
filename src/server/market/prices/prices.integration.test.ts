import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Car } from "#contract/cars.ts";
import { type PriceEstimateAnswer, priceEstimate } from "#contract/prices.ts";
import { browser, carOf, carsOf, createTestApp, errorOf, type TestApp, type TestUser } from "#testing/app.ts";
import {
  estimateOfCar,
  fitPriceModel,
  insertPricedCars,
  settleBands,
  midRangeCar,
} from "#testing/priced-cars.ts";
import { loadNearListings, type NearTo } from "./prices.queries.ts";
import { NearListings } from "./near-listings.ts";

let app: TestApp;
let seller: TestUser;
/** One of the cars that are learned from, as any other. */
let usual: Car;

const facts = { brand: "Volkswagen", model: "Golf", year: 2016, mileage: 150_000, fuel: "Diesel" };
const ask = (changes: object = {}) =>
  app.call("POST /api/price-estimates", { body: { ...facts, ...changes } });
async function estimateOf(changes: object = {}): Promise<PriceEstimateAnswer> {
  const answer = await ask(changes);
  expect(answer.status).toBe(200);
  return priceEstimate.parse(answer.body);
}
const publish = async (changes: Parameters<TestApp["publishCar"]>[1] = {}) =>
  app.publishCar(await app.registerUser(), { ...midRangeCar, ...changes });

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser();
  await insertPricedCars(app);
  usual = await app.publishCar(seller, midRangeCar);
}, 120_000);
afterAll(() => app.close());

test("before anything has been learned nothing is estimated, for lack of data", async () => {
  const nothing = {
    status: "none",
    reason: "few_data",
    estimate: null,
    low: null,
    high: null,
    band: null,
    limits: null,
    steps: [],
    comparables: [],
    comparableCount: 0,
  };
  expect(await estimateOfCar(app, usual._id)).toMatchObject(nothing);
  expect(await estimateOf({ price: 9_000 })).toMatchObject(nothing);
});

test("a fit makes estimates: range, limits, steps that sum to it, and comparables of the model", async () => {
  await settleBands(app);
  const { outcome, bands } = await fitPriceModel(app);
  expect(outcome).toBe("taken");
  expect(bands).toBeGreaterThan(300);
  const found = await estimateOfCar(app, usual._id);
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
  expect(found.comparableCount).toBeGreaterThanOrEqual(comparables.length);
  expect(new Set(comparables.map(({ model }) => model))).toEqual(new Set(["Golf"]));
  expect(comparables.map(({ id }) => id)).not.toContain(usual._id);
});

test("a band comes with a price, from far below to far above the market", async () => {
  const { limits } = await estimateOf();
  expect(limits).not.toBeNull();
  const { p10, p30, p70, p90 } = limits ?? { p10: 0, p30: 0, p70: 0, p90: 0 };
  const prices = [p10 - 1, p30 - 1, p30, p70 + 1, p90 + 1];
  const bands = [];
  for (const price of prices) bands.push((await estimateOf({ price })).band);
  expect(bands).toEqual(["far_below", "below", "fair", "above", "far_above"]);
  expect((await estimateOf()).band).toBeNull();
});

test("seller, sponsorship, fee and photos change nothing of an estimate", async () => {
  const dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto Sponsor" });
  const images = [await app.photoOf(dealer), await app.photoOf(dealer), await app.photoOf(dealer)];
  const plain = await publish();
  const other = await app.publishCar(dealer, { ...midRangeCar, images });
  await sql`
    update cars set sponsored_until = now() + interval '30 days', sponsorship_days = 30, social_promotion = true
    where id = ${other._id}`.execute(app.database.db);
  await settleBands(app);
  // Neither is compared with the other one: what is left is the same for both.
  await sql`update cars set hidden_at = now() where id = ${other._id}`.execute(app.database.db);
  const ofPlain = await estimateOfCar(app, plain._id);
  await sql`update cars set hidden_at = case when id = ${plain._id} then now() end
    where id in (${plain._id}, ${other._id})`.execute(app.database.db);
  const ofOther = await estimateOfCar(app, other._id);
  expect(ofOther).toEqual(ofPlain);
  await sql`delete from cars where id in (${plain._id}, ${other._id})`.execute(app.database.db);
});

test("comparables are on sale, sold or gone; what the public may not open has no id, and hidden cars are left out", async () => {
  const owner = await app.registerUser();
  const [active, sold, archived, hidden, reported, damaged] = await Promise.all(
    ["", "", "", "", "", "Veturë e aksidentuar."].map((description) =>
      publish(description === "" ? {} : { description }),
    ),
  );
  const suspended = await app.publishCar(owner, midRangeCar);
  const { db } = app.database;
  await settleBands(app);
  await sql`update cars set state = 'sold', sold_at = now() where id = ${sold?._id}`.execute(db);
  await sql`
    update cars set state = 'archived', archived_from = 'active', archived_at = now()
    where id = ${archived?._id}`.execute(db);
  await sql`update cars set hidden_at = now() where id = ${hidden?._id}`.execute(db);
  await sql`
    insert into reports (id, car_id, car_name, reason, wants_answer, state, decided_at)
    values (uuidv7(), ${reported?._id}, 'Golf', 'fraud', false, 'hidden', now())`.execute(db);
  await sql`update users set suspended_at = now(), suspended_reason = 'Mashtrim' where id = ${owner.id}`.execute(
    db,
  );
  const [near = []] = await loadNearListings(db, [
    { ...facts, year: midRangeCar.year, mileage: midRangeCar.mileage },
  ]);
  const states = new Map(near.map(({ id, state, isPublic }) => [id, [state, isPublic]]));
  expect(states.get(active?._id ?? "")).toEqual(["active", true]);
  expect(states.get(sold?._id ?? "")).toEqual(["sold", true]);
  expect(states.get(archived?._id ?? "")).toEqual(["gone", false]);
  for (const car of [hidden, reported, damaged, suspended]) expect(states.has(car?._id ?? "")).toBe(false);

  const { comparables } = await estimateOfCar(app, usual._id);
  const stateOf = (id: string | undefined) => comparables.find((each) => each.id === id)?.state;
  expect([stateOf(active?._id), stateOf(sold?._id)]).toEqual(["active", "sold"]);
  expect(comparables.filter(({ state }) => state === "gone")).toMatchObject([
    { id: null, mileage: midRangeCar.mileage, price: midRangeCar.price },
  ]);
  for (const car of [archived, hidden, reported, damaged, suspended])
    expect(stateOf(car?._id)).toBeUndefined();
});

test("the same car published again by its seller counts once, and not beside itself", async () => {
  const repeated = await app.registerUser();
  for (const mileage of [149_000, 150_000, 151_000])
    await app.publishCar(repeated, { ...midRangeCar, mileage, price: 5_500 });
  const again = await app.publishCar(seller, { ...midRangeCar, mileage: 151_000, price: 5_700 });
  await settleBands(app);
  const { comparables } = await estimateOfCar(app, usual._id);
  expect(comparables.filter(({ price }) => price === 5_500)).toHaveLength(1);
  expect(comparables.map(({ id }) => id)).not.toContain(again._id);
});

test("the listings that are near are the same in the database and in the memory of the process that learns", async () => {
  const { db } = app.database;
  const rows = await db
    .selectFrom("cars")
    .select(["id", "year", "mileage"])
    .where("model", "=", "Passat")
    .execute();
  const memory = new NearListings(rows);
  const asked = rows.slice(0, 40).map(({ year, mileage }): NearTo => ({
    brand: "Volkswagen",
    model: "Passat",
    year,
    mileage: mileage + 500,
  }));
  const found = await loadNearListings(db, asked);
  expect(found).toHaveLength(asked.length);
  for (const [at, to] of asked.entries())
    expect(memory.to(to).map(({ id }) => id)).toEqual(found[at]?.map(({ id }) => id));
});

const interest = (cars: Car[]) =>
  cars.map(({ _id, contactsThisWeek, aboveSimilar }) => [_id, contactsThisWeek, aboveSimilar]);

test("the owner's list says by how much a dear car asks more than similar ones, and who asked in seven days; nobody else reads it", async () => {
  const owner = await app.registerUser({
    dealerUntil: new Date(Date.now() + 1e9),
    businessName: "Auto Arta",
  });
  const dear = await app.publishCar(owner, { ...midRangeCar, price: 16_000 });
  const fair = await app.publishCar(owner, midRangeCar);
  const sold = await app.publishCar(owner, { ...midRangeCar, price: 17_000 });
  await settleBands(app);
  for (let n = 0; n < 3; n += 1)
    await app.call(`POST /api/cars/${dear._id}/contact`, { headers: { "User-Agent": `${browser} ${n}` } });
  await app.services.statistics.recorder.flush();
  await app.call(`PUT /api/cars/${sold._id}/sold`, { as: owner });
  // One more, whose week is over.
  await sql`
    insert into stat_days (car_id, day, kind, count)
    values (${dear._id}, (now() at time zone 'Europe/Belgrade')::date - 7, 'lead', 5)`.execute(
    app.database.db,
  );
  const { estimate } = await estimateOfCar(app, dear._id);
  const above = Math.round((16_000 - (estimate ?? 0)) / 50) * 50;
  expect(above).toBeGreaterThan(3_000);

  const own = async (credentials: Parameters<TestApp["call"]>[1]) =>
    interest(carsOf(await app.call("GET /api/cars/my", credentials)));
  expect(await own({ as: owner })).toEqual([
    [sold._id, undefined, undefined],
    [fair._id, 0, undefined],
    [dear._id, 3, above],
  ]);
  // A key for stock opens no figures.
  const body = { name: "Stoku", scopes: ["stock"] };
  const made = await app.call("POST /api/dealer/keys", { as: owner, body });
  const { key } = z.object({ key: z.string() }).parse(made.body);
  expect(await own({ headers: { authorization: `Bearer ${key}` } })).toEqual(
    [sold, fair, dear].map(({ _id }) => [_id, undefined, undefined]),
  );
  for (const as of [null, seller, owner])
    expect(interest([carOf(await app.call(`GET /api/cars/${dear._id}`, { as }))])).toEqual([
      [dear._id, undefined, undefined],
    ]);
});

test("an estimate is for whoever may see the car", async () => {
  const owner = await app.registerUser();
  const car = await app.publishCar(owner, midRangeCar);
  await app.call(`DELETE /api/cars/${car._id}`, { as: owner });
  const path = `GET /api/cars/${car._id}/price-estimate` as const;
  expect((await app.call(path)).status).toBe(404);
  expect((await app.call(path, { as: seller })).status).toBe(404);
  expect((await app.call(path, { as: owner })).status).toBe(200);
});

test("a car that cannot be estimated gets the reason, and facts that no car has return 400 with the field", async () => {
  expect(await estimateOf({ model: "Zog" })).toMatchObject({ status: "none", reason: "unknown_model" });
  expect(await estimateOf({ condition: "E re" })).toMatchObject({ status: "none", reason: "new_car" });
  const car = await publish({ description: "Shitet për pjesë." });
  expect(await estimateOfCar(app, car._id)).toMatchObject({ status: "none", reason: "damaged", band: null });
  const sound = await publish({ description: "Pa asnjë aksident, e ruajtur." });
  expect((await estimateOfCar(app, sound._id)).reason).not.toBe("damaged");
  // No mileage is known of a car that is said to have none: no figure that hangs on 0 km.
  const [none, most] = [await estimateOf({ mileage: 0 }), await estimateOf({ mileage: 60_000 })];
  expect(none.estimate ?? 0).toBeLessThanOrEqual((most.estimate ?? 0) * 1.05);
  const wrong: Record<string, object> = {
    brand: { brand: "Zog" },
    year: { year: new Date().getUTCFullYear() + 2 },
    mileage: { mileage: 5_000_000 },
    price: { price: 1 },
    fuel: { fuel: "Ujë" },
    type: { type: "Anije" },
  };
  for (const [field, changes] of Object.entries(wrong)) {
    const answer = await ask(changes);
    expect([field, answer.status]).toEqual([field, 400]);
    expect(Object.keys(errorOf(answer).fields ?? {})).toEqual([field]);
  }
  expect((await ask({ sellerName: "Arta" })).status).toBe(400);
});
