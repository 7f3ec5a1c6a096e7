import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { priceCut } from "#contract/cars.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";

let app: TestApp;
let seller: TestUser;
let mileage = 0;
beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser({ isDealerByHand: true });
});
afterAll(() => app.close());

/** A car published at the first price that then had the others, a change each `days` days. */
async function carWithPrices(prices: readonly number[], days: number): Promise<string> {
  const [first = 0, ...later] = prices;
  // A new car: prices of a former listing would count.
  mileage += 20_000;
  const { _id } = await app.publishCar(seller, { price: first, mileage });
  const { db } = app.database;
  const past = async () => {
    // In two steps: in one, a row may collide with the day of another that has yet to move.
    await sql`update car_prices set day = day - 9000 where car_id = ${_id}`.execute(db);
    await sql`update car_prices set day = day + 9000 - ${days}::int where car_id = ${_id}`.execute(db);
    await sql`update price_cuts set at = at - make_interval(days => ${days}::int) where car_id = ${_id}`.execute(
      db,
    );
  };
  for (const price of later) {
    await past();
    const car = (await app.call(`GET /api/cars/${_id}`, { as: seller })).body;
    const answer = await app.call(`PUT /api/cars/${_id}`, {
      as: seller,
      body: Object.assign({}, car, { price }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  return _id;
}

async function cutsOf(id: string): Promise<[from: number, to: number][]> {
  const { body } = await app.call(`GET /api/cars/${id}/price-history`);
  return priceCut
    .array()
    .parse(body)
    .map(({ from, to }) => [from, to]);
}

test("a price that falls by 2 % or more is a cut, told at once and newest first", async () => {
  const id = await carWithPrices([7_500, 7_400, 7_200, 6_900], 0);
  expect(await cutsOf(id)).toEqual([
    [7_200, 6_900],
    [7_400, 7_200],
  ]);
});

test("a price that was raised first and lowered again within 30 days is no cut", async () => {
  expect(await cutsOf(await carWithPrices([7_500, 9_000, 7_500], 5))).toEqual([]);
  expect(await cutsOf(await carWithPrices([7_500, 9_000, 7_500], 40))).toEqual([[9_000, 7_500]]);
});

test("a price cut that a higher price took back is no longer shown", async () => {
  expect(await cutsOf(await carWithPrices([7_500, 7_000, 7_400], 5))).toEqual([]);
});

test("a change of anything else is no cut, and the latest 20 cuts stay", async () => {
  const id = await carWithPrices([100_000, ...Array.from({ length: 24 }, (_, n) => 95_000 - n * 3_000)], 0);
  expect(await cutsOf(id)).toHaveLength(10);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from price_cuts where car_id = ${id}`.execute(app.database.db);
  expect(rows).toEqual([{ count: 20 }]);
  expect(await cutsOf(await carWithPrices([7_500, 7_500], 3))).toEqual([]);
});
