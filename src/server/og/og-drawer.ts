import type { ChildProcess } from "node:child_process";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { spawnWorker } from "#server/photos/spawn-worker.ts";
import { type OgAnswer, parseOgAnswer } from "./og-protocol.ts";

const WORKER = new URL("og-worker.ts", import.meta.url);
/** A picture takes a tenth of a second; one that takes this long costs its process. */
const KILL_AFTER_MS = 10_000;
/** A process that nobody needed for so long gives its memory back. */
const IDLE_MS = 60_000;
const MOST_WAITING = 20;
const RETRY_AFTER_SECONDS = 5;

interface OgDrawerOptions {
  readonly log: Logger;
  /** The program that draws. */
  readonly worker?: URL;
  /** Milliseconds. */
  readonly killAfter?: number;
}

interface Job {
  readonly number: number;
  readonly drawing: string;
  readonly photo: Uint8Array | null;
  readonly resolve: (picture: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Draws one picture after the other in one child process, which is there only while there is something to draw. */
export class OgDrawer {
  readonly #log: Logger;
  readonly #worker: URL;
  readonly #killAfter: number;
  readonly #waiting: Job[] = [];
  #child: ChildProcess | null = null;
  #job: Job | null = null;
  #timer: NodeJS.Timeout | undefined;
  #nextNumber = 1;
  #closed = false;

  constructor(options: OgDrawerOptions) {
    this.#log = options.log;
    this.#worker = options.worker ?? WORKER;
    this.#killAfter = options.killAfter ?? KILL_AFTER_MS;
  }

  /** A JPEG of the drawing over the photo. Throws overloaded where too many wait, or the process was lost. */
  draw(drawing: string, photo: Uint8Array | null): Promise<Uint8Array> {
    if (this.#closed || this.#waiting.length >= MOST_WAITING) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ number: this.#nextNumber++, drawing, photo, resolve, reject });
      this.#next();
    });
  }

  /** Takes no more, and ends the process. */
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
      if (child !== null) this.#timer = setTimeout(() => child.kill("SIGKILL"), IDLE_MS).unref();
      return;
    }
    this.#job = job;
    const worker = child ?? this.#spawn();
    this.#timer = setTimeout(() => worker.kill("SIGKILL"), this.#killAfter);
    const { number, drawing, photo } = job;
    // An error here means that the process is gone, which its exit tells better.
    worker.send({ job: number, drawing, photo }, () => undefined);
  }

  #spawn(): ChildProcess {
    const child = spawnWorker(this.#worker);
    this.#child = child;
    child.on("message", (message) => this.#answered(parseOgAnswer(message)));
    child.once("error", (error) => this.#log.error("og.worker_failed", error));
    child.once("exit", (code, signal) => {
      if (this.#child === child) this.#child = null;
      const job = this.#job;
      this.#job = null;
      if (job !== null) {
        this.#log.warn("og.worker_lost", { code, signal });
        job.reject(overloaded());
      }
      if (!this.#closed) this.#next();
    });
    return child;
  }

  #answered(answer: OgAnswer): void {
    const job = this.#job;
    if (job === null || job.number !== answer.job) return;
    this.#job = null;
    if (answer.picture === null)
      job.reject(new Error(`A share picture could not be drawn: ${answer.detail}`));
    else job.resolve(answer.picture);
    this.#next();
  }
}

function overloaded(): AppError {
  return new AppError("overloaded", { retryAfter: RETRY_AFTER_SECONDS });
}
