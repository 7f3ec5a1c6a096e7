import { setTimeout as sleep } from "node:timers/promises";
import { parseCronItems, runMigrations, type TaskList } from "graphile-worker";
import type { Kysely, Transaction } from "kysely";
import type { z } from "zod";
import { endsWithin } from "#server/ends-within.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Logger } from "#server/log.ts";
import { type DeadWorkerWatch, watchDeadWorkers } from "./dead-workers.ts";
import { insertJob } from "./jobs.queries.ts";
import { beginQueueWorker, type QueueWorker, workerLogger } from "./queue-worker.ts";

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

/** Maximum time of a stop: a job may not heed its signal, and the queue waits long for a database that is away. In ms. */
const maxStopMs = 8_000;
/** Pause before a retired worker is replaced. In ms. */
const restartPauseMs = 2000;

/** A queue and scheduler in PostgreSQL (graphile-worker), shared by all processes on one database. */
export function createJobs(deps: JobsDeps): Jobs {
  const { db, url, log, tasks, schedule = {}, followsClock = true, onEnded } = deps;
  const stopping = new AbortController();
  const workers = new Set<QueueWorker>();
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

  const begin = async (): Promise<QueueWorker> => {
    watch ??= watchDeadWorkers({ url, log });
    const worker = await beginQueueWorker({ url, log, watch, taskList, parsedCronItems });
    workers.add(worker);
    void worker.ended.then(() => workers.delete(worker));
    return worker;
  };

  /** Replaces each worker that retires, until we stop. The former one may still have jobs in progress. */
  async function supervise(first: QueueWorker): Promise<void> {
    let [former, present]: [QueueWorker | null, QueueWorker] = [null, first];
    for (;;) {
      await present.retired;
      // Two at a time at most.
      await former?.ended;
      await sleep(restartPauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        [former, present] = [present, await begin()];
        if (stopping.signal.aborted) await present.stop();
      } catch (error) {
        if (!stopping.signal.aborted) log.warn("jobs.interrupted", { error: String(error) });
      }
    }
  }

  async function end(): Promise<void> {
    stopping.abort();
    const ended = Promise.all([supervision, ...[...workers].map((worker) => worker.stop())]);
    if (!(await endsWithin(ended, maxStopMs))) log.warn("jobs.left");
    await watch?.stop();
  }

  return {
    prepare: () => runMigrations({ connectionString: url, maxPoolSize: 1, logger: workerLogger(log) }),
    start: async () => {
      supervision = supervise(await begin());
    },
    stop: () => (stop ??= end()),
    addJob: async (task, payload, options = {}) => {
      if (!(task in tasks)) throw new Error(`there is no task ${task}`);
      const { runAt = null, maxAttempts = 8, key = null, line = null, trx = db } = options;
      await insertJob(trx, { task, payload, runAt, maxAttempts, key, line });
    },
  };
}
