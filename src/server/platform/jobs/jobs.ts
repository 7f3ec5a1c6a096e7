import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { Kysely, Transaction } from "kysely";
import type { z } from "zod";
import { endsWithin } from "#server/ends-within.ts";
import { openPool } from "#server/platform/db/connection.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Logger } from "#server/log.ts";
import { type DeadWorkerWatch, watchDeadWorkers } from "./dead-workers.ts";
import { insertJob } from "./jobs.queries.ts";

/** Whether work ended because the site stops. It is done again later, and nothing is wrong. */
export function isInterruption(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** Background work. It may run twice (a crash at its end), so make it idempotent. */
export interface Task {
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}

/** A task whose payload is validated by its schema. */
export function defineTask<Schema extends z.ZodType>(
  payload: Schema,
  work: (payload: z.output<Schema>, signal: AbortSignal) => Promise<void>,
): Task {
  return { run: (sent, signal) => work(payload.parse(sent), signal) };
}

/** A scheduled task, run once for all processes. `cron` in UTC: minute hour day month weekday. */
export interface ScheduledTask {
  readonly cron: string;
  /** A task of the same name does the same, queued at other moments. */
  readonly isTask?: true;
  run(signal: AbortSignal): Promise<void>;
}

/** What a subject does beside requests: its tasks and their schedule, by name. */
export interface BackgroundWork {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
}

export interface JobOptions {
  /** The job exists exactly if this transaction commits. */
  readonly trx?: Transaction<DB>;
  /** Maximum of attempts, with growing pauses (3 s, 7 s, 20 s, …): half an hour for 8, the default; 34 hours for 15. */
  readonly maxAttempts?: number;
  /** Replaces a job with the same key that has not started. */
  readonly key?: string;
  readonly runAt?: Date;
  /** Jobs of one line run one after the other, across processes: long ones leave slots for others. */
  readonly line?: string;
}

export type AddJob = (task: string, payload: object, options?: JobOptions) => Promise<void>;

export interface Jobs {
  /** Creates the queue's own tables; before the first addJob. Safe with concurrent processes. */
  prepare(): Promise<void>;
  /** Starts working on jobs, whatever happens to the database. */
  start(): Promise<void>;
  /**
   * Takes no more jobs. Those in progress get 5 s, then their signal; what goes on all the same is left after 8 s,
   * as if the process had been killed.
   */
  stop(): Promise<void>;
  /** Queues a job. Its payload is stored in the database: no secrets in it. */
  addJob: AddJob;
}

export interface JobsDeps {
  readonly db: Kysely<DB>;
  /** The worker has its own connections, so that site and worker do not starve each other. */
  readonly url: string;
  readonly log: Logger;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule?: Readonly<Record<string, ScheduledTask>>;
  /** False: scheduled tasks run only if somebody queues them, never by this process's schedule. */
  readonly followsClock?: boolean;
  /** Called for each finished job. Seconds. */
  readonly onEnded?: (task: string, outcome: "done" | "failed", seconds: number) => void;
}

/** Timeout of the queue's own small statements; jobs use the site's pool. In ms. */
const queueTimeoutMs = 5_000;
/**
 * Concurrent jobs in this process: one more than a stock import being applied and another being checked, which
 * take minutes.
 */
const concurrency = 3;
/** Maximum time of a stop: a job may not heed its signal, and the queue waits long for a database that is away. In ms. */
const maxStopMs = 8_000;
/** Pause before restarting a worker that gave up on the database. */
const restartPauseMs = 2000;

/** A queue and scheduler in PostgreSQL (graphile-worker), shared by all processes on one database. */
export function createJobs(deps: JobsDeps): Jobs {
  const { db, url, log, tasks, schedule = {}, followsClock = true, onEnded } = deps;
  const logger = new WorkerLogger(() => (level, message) => {
    // Its debug lines and a notice per job are too many; failed jobs are logged below.
    const isFault = level === "error" || level === "warning";
    if (isFault && !message.startsWith("Failed task")) log.warn("jobs.worker", { message });
  });
  const stopping = new AbortController();
  let runner: Runner | null = null;
  let watch: DeadWorkerWatch | null = null;
  let supervision: Promise<void> = Promise.resolve();
  let stop: Promise<void> | null = null;

  const guarded = async (name: string, work: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    try {
      await work();
      const ms = performance.now() - start;
      onEnded?.(name, "done", ms / 1000);
      log.info("job", { task: name, ms: Math.round(ms) });
    } catch (error) {
      // Interrupted by a stop: the queue retries it; no error.
      if (isInterruption(error)) {
        log.info("job.interrupted", { task: name });
        throw error;
      }
      onEnded?.(name, "failed", (performance.now() - start) / 1000);
      log.error("job.failed", error, { task: name });
      throw error;
    }
  };
  for (const [name, { isTask }] of Object.entries(schedule))
    if (Object.hasOwn(tasks, name) && isTask !== true)
      throw new Error(`A task and a scheduled task are named ${name}.`);
  const neverAborted = new AbortController().signal;
  const taskList: TaskList = Object.fromEntries([
    ...Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, helpers: { abortSignal?: AbortSignal }) =>
        guarded(name, () => task.run(payload, helpers.abortSignal ?? neverAborted)),
    ]),
    ...Object.entries(schedule).map(([name, task]) => [
      name,
      (_: unknown, helpers: { abortSignal?: AbortSignal }) =>
        guarded(name, () => task.run(helpers.abortSignal ?? neverAborted)),
    ]),
  ]);
  const parsedCronItems = parseCronItems(
    Object.entries(followsClock ? schedule : {}).map(([task, { cron }]) => ({
      task,
      match: cron,
      // One run after the other, in all processes; however long it takes, only one more waits.
      options: { maxAttempts: 3, queueName: task, jobKey: task, jobKeyMode: "preserve_run_at" },
    })),
  );

  /**
   * A worker that failed to poll for a job is unreliable. If that was its first query, it caches the failure
   * for all later ones, silently; and a job in a lost answer stays locked. It is stopped and replaced.
   */
  const begin = async (): Promise<Runner> => {
    let running: Runner | null = null;
    const events: WorkerEvents = new EventEmitter();
    watch ??= watchDeadWorkers({ url, log });
    const workers: string[] = [];
    events.on("pool:create", ({ workerPool }) => {
      workers.push(workerPool.id);
      watch?.announce(workerPool.id);
    });
    let broken = false;
    events.on("worker:getJob:error", ({ error }) => {
      if (broken) return;
      broken = true;
      log.warn("jobs.interrupted", { error: String(error) });
      // After it has handled the failure: stopped in the middle, it prints it.
      setImmediate(() => {
        void running?.stop().catch(() => {});
      });
    });
    // Not the queue's own, which would wait for ever on a silent connection.
    const pool = openPool(url, {
      log,
      maxConnections: concurrency + 2,
      statementTimeout: queueTimeoutMs,
    });
    const begun = await run({
      pgPool: pool,
      // Batches of one, for their error handling: without them a job's end that the database rejects is an
      // unhandled rejection, which ends the process. With them only the worker ends, and is restarted.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      concurrency,
      // Notifications wake it; polling is for later jobs and lost notifications.
      pollInterval: 2000,
      noHandleSignals: true,
      taskList,
      parsedCronItems,
      logger,
      events,
    }).catch((error: unknown) => {
      void pool.end();
      throw error;
    });
    const end = () => {
      void pool.end();
      // A worker that ended because the database did not store a job's end is still named in that job's row.
      for (const worker of workers) watch?.renounce(worker);
    };
    begun.promise.then(end, end);
    running = begun;
    if (broken) void begun.stop().catch(() => {});
    return begun;
  };

  /** The worker ends when the database stays away: it is restarted until we stop. */
  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        runner ??= await begin();
        if (stopping.signal.aborted) await runner.stop();
        await runner.promise;
      } catch (error) {
        if (!stopping.signal.aborted) log.warn("jobs.interrupted", { error: String(error) });
      }
      runner = null;
      await sleep(restartPauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function end(): Promise<void> {
    stopping.abort();
    // Rejects if the worker has ended already: then there is nothing to stop.
    const ended = Promise.allSettled([runner?.stop(), supervision]);
    if (!(await endsWithin(ended, maxStopMs))) log.warn("jobs.left");
    await watch?.stop();
  }

  return {
    prepare: () => runMigrations({ connectionString: url, maxPoolSize: 1, logger }),
    start: async () => {
      runner = await begin();
      supervision = supervise();
    },
    stop: () => (stop ??= end()),
    addJob: async (task, payload, options = {}) => {
      if (!(task in tasks)) throw new Error(`there is no task ${task}`);
      const { runAt = null, maxAttempts = 8, key = null, line = null, trx = db } = options;
      await insertJob(trx, { task, payload, runAt, maxAttempts, key, line });
    },
  };
}
