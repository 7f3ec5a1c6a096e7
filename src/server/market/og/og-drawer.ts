import type { ChildProcess } from "node:child_process";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { spawnWorker } from "#server/market/photos/spawn-worker.ts";
import { type OgAnswer, type OgJob, parseOgAnswer, type ShareCard } from "./og-protocol.ts";

const workerProgram = new URL("og-worker.ts", import.meta.url);
/** A picture takes a tenth of a second; after this timeout its process is killed. */
const killAfterMs = 10_000;
/** An idle process ends after this time, which frees its memory. */
const idleMs = 60_000;
const maxWaiting = 20;
const retryAfterSeconds = 5;

interface OgDrawerOptions {
  readonly log: Logger;
  /** Starts the program that draws. */
  readonly start?: () => ChildProcess;
  /** Milliseconds. */
  readonly killAfter?: number;
}

interface Job extends OgJob {
  readonly resolve: (picture: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Draws one picture at a time in a child process that exists only while there is work. */
export class OgDrawer {
  readonly #log: Logger;
  readonly #start: () => ChildProcess;
  readonly #killAfter: number;
  readonly #waiting: Job[] = [];
  #child: ChildProcess | null = null;
  #job: Job | null = null;
  #timer: NodeJS.Timeout | undefined;
  #nextNumber = 1;
  #closed = false;

  constructor(options: OgDrawerOptions) {
    this.#log = options.log;
    this.#start = options.start ?? (() => spawnWorker(workerProgram));
    this.#killAfter = options.killAfter ?? killAfterMs;
  }

  /** A card's picture as a JPEG. Throws overloaded if too many wait, or the process died. */
  draw(card: ShareCard, photo: Uint8Array | null): Promise<Uint8Array> {
    if (this.#closed || this.#waiting.length >= maxWaiting) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job: this.#nextNumber++, card, photo, resolve, reject });
      this.#next();
    });
  }

  /** Accepts no more, and ends the process. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const job of this.#waiting.splice(0)) job.reject(overloaded());
    const child = this.#child;
    if (child === null || child.exitCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  }

  #next(): void {
    if (this.#job !== null) return;
    clearTimeout(this.#timer);
    const job = this.#waiting.shift();
    const child = this.#child;
    if (job === undefined) {
      if (child !== null) this.#timer = setTimeout(() => child.kill("SIGKILL"), idleMs).unref();
      return;
    }
    this.#job = job;
    const worker = child ?? this.#spawn();
    this.#timer = setTimeout(() => worker.kill("SIGKILL"), this.#killAfter);
    const message: OgJob = { job: job.job, card: job.card, photo: job.photo };
    // An error here means that the process has ended; its exit event handles that.
    worker.send(message, () => undefined);
  }

  #spawn(): ChildProcess {
    const child = this.#start();
    this.#child = child;
    child.on("message", (message) => this.#answered(parseOgAnswer(message)));
    // A process that failed to start has no exit event; one that ended may report both.
    child.once("error", (error) => {
      this.#log.error("og.worker_failed", error);
      this.#lost(child);
    });
    child.once("exit", (code, signal) => {
      if (this.#job !== null && this.#child === child) this.#log.warn("og.worker_lost", { code, signal });
      this.#lost(child);
    });
    return child;
  }

  #lost(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#job?.reject(overloaded());
    this.#job = null;
    if (!this.#closed) this.#next();
  }

  #answered(answer: OgAnswer): void {
    const job = this.#job;
    if (job === null || job.job !== answer.job) return;
    this.#job = null;
    if (answer.picture === null)
      job.reject(new Error(`A share picture could not be drawn: ${answer.detail}`));
    else job.resolve(answer.picture);
    this.#next();
  }
}

function overloaded(): AppError {
  return new AppError("overloaded", { retryAfter: retryAfterSeconds });
}
