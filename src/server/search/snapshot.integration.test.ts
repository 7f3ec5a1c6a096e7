import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { parseCarSearch } from "#domain/search/car-search.ts";
import { createLogger } from "#server/log.ts";
import { type TestApp, type TestUser, createTestApp } from "#testing/app.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { SearchService } from "./search.service.ts";
import { readSnapshot, writeSnapshot } from "./snapshot-file.ts";

let app: TestApp;
let seller: TestUser;
let golf: string;
beforeAll(async () => {
  app = await createTestApp();
  seller = await app.registerUser();
  golf = (await app.publishCar(seller, { brand: "Volkswagen", model: "Golf", price: 9_000 }))._id;
  for (const price of [5_000, 6_000, 7_000])
    await app.publishCar(seller, { brand: "Audi", model: "A4", price });
});
afterAll(() => app.close());

let folder: string;
let snapshot: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-search-"));
  snapshot = join(folder, "search", "index");
});
afterEach(() => rm(folder, { recursive: true }));

const logLine = z.object({ event: z.string(), changed: z.number().optional() });

interface Run {
  /** Ids in the order of prices. */
  readonly find: (query: string) => Promise<readonly string[]>;
  /** How many cars were read when it started. */
  readonly read: number | undefined;
  readonly warnings: readonly string[];
}

/** One life of the search on this database, from its start to its stop. */
async function live<Seen>(
  see: (run: Run) => Promise<Seen>,
  database: TestDatabase = app.database,
): Promise<Seen> {
  const lines: z.infer<typeof logLine>[] = [];
  const log = createLogger((line) => lines.push(logLine.parse(JSON.parse(line))));
  const service = new SearchService({ db: database.db, url: database.url, log, snapshot });
  try {
    await service.start();
    return await see({
      find: async (query) => {
        const search = parseCarSearch(new URLSearchParams(`${query}&sort=price_asc`));
        return (await service.search(search, { page: 1, limit: 100 })).ids;
      },
      read: lines.find(({ event }) => event === "search.loaded")?.changed,
      warnings: lines.map(({ event }) => event).filter((event) => event.startsWith("search.snapshot")),
    });
  } finally {
    await service.stop();
  }
}

/** Changes what the snapshot says of itself. */
async function claim(changes: Record<string, string>): Promise<void> {
  const blocks: unknown[] = [];
  for await (const block of readSnapshot(snapshot)) blocks.push(block);
  const [head, ...rest] = blocks;
  await writeSnapshot(snapshot, [{ ...z.looseObject({}).parse(head), ...changes }, ...rest]);
}

test("a start reads nothing that is as it was", async () => {
  const first = await live(async ({ find, read }) => ({ ids: await find("brand=Audi"), read }));
  expect(first.read).toBeGreaterThanOrEqual(4);
  await live(async ({ find, read, warnings }) => {
    expect(read).toBe(0);
    expect(warnings).toEqual([]);
    expect(await find("brand=Audi")).toEqual(first.ids);
    expect(await find("q=golf")).toEqual([golf]);
  });
});

test("what changed while nobody was there is found out, and alone is read", async () => {
  const dealer = await app.registerUser({
    dealerUntil: new Date(Date.now() + 3_600_000),
    businessName: "Auto Drini",
  });
  const lapsing = await app.publishCar(dealer, { brand: "SEAT", model: "Leon", price: 3_000 });
  const sold = await app.publishCar(seller, { brand: "SEAT", model: "Leon", price: 4_000 });
  const edited = await app.publishCar(seller, { brand: "SEAT", model: "Leon", price: 8_000 });
  const deleted = await app.publishCar(seller, { brand: "SEAT", model: "Leon", price: 9_000 });
  await live(async ({ find }) => expect(await find("brand=SEAT")).toHaveLength(4));

  await app.call(`PUT /api/cars/${sold._id}/sold`, { as: seller });
  const fields = await app.carFields(seller, { brand: "SEAT", model: "Ibiza", price: 2_000 });
  expect((await app.call(`PUT /api/cars/${edited._id}`, { as: seller, body: fields })).status).toBe(200);
  const added = await app.publishCar(seller, { brand: "SEAT", model: "Leon", price: 10_000 });
  // Nothing is left of it to be read.
  await app.database.db.deleteFrom("cars").where("id", "=", deleted._id).execute();
  // Of a dealer's end only the account's row tells.
  const { db } = app.database;
  await db
    .updateTable("users")
    .set({ dealer_until: new Date(Date.now() - 1000) })
    .where("id", "=", dealer.id)
    .execute();

  await live(async ({ find, read }) => {
    expect(await find("brand=SEAT")).toEqual([edited._id, added._id]);
    expect(await find("model=Ibiza")).toEqual([edited._id]);
    expect(read).toBe(5);
  });

  await db
    .updateTable("users")
    .set({ dealer_until: new Date(Date.now() + 3_600_000) })
    .where("id", "=", dealer.id)
    .execute();
  await live(async ({ find }) =>
    expect(await find("brand=SEAT&maxPrice=3000")).toEqual([edited._id, lapsing._id]),
  );
});

