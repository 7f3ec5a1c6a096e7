import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#testing/app.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("an account whose calls wait for each other's locks leaves connections to everybody else", async () => {
  const [waiting, other] = [await app.registerUser(), await app.registerUser()];
  const car = await app.publishCar(await app.registerUser());
  const calls: ReturnType<TestApp["call"]>[] = [];
  await app.database.db.transaction().execute(async (trx) => {
    // As an import of a whole stock holds it, or any other long write of the account.
    await sql`select from users where id = ${waiting.id} for update`.execute(trx);
    for (let call = 0; call < 40; call++)
      calls.push(app.call(`PUT /api/cars/${car._id}/follow`, { as: waiting }));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.call("GET /api/me/status", { as: other })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });
  const followed = await Promise.all(calls);
  expect(new Set(followed.map(({ status }) => status))).toEqual(new Set([200]));
});
