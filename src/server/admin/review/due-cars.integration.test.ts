import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import { lockCar } from "#server/market/cars/cars.queries.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { watchedLog } from "#testing/faults.ts";
import { lookAtCar } from "./look-at-car.commands.ts";
import { findDue, noteForReview, settleDue } from "./review.queries.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("noting a car for review waits for nobody who edits it, so that two who note each other's car go on", async () => {
  const { db } = app.database;
  const seller = await app.registerUser();
  const { _id: id } = await app.publishCar(seller, {});
  await db.transaction().execute(async (edit) => {
    await lockCar(edit, id);
    await edit.updateTable("cars").set({ price: 4321 }).where("id", "=", id).execute();
    await db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '500ms'`.execute(other);
      await noteForReview(other, [id]);
    });
  });
});

test("a car that is noted while it is looked at stays due", async () => {
  const { db } = app.database;
  const seller = await app.registerUser();
  const { _id: id } = await app.publishCar(seller, {});
  await noteForReview(db, [id]);
  const looked = await findDue(db, id);
  await noteForReview(db, [id]);
  await settleDue(db, looked);
  expect(await findDue(db, id)).toHaveLength(1);
  const last = await findDue(db, id);
  await settleDue(db, last);
  expect(await findDue(db, id)).toEqual([]);
});

test("of the price bands that a car gets, only one that makes or ends a signal has it looked at again", async () => {
  const { db } = app.database;
  const { _id: id } = await app.publishCar(await app.registerUser(), {});
  const rate = (band: PriceBand | null) =>
    db.updateTable("cars").set({ price_band: band }).where("id", "=", id).execute();
  const news: boolean[] = [];
  await rate(null);
  for (const band of ["fair", "below", "far_below", null, "far_below", "fair", null] as const) {
    await settleDue(db, await findDue(db, id));
    await rate(band);
    news.push((await findDue(db, id)).length > 0);
  }
  expect(news).toEqual([false, false, true, true, true, true, false]);
});

/** The kinds of a car's signals that are there. */
async function kindsOf(id: string): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom("car_signals")
    .select("kind")
    .where("car_id", "=", id)
    .where("gone_at", "is", null)
    .execute();
  return rows.map(({ kind }) => kind);
}

test("a look that began before an edit writes nothing over the look of another process after it", async () => {
  const { db, url } = app.database;
  const { ctx } = app.services;
  const seller = await app.registerUser();
  const { _id: id } = await app.publishCar(seller, {});
  // With one connection, so that the older look can be held up between its reading and its writing.
  const older = createDatabase(url, { log: watchedLog, maxConnections: 1 });
  let looking: Promise<void> | undefined;
  const hold = await db.transaction().execute(async (trx) => {
    // What the last kind of signal reads: the older look has read the car.
    await sql`lock table car_identity_changes in access exclusive mode`.execute(trx);
    looking = lookAtCar({ ...ctx, db: older.db }, id);
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and backend_type = 'client backend'`.execute(db);
        expect(rows).toHaveLength(1);
      },
      { timeout: 10_000, interval: 20 },
    );
    // Its next connection is ours.
    return { connection: older.pool.connect() };
  });
  const connection = await hold.connection;
  await sql`update cars set description = 'Dërgoni 300 € kapar para se ta shihni.' where id = ${id}`.execute(
    db,
  );
  await lookAtCar(ctx, id);
  expect(await kindsOf(id)).toEqual(["asks_for_money_ahead"]);
  expect(await findDue(db, id)).toEqual([]);
  connection.release();
  await looking;
  await older.close();
  expect(await kindsOf(id)).toEqual(["asks_for_money_ahead"]);
});

test("a car that another process has looked at meanwhile is not looked at again", async () => {
  const { db } = app.database;
  const seller = await app.registerUser();
  const { _id: id } = await app.publishCar(seller, {
    description: "Dërgoni 300 € kapar para se ta shihni.",
  });
  await settleDue(db, await findDue(db, id));
  await lookAtCar(app.services.ctx, id);
  expect(await kindsOf(id)).toEqual([]);
});
