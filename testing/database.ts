import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { createDatabase, type Database, type DatabaseOptions } from "#server/db/connection.ts";
import { createLogger, type Logger } from "#server/log.ts";

/** A logger for tests: its lines are of no interest. */
export const silentLog: Logger = createLogger(() => {});

export interface TestDatabase extends Database {
  /** For a second process or pool on the same database. */
  readonly url: string;
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
 * A new, migrated database, empty but for what migrations put in. Call once a test file, and `close()` after it: that
 * drops the database too.
 */
export async function createTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  const url = new URL(inject("templateDatabaseUrl"));
  const template = url.pathname.slice(1);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  url.pathname = `/${name}`;
  const database = createDatabase(url.href, { log: silentLog, maxConnections: 10, ...options });
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close();
      await onServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
