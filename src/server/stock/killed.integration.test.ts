import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carsOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import {
  applyStock,
  checkStock,
  readImport,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

let app: TestApp;
/** Abandons the work at this step, as a crash does; Infinity: never. */
let crashAt = Infinity;
let steps = 0;

beforeAll(async () => {
  app = await createTestApp({
    stockStep: async () => {
      steps += 1;
      if (steps === crashAt) throw new Error("crash");
    },
  });
});
afterAll(() => app.close());

async function stock(dealer: TestUser) {
  const cars = [
    ...carsOf(await app.call("GET /api/cars/my", { as: dealer })),
    ...carsOf(await app.call("GET /api/cars/archived", { as: dealer })),
  ];
  return cars
    .map(({ reference, price, deleted, photos }) =>
      JSON.stringify([reference, price, deleted, photos.length]),
    )
    .toSorted();
}

async function photoCount(dealer: TestUser): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from photos where owner_id = ${dealer.id}`.execute(app.database.db);
  return rows[0]?.count ?? 0;
}

test("an import that is killed at any step leaves the stock before or after, and comes to the same when it goes on", async () => {
  const first = [1, 2, 3].map((number) => stockRow({ referenca: `K-${number}`, fotot: `${number}.jpg` }));
  const second = [
    stockRow({ referenca: "K-1", cmimi: "9000", fotot: "4.jpg|1.jpg" }),
    stockRow({ referenca: "K-2", cmimi: "9500", fotot: "" }),
    stockRow({ referenca: "K-4", fotot: "5.jpg" }),
    stockRow({ referenca: "K-5", fotot: "6.jpg" }),
  ];
  const pictures = Object.fromEntries(
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (each) => [`${each}.jpg`, await stockPicture(each)] as const),
    ),
  );
  let killed = 0;
  for (let at = 1; at < 100; at++) {
    const dealer = await app.registerUser({ isDealerByHand: true, phone: "+38344123456" });
    crashAt = Infinity;
    const one = await checkStock(app, dealer, await zipOf({ "a.csv": stockCsv(first), ...pictures }));
    await applyStock(app, dealer, one.id);
    const before = await stock(dealer);
    const two = await checkStock(app, dealer, await zipOf({ "a.csv": stockCsv(second), ...pictures }));
    const answer = await app.call(`POST /api/dealer/imports/${two.id}/apply`, {
      as: dealer,
      body: { archiveMissing: true, confirm: true },
    });
    expect(answer.status).toBe(202);
    const task = app.services.stockImports.tasks["apply_stock_import"];
    const run = async () => task?.run({ importId: two.id }, new AbortController().signal);
    [steps, crashAt] = [0, at];
    const crashed = await run().then(
      () => false,
      () => true,
    );
    if (crashed) {
      killed += 1;
      expect([at, await stock(dealer)]).toEqual([at, before]);
      crashAt = Infinity;
      await run();
    }
    expect([at, await stock(dealer)]).toEqual([
      at,
      [
        ["K-1", 9_000, false, 2],
        ["K-2", 9_500, false, 1],
        ["K-3", 12_500, true, 1],
        ["K-4", 12_500, false, 1],
        ["K-5", 12_500, false, 1],
      ].map((each) => JSON.stringify(each)),
    ]);
    // No picture is made twice: three of the first file, three of the second.
    expect([at, await photoCount(dealer)]).toEqual([at, 6]);
    expect((await readImport(app, dealer, two.id)).status).toBe("applied");
    // And once more, as a job that ran to its end and is run again.
    await run();
    expect(await photoCount(dealer)).toBe(6);
    await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
    if (!crashed) break;
  }
  // Three pictures, their end, four rows, one archived car, and the moment before the commit.
  expect(killed).toBe(10);
}, 120_000);
