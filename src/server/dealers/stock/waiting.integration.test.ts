import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { carsOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import {
  applyStock,
  checkStock,
  runImports,
  readImport,
  readRows,
  sendStock,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

// What happens to an import while it waits: two browsers, a lost status, a job that fails for good.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const newDealer = () => app.registerUser({ isDealerByHand: true, phone: "+38344123456" });
const carsBy = async (as: TestUser) => carsOf(await app.call("GET /api/cars/my", { as }));
const apply = async (as: TestUser, id: string) =>
  (await app.call(`POST /api/dealer/imports/${id}/apply`, { as, body: { archiveMissing: false } })).status;

async function oneCar(): Promise<Buffer> {
  return zipOf({ "s.csv": stockCsv([stockRow({ marka: "" })]), "a.jpg": await stockPicture(1) });
}

async function soundCar(): Promise<Buffer> {
  return zipOf({ "s.csv": stockCsv([stockRow()]), "a.jpg": await stockPicture(1) });
}

test("an import that two browsers apply at the same moment is applied once, and the other is told that it is under way", async () => {
  const dealer = await newDealer();
  const { id } = await checkStock(app, dealer, await soundCar());
  const statuses = await Promise.all([1, 2, 3].map(() => apply(dealer, id)));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 409, 409]);
  await runImports(app);
  expect(await carsBy(dealer)).toHaveLength(1);
});

test("two cells of a row that are corrected at the same moment are both corrected", async () => {
  const dealer = await newDealer();
  const zip = await zipOf({
    "s.csv": stockCsv([stockRow({ marka: "?", cmimi: "abc", km: "" })]),
    "a.jpg": await stockPicture(1),
  });
  const { id } = await checkStock(app, dealer, zip);
  await Promise.all(
    [{ marka: "Audi" }, { cmimi: "9900" }, { km: "5" }].map(async (body) => {
      const answer = await app.call(`PUT /api/dealer/imports/${id}/rows/2`, { as: dealer, body });
      expect(answer.status).toBe(200);
    }),
  );
  expect(await readRows(app, dealer, id)).toMatchObject([
    { outcome: "create", cells: { marka: "Audi", cmimi: "9900", km: "5" }, faults: [] },
  ]);
});

test("who is no dealer any more when the stock is applied publishes nothing, and may apply it once a dealer again", async () => {
  const dealer = await newDealer();
  const { id } = await checkStock(app, dealer, await soundCar());
  expect(await apply(dealer, id)).toBe(202);
  const setDealer = (isDealer: boolean) =>
    sql`update users set is_dealer_by_hand = ${isDealer} where id = ${dealer.id}`.execute(app.database.db);
  await setDealer(false);
  await runImports(app);
  expect(await carsBy(dealer)).toEqual([]);
  expect(await apply(dealer, id)).toBe(403);
  await setDealer(true);
  expect(await readImport(app, dealer, id)).toMatchObject({ status: "ready", summary: { create: 1 } });
  // Its file is still there: another of its pictures may be named.
  const corrected = await app.call(`PUT /api/dealer/imports/${id}/rows/2`, {
    as: dealer,
    body: { fotot: "A.JPG" },
  });
  expect(corrected.body).toMatchObject({ outcome: "create", faults: [] });
  expect((await applyStock(app, dealer, id)).status).toBe("applied");
  expect(await carsBy(dealer)).toHaveLength(1);
});

/** The queued jobs of imports have been tried for the last time. */
const failForGood = () =>
  sql`update graphile_worker._private_jobs set attempts = max_attempts where payload->>'importId' is not null`.execute(
    app.database.db,
  );
const sweep = () => app.services.schedule["sweep_stock_imports"]?.run(new AbortController().signal);

test("an import whose check failed each time it was tried has failed, and one that is tried again waits", async () => {
  const dealer = await newDealer();
  const sent = async () =>
    z.object({ id: z.string() }).parse((await sendStock(app, dealer, await oneCar())).body).id;
  const lost = await sent();
  await failForGood();
  const waiting = await sent();
  await sweep();
  expect(await readImport(app, dealer, waiting)).toMatchObject({ status: "checking" });
  const failed = await readImport(app, dealer, lost);
  expect(failed).toMatchObject({ status: "failed", faults: [{ row: 1, column: "", code: "check_failed" }] });
  expect(failed.faults[0]?.message).toContain("Ngarkojeni përsëri");
  await runImports(app);
  expect(await readImport(app, dealer, waiting)).toMatchObject({ status: "ready" });
});

test("a stock that could not be applied or undone for good is as it was, and may be applied and undone again", async () => {
  const dealer = await newDealer();
  const { id } = await checkStock(app, dealer, await soundCar());
  expect(await apply(dealer, id)).toBe(202);
  await failForGood();
  await sweep();
  expect(await readImport(app, dealer, id)).toMatchObject({ status: "ready" });
  await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
  await applyStock(app, dealer, id);
  const revert = async () => (await app.call(`POST /api/dealer/imports/${id}/revert`, { as: dealer })).status;
  expect(await revert()).toBe(202);
  await failForGood();
  await sweep();
  expect(await readImport(app, dealer, id)).toMatchObject({ status: "applied", revertAskedAt: null });
  await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
  expect(await revert()).toBe(202);
  await runImports(app);
  expect(await readImport(app, dealer, id)).toMatchObject({ status: "reverted" });
});
