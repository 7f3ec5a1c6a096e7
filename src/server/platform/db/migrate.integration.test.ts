import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { migrate, MigrationError } from "./migrate.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-migrations-"));
  // The template's own migrations are of no concern here.
  await sql`DROP TABLE IF EXISTS schema_migrations`.execute(database.db);
});
afterEach(async () => {
  await sql`DROP TABLE IF EXISTS probe`.execute(database.db);
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const probe = async () =>
  (await database.pool.query<{ id: number }>("SELECT id FROM probe ORDER BY id")).rows;

test("each file runs once, in the order of the numbers", async () => {
  await write("0002_second.sql", "INSERT INTO probe VALUES (1);");
  await write("0001_first.sql", "CREATE TABLE probe (id int);");
  const steps: string[] = [];
  const first = await migrate(database.url, { folder, onProgress: ({ name }) => steps.push(name) });
  expect(first.applied).toEqual(["0001_first", "0002_second"]);
  expect(steps).toEqual(["0001_first", "0002_second"]);
  expect((await migrate(database.url, { folder })).applied).toEqual([]);
  expect(await probe()).toEqual([{ id: 1 }]);
});

test("a file that fails leaves nothing behind, and is tried again", async () => {
  await write("0001_first.sql", "CREATE TABLE probe (id int); INSERT INTO nowhere VALUES (1);");
  await expect(migrate(database.url, { folder })).rejects.toThrow(/0001_first\.sql failed.*nowhere/);
  await write("0001_first.sql", "CREATE TABLE probe (id int);");
  expect((await migrate(database.url, { folder })).applied).toEqual(["0001_first"]);
});

test("a file changed after it was run stops the start", async () => {
  await write("0001_first.sql", "CREATE TABLE probe (id int);");
  await migrate(database.url, { folder });
  await write("0001_first.sql", "CREATE TABLE probe (id bigint);");
  await expect(migrate(database.url, { folder })).rejects.toThrow(MigrationError);
  await expect(migrate(database.url, { folder })).rejects.toThrow(/0001_first/);
});

test("processes that start at once run each file once", async () => {
  await write("0001_first.sql", "CREATE TABLE probe (id int); SELECT pg_sleep(0.2);");
  await write("0002_second.sql", "INSERT INTO probe VALUES (1);");
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, { folder })));
  expect(results.flatMap(({ applied }) => applied)).toEqual(["0001_first", "0002_second"]);
  expect(await probe()).toEqual([{ id: 1 }]);
});

test("a migration gives way to a request that it deadlocks with, and runs after it", async () => {
  await write("0001_first.sql", "CREATE TABLE probe (id int); CREATE TABLE probe_log (id int);");
  await migrate(database.url, { folder });
  await write(
    "0002_second.sql",
    "ALTER TABLE probe_log ADD COLUMN note text; SELECT pg_sleep(0.3); ALTER TABLE probe ADD COLUMN note text;",
  );
  const request = await database.pool.connect();
  try {
    await request.query("BEGIN");
    await request.query("INSERT INTO probe VALUES (1)");
    const migrating = migrate(database.url, { folder });
    const isHalfDone = async () =>
      (
        await database.pool.query(
          "SELECT FROM pg_locks WHERE granted AND relation = 'probe_log'::regclass AND mode = 'AccessExclusiveLock'",
        )
      ).rows.length === 1;
    await vi.waitUntil(isHalfDone, { timeout: 10_000, interval: 5 });
    // The request waits first: after deadlock_timeout PostgreSQL would end it, not the migration.
    await request.query("INSERT INTO probe_log VALUES (1)");
    await request.query("COMMIT");
    expect((await migrating).applied).toEqual(["0002_second"]);
  } finally {
    request.release();
    await sql`DROP TABLE IF EXISTS probe_log`.execute(database.db);
  }
  expect(await probe()).toEqual([{ id: 1 }]);
});

test("a migration that only a newer version knows is told, not fatal", async () => {
  await write("0001_first.sql", "CREATE TABLE probe (id int);");
  await write("0002_newer.sql", "SELECT 1;");
  await migrate(database.url, { folder });
  await rm(join(folder, "0002_newer.sql"));
  const unknown: string[] = [];
  await migrate(database.url, { folder, onUnknown: (name) => unknown.push(name) });
  expect(unknown).toEqual(["0002_newer"]);
});

test("a file that is not named like a migration is refused", async () => {
  await write("first.sql", "SELECT 1;");
  await expect(migrate(database.url, { folder })).rejects.toThrow(/first\.sql/);
});

test("a database of 0.1.0 is refused with one sentence, and nothing is changed in it", async () => {
  await write("0001_first.sql", "CREATE TABLE probe (id int);");
  await database.pool.query("CREATE TABLE schema_migrations (name text PRIMARY KEY, hash text NOT NULL)");
  await database.pool.query("INSERT INTO schema_migrations VALUES ('0001_accounts_cars_photos', 'any')");
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    new MigrationError(
      "This database is of Vetura 0.1.0, which this version does not read. Start with an empty DATA_DIR or database.",
    ),
  );
  expect((await database.pool.query("SELECT to_regclass('probe') AS probe")).rows).toEqual([{ probe: null }]);
});
