import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { createCarReader } from "./car-reader.ts";

let app: TestApp;
let seller: TestUser;
const ids: string[] = [];
beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser({ isDealerByHand: true });
  for (const price of [5_000, 6_000, 7_000]) ids.push((await app.publishCar(seller, { price }))._id);
});
afterAll(() => app.close());

const noCar = "0198a000-0000-7000-8000-000000000000";

/** The reader's queries, counted. */
function countingReader() {
  let queries = 0;
  const db = app.database.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { reader: createCarReader(db), queries: () => queries };
}

test("cars asked for at once are loaded by one query", async () => {
  const { reader, queries } = countingReader();
  const asked = [ids[2], noCar, ids[0], ids[2], ids[1]].map((id) => id ?? "");
  const rows = await Promise.all(asked.map((id) => reader.load(id)));
  expect(rows.map((row) => row?.id ?? null)).toEqual([ids[2], null, ids[0], ids[2], ids[1]]);
  expect(queries()).toBe(1);
});

test("a hundred calls of load() one after the other share a few queries", async () => {
  const { reader, queries } = countingReader();
  const asked: Promise<unknown>[] = [];
  for (let at = 0; at < 100; at += 1) {
    asked.push(reader.load(ids[at % 3] ?? ""));
    await new Promise(setImmediate);
  }
  await Promise.all(asked);
  expect(queries()).toBeLessThan(60);
});

test("load() never returns what was read before the call", async () => {
  const { reader } = countingReader();
  const id = ids[0] ?? "";
  for (let price = 5_001; price < 5_021; price += 1) {
    // Readers in progress while the price changes, and one that asks afterwards.
    const before = [reader.load(id), reader.load(id)];
    await sql`update cars set price = ${price} where id = ${id}`.execute(app.database.db);
    expect((await reader.load(id))?.price).toBe(price);
    await Promise.all(before);
  }
});

test("a failed query fails only its own calls, and the next ones are answered", async () => {
  const { reader } = countingReader();
  const failed = await Promise.allSettled([reader.load("no uuid"), reader.load(ids[0] ?? "")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await reader.load(ids[1] ?? ""))?.id).toBe(ids[1]);
});
