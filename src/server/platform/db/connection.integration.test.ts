import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { watchedLog } from "#testing/faults.ts";
import { createDatabase } from "./connection.ts";
import type { DB } from "./tables.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const limits = ["statement_timeout", "idle_in_transaction_session_timeout"];

/** The limits that this connection asked for when it was made. */
async function askedFor(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where source = 'client' and name = any(${limits}) order by name desc`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

test("limits come with the connection, and with none that a pooler lends", async () => {
  const direct = createDatabase(database.url, { log: watchedLog, maxConnections: 1 });
  const pooled = createDatabase(database.url, { log: watchedLog, maxConnections: 1, pooled: true });
  try {
    expect(await askedFor(direct.db)).toEqual(limits);
    expect(await askedFor(pooled.db)).toEqual([]);
  } finally {
    await Promise.all([direct.close(), pooled.close()]);
  }
});
