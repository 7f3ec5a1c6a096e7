import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { z } from "zod";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { newVin } from "#testing/new-vin.ts";
import { createReviewDesk } from "#testing/review-desk.ts";

// What owners do with a number after it has shown something of their car.

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

const { run, look, kindsOf, showsAdvice } = createReviewDesk(() => ({ app, admin }));

const publish = async (seller: TestUser, changes: Parameters<TestApp["publishCar"]>[1]) =>
  (await app.publishCar(seller, changes))._id;
async function edit(owner: TestUser, id: string, changes: object): Promise<void> {
  const { body } = await app.call(`GET /api/cars/${id}`, { as: owner });
  const car = z.record(z.string(), z.unknown()).parse(body);
  const answer = await app.call(`PUT /api/cars/${id}`, { as: owner, body: { ...car, ...changes } });
  expect(answer.status).toBe(200);
}
const dismiss = (id: string) =>
  app.call(`POST /api/admin/review/${id}`, { as: admin, body: { decision: "dismiss" } });
async function publishedAgo(id: string, hours: number): Promise<void> {
  const { db } = app.database;
  const at = sql<Date>`now() - ${hours} * interval '1 hour'`;
  await db.updateTable("cars").set({ created_at: at }).where("id", "=", id).execute();
  await db.updateTable("car_vins").set({ set_at: at }).where("car_id", "=", id).execute();
  await db.updateTable("mileage_readings").set({ read_at: at }).where("listing_id", "=", id).execute();
}

/** A Volkswagen with an Audi's number, which another car on sale has with far more kilometres. */
async function threeSignals() {
  const vin = newVin("WAU");
  const [other, owner] = [await app.registerUser(), await app.registerUser()];
  const earlier = await publish(other, { vin, brand: "Audi", model: "A4", mileage: 210_000 });
  await publishedAgo(earlier, 24 * 30);
  const id = await publish(owner, { vin, mileage: 140_000 });
  return { vin, other, earlier, owner, id };
}
const three = ["mileage_lower_than_before", "vin_other_make", "vin_twice"];

describe("a number that is taken away or replaced", () => {
  test.each([
    ["taken away", () => ""],
    ["replaced", () => newVin()],
  ])("%s leaves its signals and the advice until an admin has decided", async (_, next) => {
    const { owner, id, other, earlier } = await threeSignals();
    await look();
    expect(await kindsOf(id)).toEqual(three);
    await edit(owner, id, { vin: next() });
    await look();
    await run("end_lower_mileage", "note_ended_vin_twins");
    await look();
    expect(await kindsOf(id)).toEqual(three);
    expect(await showsAdvice(id)).toBe(true);
    // The car that had the number is not held to it.
    expect(await kindsOf(earlier)).not.toContain("vin_twice");
    await app.call(`PUT /api/cars/${earlier}/sold`, { as: other });
    await edit(owner, id, { price: 9_100 });
    await look();
    expect(await kindsOf(id)).toEqual(three);
    expect((await dismiss(id)).status).toBe(200);
    await edit(owner, id, { price: 9_200 });
    await look();
    expect(await kindsOf(id)).toEqual([]);
    expect(await showsAdvice(id)).toBe(false);
  });

  test("before anything was looked at, leaves them as well", async () => {
    const { owner, id } = await threeSignals();
    await edit(owner, id, { vin: "" });
    await look();
    expect(await kindsOf(id)).toEqual(three);
  });

  test("after a day leaves them as well, and its reading stays in the number's history", async () => {
    const { owner, id, earlier } = await threeSignals();
    await publishedAgo(id, 48);
    await edit(owner, id, { vin: "" });
    await look();
    expect(await kindsOf(id)).toEqual(three);
    const { rows } = await sql`select 1 from mileage_readings where listing_id = ${id}`.execute(
      app.database.db,
    );
    expect(rows).toHaveLength(1);
    expect(await kindsOf(earlier)).toEqual([]);
  });

  test("and given back is looked at anew: with the right mileage and brand nothing is left", async () => {
    const { vin, owner, id, other, earlier } = await threeSignals();
    await edit(owner, id, { vin: "" });
    await app.call(`PUT /api/cars/${earlier}/sold`, { as: other });
    await edit(owner, id, { vin, mileage: 211_000, brand: "Audi", model: "Golf" });
    await look();
    expect((await kindsOf(id)).filter((kind) => three.includes(kind))).toEqual([]);
  });

  test("that showed nothing leaves nothing", async () => {
    const owner = await app.registerUser();
    const id = await publish(owner, { vin: newVin(), mileage: 90_000 });
    await edit(owner, id, { vin: "" });
    await look();
    expect(await kindsOf(id)).toEqual([]);
  });
});

test("an open signal of a lower mileage ends when the mileage is corrected within the day", async () => {
  const owner = await app.registerUser();
  const id = await publish(owner, { vin: newVin(), mileage: 150_000 });
  await publishedAgo(id, 24 * 30);
  await edit(owner, id, { mileage: 15_000 });
  await look();
  expect(await kindsOf(id)).toEqual(["mileage_lower_than_before"]);
  expect(await showsAdvice(id)).toBe(true);
  await edit(owner, id, { mileage: 150_000 });
  await look();
  expect(await kindsOf(id)).toEqual([]);
  expect(await showsAdvice(id)).toBe(false);
});
