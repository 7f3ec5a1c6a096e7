import { Client } from "pg";
import { endClient } from "#server/platform/db/end-client.ts";
import type { Logger } from "#server/log.ts";
import { advisoryLocks } from "#server/platform/db/lock-names.ts";

const checkEvery = 15_000;

/** Releases the jobs of killed workers: otherwise graphile-worker waits four hours. */
export interface DeadWorkerWatch {
  /** This process works under that id from now on. */
  announce(workerId: string): void;
  /** It no longer does; jobs that it could not return are released. */
  renounce(workerId: string): void;
  stop(): Promise<void>;
}

/**
 * A running worker holds an advisory lock for its id, on its own connection, which ends with the process. If
 * the lock is free while jobs still have the id, the worker is dead. If only that connection is lost, a job may
 * run twice: jobs are idempotent.
 */
export function watchDeadWorkers(deps: { url: string; log: Logger }): DeadWorkerWatch {
  const { url, log } = deps;
  const own = new Set<string>();
  let client: Client | null = null;
  let stopped = false;

  async function connect(): Promise<Client> {
    const opened = new Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      statement_timeout: 10_000,
      query_timeout: 10_500,
      keepAlive: true,
      application_name: "vetura-job-guard",
    });
    const forget = () => {
      if (client === opened) client = null;
    };
    opened.on("error", forget);
    opened.on("end", forget);
    await opened.connect();
    return opened;
  }

  async function check(): Promise<void> {
    if (client === null) {
      const opened = await connect();
      if (stopped) {
        await endClient(opened);
        return;
      }
      client = opened;
    }
    const ids = [...own];
    // Taken again each time: a held lock succeeds at once, and a lost connection's locks are acquired again.
    await client.query(
      "select pg_advisory_lock_shared(hashtextextended(id, $2)) from unnest($1::text[]) id",
      [ids, advisoryLocks.jobWorkers],
    );
    const { rows } = await client.query<{ dead: string }>(
      `select locked_by as dead from (
         select distinct locked_by from graphile_worker._private_jobs
         where locked_by is not null and locked_by <> all($1)
       ) workers
       where pg_try_advisory_xact_lock(hashtextextended(locked_by, $2))`,
      [ids, advisoryLocks.jobWorkers],
    );
    if (rows.length === 0) return;
    const dead = rows.map((row) => row.dead);
    await client.query("select graphile_worker.force_unlock_workers($1::text[])", [dead]);
    log.warn("jobs.freed", { workers: dead.length });
  }

  // One check after the other.
  let checking: Promise<void> = Promise.resolve();
  const checkNext = () => {
    checking = checking
      .then(() => (stopped ? undefined : check()))
      .catch((error: unknown) => {
        if (stopped) return;
        log.warn("jobs.guard_failed", { error: String(error) });
        // The connection may be silent: the next check opens another.
        void client?.end().catch(() => {});
        client = null;
      });
  };
  const timer = setInterval(checkNext, checkEvery);
  timer.unref();

  return {
    announce: (workerId) => {
      own.add(workerId);
      checkNext();
    },
    renounce: (workerId) => {
      own.delete(workerId);
      checkNext();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      // Ends a check that waits for its answer, too.
      if (client !== null) await endClient(client);
      await checking;
    },
  };
}
