import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
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
    step: async () => {
      steps += 1;
      if (steps === crashAt) throw new Error("crash");
    },
  });
});
const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await app.close();
});

/** A process that works on this database's jobs, once it does. */
async function startWorker(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL("../../../../testing/jobs-process.ts", import.meta.url));
  const env = {
    ...process.env,
    DATABASE_URL: app.database.url,
    DATA_DIR: app.dataDir,
    NODE_ENV: "test",
  };
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  running.delete(child);
}

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

test("a process that is killed while it makes pictures or writes the stock leaves it as before, and the next one ends it", async () => {
  const { db } = app.database;
  crashAt = Infinity;
  const dealer = await app.registerUser({ isDealerByHand: true, phone: "+38344123456" });
  const kept = await app.publishCar(dealer, { reference: "Z-1", price: 8_000 });
  const pictures = Object.fromEntries(
    await Promise.all(
      Array.from(
        { length: 12 },
        async (_, at) => [`${at}.jpg`, await stockPicture(at + 50, 640, 480)] as const,
      ),
    ),
  );
  const rows = [
    stockRow({ referenca: "Z-1", cmimi: "7500", fotot: "" }),
    ...Object.keys(pictures).map((fotot, at) => stockRow({ referenca: `Z-${at + 2}`, fotot })),
  ];
  const { id } = await checkStock(app, dealer, await zipOf({ "a.csv": stockCsv(rows), ...pictures }));
  const before = await stock(dealer);
  const made = await photoCount(dealer);
  const answer = await app.call(`POST /api/dealer/imports/${id}/apply`, {
    as: dealer,
    body: { archiveMissing: true },
  });
  expect(answer.status).toBe(202);

  // Somebody holds a car that the import changes: the writing waits in its midst.
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (trx) => {
    await sql`select from cars where id = ${kept._id} for update`.execute(trx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const wait = { timeout: 120_000, interval: 20 };

  const first = await startWorker();
  await vi.waitFor(async () => expect(await photoCount(dealer)).toBeGreaterThan(made + 1), wait);
  await kill(first);
  expect(await stock(dealer)).toEqual(before);

  const second = await startWorker();
  await vi.waitFor(async () => {
    const { rows: waiting } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%'`.execute(
      db,
    );
    expect(waiting).toHaveLength(1);
  }, wait);
  await kill(second);
  expect(await stock(dealer)).toEqual(before);
  release.resolve();
  await holding;
  expect(await stock(dealer)).toEqual(before);

  const third = await startWorker();
  await vi.waitFor(async () => expect((await readImport(app, dealer, id)).status).toBe("applied"), {
    ...wait,
    interval: 200,
  });
  await kill(third);
  expect(await stock(dealer)).toHaveLength(before.length + 12);
  // Those of the killed processes are not made again: at most what was under way at each kill.
  expect(await photoCount(dealer)).toBeLessThanOrEqual(made + 12 + 4);
}, 400_000);
