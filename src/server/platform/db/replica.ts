import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Logger } from "#server/log.ts";
import { createDatabase, type Database } from "./connection.ts";
import type { DB } from "./tables.ts";

/** Where public data is read. */
export interface PublicReads {
  /**
   * Queries the replica if it is recent enough, else (or if it fails) the primary. `since` (ms, by
   * `performance.now`): what was committed before that moment must be visible.
   */
  read<Answer>(ask: (db: Kysely<DB>) => Promise<Answer>, since?: number): Promise<Answer>;
}

export interface Replica extends PublicReads {
  /** Starts comparing the replica with the primary; until the first comparison all queries go to the primary. */
  start(): void;
  stop(): Promise<void>;
  /** Its maximum lag in ms; null if unknown. */
  readonly age: number | null;
}

/** Visitors see a change within a second: the replica is used only with a lag of surely at most this, in ms. */
const oldestAllowed = 700;
const compareEvery = 200;
/** Timeout of a replica in ms. */
const connectWithin = 1_000;
const answerWithin = 2_000;
/** Pause after a failure in ms. */
const restAfterFailure = 2_000;
const maxSamples = 50;

/**
 * A streaming replica of the primary, for public reads (decision 0038). Its lag is known by positions in the
 * write-ahead log: the primary's is recorded with the time periodically, and the replica reports what it has
 * replayed.
 */
export function createReplica(deps: { url: string; primary: Kysely<DB>; log: Logger }): Replica {
  const { primary, log } = deps;
  const database: Database = createDatabase(deps.url, {
    log,
    connectionTimeout: connectWithin,
    statementTimeout: answerWithin,
  });
  const { db } = database;
  const stopping = new AbortController();
  /** The primary's positions with the moments at which they were surely reached, oldest first. */
  let samples: { at: number; position: number }[] = [];
  /** Everything committed before this moment is visible. */
  let asOf = Number.NEGATIVE_INFINITY;
  let restsUntil = 0;
  let comparing: Promise<void> = Promise.resolve();

  function failed(error: unknown): void {
    if (performance.now() >= restsUntil) {
      log.warn("replica.away", { error: error instanceof Error ? error.message : String(error) });
    }
    restsUntil = performance.now() + restAfterFailure;
  }

  async function compare(): Promise<void> {
    const at = performance.now();
    const [now] = (
      await sql<{ position: number }>`
        select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as position`.execute(primary)
    ).rows;
    if (now !== undefined) samples = [...samples, { at, position: now.position }].slice(-maxSamples);
    if (performance.now() < restsUntil) return;
    try {
      const [there] = (
        await sql<{ replayed: number | null }>`
          select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed`.execute(db)
      ).rows;
      const replayed = there?.replayed ?? null;
      if (replayed === null) throw new Error("DATABASE_REPLICA_URL is no streaming replica.");
      const reached = samples.findLast(({ position }) => position <= replayed);
      if (reached !== undefined) asOf = reached.at;
    } catch (error) {
      failed(error);
    }
  }

  async function keepComparing(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The primary is unavailable: the replica's lag is unknown and grows.
      await compare().catch(() => {});
      await sleep(compareEvery, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  return {
    get age() {
      return asOf === Number.NEGATIVE_INFINITY ? null : performance.now() - asOf;
    },
    read: async (ask, since = Number.NEGATIVE_INFINITY) => {
      const now = performance.now();
      if (now - asOf > oldestAllowed || asOf < since || now < restsUntil) return ask(primary);
      try {
        return await ask(db);
      } catch (error) {
        failed(error);
        return ask(primary);
      }
    },
    start: () => {
      comparing = keepComparing();
    },
    stop: async () => {
      stopping.abort();
      await comparing;
      await database.close();
    },
  };
}
