import { Kysely, PostgresDialect } from "kysely";
import { Pool, types as pgTypes, type CustomTypesConfig } from "pg";
import type { Logger } from "#server/log.ts";
import type { DB } from "./tables.ts";

/** The one handle to PostgreSQL that services and queries get. */
export interface Database {
  readonly db: Kysely<DB>;
  /** For what speaks to `pg` itself: the job queue, LISTEN. */
  readonly pool: Pool;
  /** Waits for what is under way, then lets all connections go. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly log: Logger;
  /** Connections at most; more callers wait in a queue. */
  readonly maxConnections?: number;
  /** No statement may run longer, in milliseconds. */
  readonly statementTimeout?: number;
  /** How long a caller waits for a free connection, in milliseconds. */
  readonly connectionTimeout?: number;
}

const types: CustomTypesConfig = {
  getTypeParser(oid, format) {
    // Counts and sums fit a double here (cents of all cars together stay far below 2^53), and a string that
    // looks like a number is a trap.
    if (oid === pgTypes.builtins.INT8) return Number;
    // A calendar day is no instant: left as YYYY-MM-DD, so that no time zone moves it.
    if (oid === pgTypes.builtins.DATE) return (value: string) => value;
    return pgTypes.getTypeParser(oid, format);
  },
};

/** Opens a bounded pool to the PostgreSQL at `url`; connects on the first query, not here. */
export function createDatabase(url: string, options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: options.connectionTimeout ?? 5000,
    statement_timeout: options.statementTimeout ?? 10_000,
    // A transaction that lost its owner must not hold its locks.
    idle_in_transaction_session_timeout: 30_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "vetura",
    types,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => options.log.warn("database.connection_lost", { error: error.message }));
  // The same for one that breaks while it is in use: the query under way, or the next one, fails and tells.
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    close: () => pool.end(),
  };
}
