import { EventEmitter } from "node:events";
import {
  Logger as WorkerLogger,
  type ParsedCronItem,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import { endsWithin } from "#server/ends-within.ts";
import type { Logger } from "#server/log.ts";
import { openPool } from "#server/platform/db/connection.ts";
import type { DeadWorkerWatch } from "./dead-workers.ts";

/** Does jobs until it is stopped, or until the database fails it. */
export interface QueueWorker {
  /** Resolves when it takes no more jobs: another worker may take its place. Jobs in progress go on. */
  readonly retired: Promise<void>;
  /** Resolves when its jobs have ended. One whose end the database was not told is done again by another worker. */
  readonly ended: Promise<void>;
  /** Takes no more jobs. Those in progress get 5 s, then their signal. Resolves with `ended`. */
  stop(): Promise<void>;
}

export interface QueueWorkerOptions {
  readonly url: string;
  readonly log: Logger;
  readonly watch: DeadWorkerWatch;
  readonly taskList: TaskList;
  readonly parsedCronItems: ParsedCronItem[];
}

/** Timeout of the queue's own small statements; jobs use the site's pool. In ms. */
const queueTimeoutMs = 5_000;
/** After its last job: a connection and a statement that stores the job's end, each until its timeout. In ms. */
const maxEndMs = 2 * queueTimeoutMs + 1_000;
/**
 * Concurrent jobs in this process: one more than a stock import being applied and another being checked, which
 * take minutes.
 */
const concurrency = 3;

/** The library's lines: its faults only. Failed jobs are logged by their own line. */
export function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    const isFault = level === "error" || level === "warning";
    if (isFault && !message.startsWith("Failed task")) log.warn("jobs.worker", { message });
  });
}

/**
 * Begins a worker. It retires when a poll for a job or the end of a job fails: it would be unreliable. If that was
 * its first query, it caches the failure for all later ones, silently; and a job in a lost answer stays locked.
 */
export async function beginQueueWorker(options: QueueWorkerOptions): Promise<QueueWorker> {
  const { url, log, watch, taskList, parsedCronItems } = options;
  const retired = Promise.withResolvers<void>();
  const allStopped = Promise.withResolvers<void>();
  const ids: string[] = [];
  let running: Runner | null = null;
  let isToStop = false;
  const stopRunner = () => {
    isToStop = true;
    void running?.stop().catch(() => {});
  };
  const retire = (why: string) => {
    if (isToStop) return;
    isToStop = true;
    log.warn("jobs.interrupted", { error: why });
    // After the library has handled the failure: stopped in the middle, it prints it.
    setImmediate(stopRunner);
  };

  const events: WorkerEvents = new EventEmitter();
  events.on("pool:create", ({ workerPool }) => {
    ids.push(workerPool.id);
    watch.announce(workerPool.id);
  });
  events.on("worker:getJob:error", ({ error }) => retire(String(error)));
  events.on("pool:gracefulShutdown", ({ message }) => {
    retire(message);
    retired.resolve();
  });
  let stopped = 0;
  events.on("worker:stop", () => {
    if (++stopped === concurrency) allStopped.resolve();
  });

  // Not the queue's own, which would wait for ever on a silent connection.
  const pool = openPool(url, { log, maxConnections: concurrency + 2, statementTimeout: queueTimeoutMs });
  const runner = await run({
    pgPool: pool,
    // Batches of one, for their error handling: without them a job's end that the database rejects is an
    // unhandled rejection, which ends the process. With them the worker ends, and is replaced.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    concurrency,
    // Notifications wake it; polling is for later jobs and lost notifications.
    pollInterval: 2000,
    noHandleSignals: true,
    taskList,
    parsedCronItems,
    logger: workerLogger(log),
    events,
  }).catch((error: unknown) => {
    void pool.end();
    throw error;
  });
  running = runner;
  if (isToStop) stopRunner();

  const untilEnded = async (): Promise<void> => {
    // Not its promise alone: after two jobs whose ends were rejected, the library may wait for itself for ever.
    await Promise.race([runner.promise.catch(() => {}), allStopped.promise]);
    await endsWithin(runner.promise, maxEndMs);
    retired.resolve();
    void pool.end();
    for (const id of ids) watch.renounce(id);
  };
  const ended = untilEnded();
  return {
    retired: retired.promise,
    ended,
    stop: () => {
      stopRunner();
      return ended;
    },
  };
}
