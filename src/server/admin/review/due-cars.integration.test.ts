import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockCar } from "#server/market/cars/cars.queries.ts";
import { createTestApp, type TestApp } from "#testing/app.ts";
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
