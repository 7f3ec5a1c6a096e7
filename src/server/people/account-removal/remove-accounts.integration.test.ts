import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { visitorHashing } from "#server/people/accounts/hashing-queue.ts";
import { hashPassword } from "#server/people/accounts/passwords.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { removeOwnAccount } from "./account-removal.routes.ts";

let app: TestApp;
let admin: TestUser;
const password = "nje fjalekalim i gjate";

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

/** Resolves once so many statements of the site wait for a lock: PostgreSQL's own vacuum may wait as well. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
      and backend_type = 'client backend'`.execute(app.database.db);
    if (rows[0]?.count === count) return;
    await sleep(20);
  }
}

async function sellerWithReportedCar() {
  const { db } = app.database;
  const seller = await app.registerUser();
  const hash = await hashPassword(password, visitorHashing("127.0.0.1"));
  await db.updateTable("users").set({ password_hash: hash }).where("id", "=", seller.id).execute();
  const car = await app.publishCar(seller);
  await app.call(`POST /api/cars/${car._id}/report`, {
    body: { reason: "fraud", email: "kush@example.com" },
  });
  return { seller, car };
}

test.each(["the owner", "an admin"])(
  "%s can delete an account while an admin hides its reported car without a deadlock",
  async (who) => {
    const { db } = app.database;
    const { seller, car } = await sellerWithReportedCar();
    const steps: Promise<{ status: number }>[] = [];
    await db.transaction().execute(async (trx) => {
      // Hiding stops between the car, which it holds by then, and the reports: it queues the owner's mail there.
      await sql`lock table graphile_worker._private_jobs in share mode`.execute(trx);
      steps.push(app.call(`POST /api/admin/cars/${car._id}/hide`, { as: admin }));
      await waiting(1);
      steps.push(
        who === "the owner"
          ? removeOwnAccount(app.services.ctx, seller.id, password).then(() => ({ status: 204 }))
          : app.call(`DELETE /api/admin/users/${seller.id}`, { as: admin }),
      );
      await waiting(2);
    });
    const answers = await Promise.all(steps);
    expect(answers.map(({ status }) => status)).toEqual([200, 204]);
    const states = await db.selectFrom("reports").select("state").where("car_name", "is not", null).execute();
    expect(states.every(({ state }) => state === "hidden")).toBe(true);
    const gone = await db.selectFrom("users").select("id").where("id", "=", seller.id).execute();
    expect(gone).toEqual([]);
  },
);

test("an admin can delete an account while another deletes its car with a reference without a deadlock", async () => {
  const { db } = app.database;
  const second = await app.registerUser({ isAdmin: true });
  const dealer = await app.registerUser({ isDealerByHand: true });
  const car = await app.publishCar(dealer, { reference: "A-1" });
  const steps: Promise<{ status: number }>[] = [];
  await db.transaction().execute(async (trx) => {
    // The deletion of the car stops between the car, which it holds by then, and what it remembers of it.
    await sql`lock table reports in share mode`.execute(trx);
    steps.push(app.call(`DELETE /api/admin/cars/${car._id}`, { as: second }));
    await waiting(1);
    steps.push(app.call(`DELETE /api/admin/users/${dealer.id}`, { as: admin }));
    await waiting(2);
  });
  const answers = await Promise.all(steps);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(await db.selectFrom("removed_references").selectAll().execute()).toEqual([]);
});
