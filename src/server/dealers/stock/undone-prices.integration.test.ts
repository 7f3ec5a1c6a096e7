import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Car, priceCut } from "#contract/cars.ts";
import { carOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { readOutbox } from "#testing/read-mail.ts";
import { applyStock, checkStock, runImports, stockCsv, stockRow } from "#testing/stock-files.ts";

// What a wrong file leaves behind once it is undone: followers, the place in the lists, the lowest price.

let app: TestApp;
let dealer: TestUser;
let buyer: TestUser;
const never = new AbortController().signal;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await settle();
  await rm(outbox(), { recursive: true, force: true });
  dealer = await app.registerUser({ isDealerByHand: true, phone: "+38344123456" });
  buyer = await app.registerUser();
});

const outbox = () => join(app.dataDir, "outbox");
const mails = async () =>
  (await readOutbox(outbox())).filter(({ to }) => to === buyer.email).map(({ subject }) => subject);

/** All that the jobs of alerts would do by themselves. */
async function settle(): Promise<void> {
  await app.services.alerts.schedule["sweep_alerts"]?.run(never);
  expect(await drainJobs(app.database, app.services.alerts.tasks)).toEqual([]);
}

async function publish(reference: string, price = 10_000): Promise<Car> {
  return app.publishCar(dealer, { reference, price });
}

async function follow(car: Car): Promise<void> {
  const { status } = await app.call(`PUT /api/cars/${car._id}/follow`, { as: buyer });
  expect(status).toBeLessThan(300);
}

const read = async (car: Car) => carOf(await app.call(`GET /api/cars/${car._id}`, { as: dealer }));

async function edit(car: Car, changes: Partial<Car>): Promise<void> {
  const body = { ...(await read(car)), ...changes };
  expect((await app.call(`PUT /api/cars/${car._id}`, { as: dealer, body })).status).toBe(200);
}

/** Applies a file with these cars alone and these changes; returns the import's id. */
async function importStock(rows: readonly Parameters<typeof stockRow>[0][]): Promise<string> {
  const file = stockCsv(rows.map((row) => stockRow({ fotot: "", ...row })));
  const { id } = await checkStock(app, dealer, file);
  const applied = await applyStock(app, dealer, id, { archiveMissing: true, confirm: true });
  expect(applied.status).toBe("applied");
  await settle();
  return id;
}

async function undo(id: string): Promise<void> {
  expect((await app.call(`POST /api/dealer/imports/${id}/revert`, { as: dealer })).status).toBe(202);
  await runImports(app);
  await settle();
}

test("a car that one file leaves out is still followed once the import is undone", async () => {
  const [left, listed] = [await publish("A-1"), await publish("A-2")];
  await follow(left);
  const id = await importStock([{ referenca: "A-2" }]);
  expect(await read(left)).toMatchObject({ deleted: true });
  await undo(id);
  expect(await read(left)).toMatchObject({ deleted: false });
  expect(await mails()).toEqual([]);
  await edit(left, { price: 9_000 });
  await edit(listed, { price: 5_000 });
  await settle();
  expect(await mails()).toEqual(["Çmimi u ul: Volkswagen Golf 2016 tani 9.000 €"]);
});

test("a car that one file leaves out and the next has again is still followed, and mailed only while it is on sale", async () => {
  const car = await publish("A-1");
  await publish("A-2");
  await follow(car);
  await importStock([{ referenca: "A-2" }]);
  // A price that changes while nobody can buy the car.
  await sql`update cars set price = 9500 where id = ${car._id}`.execute(app.database.db);
  await settle();
  expect(await mails()).toEqual([]);
  await importStock([{ referenca: "A-1", viti: "2016", cmimi: "9000" }, { referenca: "A-2" }]);
  expect(await mails()).toEqual(["Çmimi u ul: Volkswagen Golf 2016 tani 9.000 €"]);
});

test.each(["sold", "archived"])("a car that its owner has %s is no longer followed", async (how) => {
  const car = await publish("A-1");
  await follow(car);
  const call =
    how === "sold" ? (`PUT /api/cars/${car._id}/sold` as const) : (`DELETE /api/cars/${car._id}` as const);
  expect((await app.call(call, { as: dealer })).status).toBeLessThan(300);
  await settle();
  const { rows } = await sql`select from followed_cars where car_id = ${car._id}`.execute(app.database.db);
  expect(rows).toEqual([]);
});

test("a wrong price that is undone neither lifts a car nor hides the next cut from lists, history and followers", async () => {
  const car = await publish("A-1");
  await sql`update cars set listed_at = now() - interval '20 days' where id = ${car._id}`.execute(
    app.database.db,
  );
  await follow(car);
  const before = await read(car);
  const id = await importStock([{ referenca: "A-1", viti: "2016", cmimi: "1000" }]);
  expect((await read(car)).listedAt > before.listedAt).toBe(true);
  expect(await mails()).toEqual(["Çmimi u ul: Volkswagen Golf 2016 tani 1.000 €"]);
  await undo(id);
  const after = await read(car);
  expect(after).toMatchObject({ price: 10_000, listedAt: before.listedAt });
  expect(await history(car)).toEqual([]);
  await edit(car, { price: 8_800 });
  await settle();
  expect((await read(car)).listedAt > before.listedAt).toBe(true);
  expect(await history(car)).toMatchObject([{ from: 10_000, to: 8_800 }]);
  expect((await mails()).toSorted()).toEqual([
    "Çmimi u ul: Volkswagen Golf 2016 tani 1.000 €",
    "Çmimi u ul: Volkswagen Golf 2016 tani 8.800 €",
  ]);
});

test("undoing leaves the day's earlier prices, and what was mailed of a price that the import left as it was", async () => {
  const car = await publish("A-1", 9_000);
  await follow(car);
  await edit(car, { price: 8_500 });
  await settle();
  await edit(car, { price: 9_500 });
  const id = await importStock([{ referenca: "A-1", viti: "2016", cmimi: "9500", ngjyra: "E kuqe" }]);
  await undo(id);
  // Not below what was mailed.
  await edit(car, { price: 9_400 });
  await settle();
  expect(await mails()).toEqual(["Çmimi u ul: Volkswagen Golf 2016 tani 8.500 €"]);
  expect(await history(car)).toEqual([]);
  const { rows } = await sql`select price, lowest from car_prices where car_id = ${car._id}`.execute(
    app.database.db,
  );
  expect(rows).toEqual([{ price: 9_400, lowest: 8_500 }]);
});

async function history(car: Car) {
  return z.array(priceCut).parse((await app.call(`GET /api/cars/${car._id}/price-history`)).body);
}
