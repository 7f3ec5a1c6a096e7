import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { Client } from "pg";
import { inject } from "vitest";
import { createDatabase, type Database, type DatabaseOptions } from "#server/platform/db/connection.ts";
import { expectFaults, recordFault, watchedLog } from "./faults.ts";
import { watchLockOrder } from "./lock-order.ts";

export interface TestDatabase extends Database {
  /** For a second process or pool on the same database. */
  readonly url: string;
}

/** Jobs that failed and have not succeeded since. Jobs interrupted by a stop do not count. */
async function failedJobs({ db }: Database): Promise<string[]> {
  const queue = await sql`select where to_regclass('graphile_worker._private_jobs') is not null`.execute(db);
  if (queue.rows.length === 0) return [];
  const { rows } = await sql<{ job: string }>`
    select identifier || ': ' || last_error as job
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where last_error is not null and last_error <> 'This operation was aborted'`.execute(db);
  return rows.map(({ job }) => job);
}

async function onServer(url: URL, statement: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = new Client(maintenance.href);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A new, migrated database with only the migrations' rows. Call once per test file, and `close()` after it,
 * which drops the database.
 */
export async function createTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  const url = new URL(inject("templateDatabaseUrl"));
  const template = url.pathname.slice(1);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  url.pathname = `/${name}`;
  const database = createDatabase(url.href, { log: watchedLog, maxConnections: 10, ...options });
  watchLockOrder(database.pool, (what) => recordFault("lock order", what));
  return {
    ...database,
    url: url.href,
    close: async () => {
      for (const job of await failedJobs(database)) recordFault("job.failed", job);
      await database.close();
      // Closes idle connections of a second process.
      expectFaults(/terminating connection due to administrator command/);
      await onServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
