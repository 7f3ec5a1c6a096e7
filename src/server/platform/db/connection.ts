import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolClient, type PoolConfig, types as pgTypes, type CustomTypesConfig } from "pg";
import { endsWithin } from "#server/ends-within.ts";
import type { Logger } from "#server/log.ts";
import { cutSilentConnections } from "./silent-connections.ts";
import type { DB } from "./tables.ts";

/** The one handle to PostgreSQL that services and queries get. */
export interface Database {
  readonly db: Kysely<DB>;
  /** For code that uses `pg` itself: the job queue, LISTEN. */
  readonly pool: Pool;
  /** Waits some seconds for queries in progress, then closes all connections. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly log: Logger;
  /** Maximum of connections; further callers queue. */
  readonly maxConnections?: number;
  /**
   * The address is a pooler in transaction mode: it lends a connection per transaction, without session
   * settings. Statement timeouts are then its own (deploy/pgbouncer.ini).
   */
  readonly pooled?: boolean;
  /** Statement timeout in milliseconds. */
  readonly statementTimeout?: number;
  /** How long a caller waits for a free connection, in milliseconds. */
  readonly connectionTimeout?: number;
  /** Called after each statement, without its values, whether it succeeded or failed. */
  readonly onStatement?: (text: string, milliseconds: number, failed: boolean) => void;
}

const types: CustomTypesConfig = {
  getTypeParser(oid, format) {
    // Counts and sums fit a double here: all cars' cents together stay far below 2^53.
    if (oid === pgTypes.builtins.INT8) return Number;
    // A calendar day is no instant: it stays YYYY-MM-DD, so no time zone shifts it.
    if (oid === pgTypes.builtins.DATE) return (value: string) => value;
    return pgTypes.getTypeParser(oid, format);
  },
};

/** Too many callers wait already. The code is PostgreSQL's own for too many connections. */
class PoolBusyError extends Error {
  override name = "PoolBusyError";
  readonly code = "53300";

  constructor() {
    super("Too many callers wait for a connection.");
  }
}

type OnConnected = Parameters<Pool["connect"]>[0];

/** A pool with a bounded queue: a caller that would wait in vain is refused at once. */
class BoundedPool extends Pool {
  readonly #maxWaiting: number;

  constructor(config: PoolConfig, maxWaiting: number) {
    super(config);
    this.#maxWaiting = maxWaiting;
  }

  override connect(): Promise<PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<PoolClient> | void {
    const isFull = this.waitingCount >= this.#maxWaiting;
    if (onConnected === undefined) return isFull ? Promise.reject(new PoolBusyError()) : super.connect();
    if (isFull) process.nextTick(onConnected, new PoolBusyError(), undefined, () => {});
    else super.connect(onConnected);
  }
}

/** How long a close waits for connections in use. In ms. */
const maxCloseMs = 3_000;

/** Beyond the statement timeout, so the connection is at fault, not the statement. */
const silenceBeyond = 500;

/** Opens a bounded pool to the PostgreSQL at `url`; connects on the first query, not here. */
export function createDatabase(url: string, options: DatabaseOptions): Database {
  const { onStatement } = options;
  const pool = openPool(url, options);
  return {
    db: new Kysely<DB>({
      dialect: new PostgresDialect({ pool }),
      ...(onStatement === undefined
        ? {}
        : {
            log: ({ level, query, queryDurationMillis }) =>
              onStatement(query.sql, queryDurationMillis, level === "error"),
          }),
    }),
    pool,
    close: async () => {
      // A job that was left at a stop may still work; its transaction ends with this process.
      await endsWithin(pool.end(), maxCloseMs);
    },
  };
}

/** The pool alone, for libraries with their own queries: the job queue. */
export function openPool(url: string, options: DatabaseOptions): Pool {
  const statementTimeout = options.statementTimeout ?? 10_000;
  const maxConnections = options.maxConnections ?? 20;
  const config = {
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: options.connectionTimeout ?? 5000,
    ...(options.pooled === true
      ? {}
      : {
          statement_timeout: statementTimeout,
          // A transaction without an owner must not hold its locks.
          idle_in_transaction_session_timeout: 30_000,
        }),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "vetura",
    types,
  };
  const pool = new BoundedPool(config, maxConnections * 10);
  if (statementTimeout > 0) cutSilentConnections(pool, statementTimeout + silenceBeyond);
  // The pool replaces a connection that breaks while idle; without a listener it would end the process.
  pool.on("error", (error) => options.log.warn("database.connection_lost", { error: error.message }));
  // The same for one that breaks while in use: its current or next query fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
