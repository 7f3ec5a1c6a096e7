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
import { openPool } from "#server/platform/db/connection.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Logger } from "#server/log.ts";
import { type DeadWorkerWatch, watchDeadWorkers } from "./dead-workers.ts";
import { insertJob } from "./jobs.queries.ts";

/** Work that is done off a request's path. It may be run twice (a crash at its end): write it so. */
export interface Task {
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}

/** A task whose payload has been checked by its schema. */
export function defineTask<Schema extends z.ZodType>(
  payload: Schema,
  work: (payload: z.output<Schema>, signal: AbortSignal) => Promise<void>,
): Task {
  return { run: (sent, signal) => work(payload.parse(sent), signal) };
}

/** A task run by the clock, once for all processes. `cron` in UTC: minute hour day month weekday. */
export interface ScheduledTask {
  readonly cron: string;
  /** The task of the same name does the same, queued at other moments. */
  readonly isTask?: true;
  run(signal: AbortSignal): Promise<void>;
}

export interface JobOptions {
  /** The job exists exactly if this transaction is committed. */
  readonly trx?: Transaction<DB>;
  /** Tries in all, with growing pauses (1 s, 7 s, 20 s, … about 80 minutes for 8). */
  readonly maxAttempts?: number;
  /** A job with the same key that has not begun yet is replaced. */
  readonly key?: string;
  readonly runAt?: Date;
  /** Jobs of one line are done one after the other, whichever process does them: long ones leave places for others. */
  readonly line?: string;
}

export type AddJob = (task: string, payload: object, options?: JobOptions) => Promise<void>;

export interface Jobs {
  /** Makes the queue's own tables; before the first addJob. Safe with many processes at once. */
  prepare(): Promise<void>;
  /** Begins to work on jobs, and keeps at it whatever happens to the database. */
  start(): Promise<void>;
  /** Takes no more jobs, lets those under way end (5 s, then they are tried again later). */
  stop(): Promise<void>;
  /** Queues a job. Its payload is stored in the database: no secrets in it. */
  addJob: AddJob;
}

export interface JobsDeps {
  readonly db: Kysely<DB>;
  /** The worker has connections of its own, so that a busy site does not starve it nor the other way round. */
  readonly url: string;
  readonly log: Logger;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule?: Readonly<Record<string, ScheduledTask>>;
  /** False: scheduled tasks are run where somebody queues them, never by this process's clock. */
  readonly followsClock?: boolean;
  /** Called for each job that ended here. Seconds. */
  readonly onEnded?: (task: string, outcome: "done" | "failed", seconds: number) => void;
}

/** The queue's own statements are small; jobs use the site's pool. In ms. */
const queueTimeoutMs = 5_000;
/** Jobs at once in this process: one more than a stock that is applied and another that is checked, which take minutes. */
const concurrency = 3;
/** How long to wait before working again after the worker gave up on the database. */
const restartPauseMs = 2000;

/** A queue and a clock in PostgreSQL (graphile-worker), shared by all processes on one database. */
export function createJobs(deps: JobsDeps): Jobs {
  const { db, url, log, tasks, schedule = {}, followsClock = true, onEnded } = deps;
  const logger = new WorkerLogger(() => (level, message) => {
    // Its debug lines and its notice of every job are too many; failed jobs are logged below.
    const isFault = level === "error" || level === "warning";
    if (isFault && !message.startsWith("Failed task")) log.warn("jobs.worker", { message });
  });
  const stopping = new AbortController();
  let runner: Runner | null = null;
  let watch: DeadWorkerWatch | null = null;
  let supervision: Promise<void> = Promise.resolve();

  const guarded = async (name: string, work: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    try {
      await work();
      const ms = performance.now() - start;
      onEnded?.(name, "done", ms / 1000);
      log.info("job", { task: name, ms: Math.round(ms) });
    } catch (error) {
      // Interrupted by a stop: the queue tries it again, and nothing is wrong.
      if (error instanceof Error && error.name === "AbortError") {
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
      options: { maxAttempts: 3 },
    })),
  );

  /**
   * A worker that could not ask for a job is not to be trusted any more: if that was its first question, it takes the
   * failure for the answer to all that follow, in silence; and a job that it was given in a lost answer stands as taken.
   * It is stopped, so that another one is begun.
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
      // Once it has taken note of the failure: stopped in the middle of it, it prints it.
      setImmediate(() => {
        void running?.stop().catch(() => {});
      });
    });
    // Not the queue's own, which would wait for ever on a line that went dead without a word.
    const pool = openPool(url, {
      log,
      maxConnections: concurrency + 2,
      statementTimeout: queueTimeoutMs,
    });
    const begun = await run({
      pgPool: pool,
      // Batches of one, for their way of failing: without them a job's end that the database does not take is a
      // rejection without a handler, which ends the process. With them it ends the worker alone, which is begun again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      concurrency,
      // Notifications wake it; this is for jobs whose time comes later and for lost notifications.
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

  /** The worker ends by itself when the database stays away: it is begun again until we stop. */
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

  return {
    prepare: () => runMigrations({ connectionString: url, maxPoolSize: 1, logger }),
    start: async () => {
      runner = await begin();
      supervision = supervise();
    },
    stop: async () => {
      if (stopping.signal.aborted) return;
      stopping.abort();
      // Rejects where the worker has ended by itself: then there is nothing to stop.
      await runner?.stop().catch(() => {});
      await supervision;
      await watch?.stop();
    },
    addJob: async (task, payload, options = {}) => {
      if (!(task in tasks)) throw new Error(`there is no task ${task}`);
      const { runAt = null, maxAttempts = 8, key = null, line = null, trx = db } = options;
      await insertJob(trx, { task, payload, runAt, maxAttempts, key, line });
    },
  };
}