test("a transaction that is open all the while has nothing read that is as it was", async () => {
  // Its number holds the snapshots' horizon before all that follows, as any of another database on the server may.
  const open = await app.database.db.startTransaction().execute();
  try {
    await sql`select pg_current_xact_id()`.execute(open);
    const sold = await app.publishCar(seller, { brand: "Lada", model: "Niva", price: 2_000 });
    const edited = await app.publishCar(seller, { brand: "Lada", model: "Niva", price: 3_000 });
    await app.call(`PUT /api/cars/${sold._id}/sold`, { as: seller });
    await live(async ({ find }) => expect(await find("brand=Lada")).toEqual([edited._id]));

    const fields = await app.carFields(seller, { brand: "Lada", model: "Vesta", price: 3_000 });
    expect((await app.call(`PUT /api/cars/${edited._id}`, { as: seller, body: fields })).status).toBe(200);
    await live(async ({ find, read }) => {
      expect(await find("model=Vesta")).toEqual([edited._id]);
      expect(read).toBe(1);
    });
  } finally {
    await open.rollback().execute();
  }
});

test("a longer time for a dealer, which changes no count, is found out too", async () => {
  const dealer = await app.registerUser({
    dealerUntil: new Date(Date.now() + 3_600_000),
    businessName: "Auto Lab",
  });
  await app.publishCar(dealer, { brand: "Saab", model: "9-5" });
  await live(async ({ find }) => expect(await find("brand=Saab")).toHaveLength(1));
  const later = new Date(Date.now() + 7_200_000);
  await app.database.db
    .updateTable("users")
    .set({ dealer_until: later })
    .where("id", "=", dealer.id)
    .execute();
  await live(async ({ read }) => expect(read).toBe(1));
});

test.each([
  ["of other code", () => claim({ code: "another" })],
  ["of another database", () => claim({ database: "1/1/1" })],
  ["of a later state than the database is in", () => claim({ position: "FFFFFFFF/0" })],
])("a snapshot %s is not taken", async (_, change) => {
  const all = await live(async ({ find }) => find(""));
  await change();
  await live(async ({ find, read, warnings }) => {
    expect(read).toBe(all.length);
    expect(warnings).toEqual([]);
    expect(await find("")).toEqual(all);
  });
});

test.each([
  [
    "changed",
    async () => {
      const bytes = await readFile(snapshot);
      const at = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      await writeFile(snapshot, bytes);
    },
  ],
  ["cut off", async () => truncate(snapshot, (await readFile(snapshot)).length - 20)],
  ["empty", () => truncate(snapshot, 0)],
])("a file that was %s is told, and costs the start its time alone", async (_, spoil) => {
  const all = await live(async ({ find }) => find(""));
  await spoil();
  await live(async ({ find, read, warnings }) => {
    expect(warnings).toEqual(["search.snapshot_unreadable"]);
    expect(read).toBe(all.length);
    expect(await find("")).toEqual(all);
  });
  await live(async ({ read }) => expect(read).toBe(0));
});

test("another database's cars never come out of it", async () => {
  await live(async ({ find }) => expect(await find("")).not.toEqual([]));
  const other = await createTestDatabase();
  try {
    await live(async ({ find }) => expect(await find("")).toEqual([]), other);
  } finally {
    await other.close();
  }
});
