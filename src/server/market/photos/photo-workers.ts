import type { ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import { photoMessages } from "#domain/messages/photos.ts";
import { endsWithin } from "#server/ends-within.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { FairQueue } from "#server/http/fair-queue.ts";
import type { SoundPicture } from "./picture-verdict.ts";
import type { RenderedPhoto } from "./render-picture.ts";
import { spawnWorker } from "./spawn-worker.ts";
import { outOfMemorySignal, parseAnswer, type WorkerAnswer, type WorkerJob } from "./worker-protocol.ts";

/** Maximum bytes of all waiting pictures. */
const maxWaitingBytes = 400 * 1024 * 1024;

export interface PhotoWorkersOptions {
  readonly log: Logger;
  /** Processes; by default one per core, at most two, so that the site keeps its share. */
  readonly size?: number;
  /** Timeout of a picture in milliseconds; then its process is killed. */
  readonly killAfter?: number;
  /** How long a picture waits before the answer is "overloaded", in milliseconds. */
  readonly maxWait?: number;
  /** How long a close waits for pictures in progress, in milliseconds. */
  readonly maxClose?: number;
  /** Maximum of waiting pictures, in all and per account. */
  readonly maxWaiting?: number;
  readonly maxWaitingOfOne?: number;
}

export interface RenderRefusal {
  readonly ok: false;
  readonly reason: "broken" | "too_costly";
  readonly detail: string;
}

export type RenderOutcome = { readonly ok: true; readonly photo: RenderedPhoto } | RenderRefusal;

export type FingerprintOutcome =
  | { readonly ok: true; readonly fingerprint: Uint8Array | null }
  | RenderRefusal;

/** The answer to each kind of job. */
type Made = Extract<WorkerAnswer, { readonly type: "done" | "fingerprinted" }>;
type Outcome = { readonly ok: true; readonly made: Made } | RenderRefusal;

/**
 * Pictures that must be in memory as a whole count as heavy from this size on; only one of them is decoded at a
 * time.
 */
const heavyPixels = 16_000_000;
/** Then a new process, so that a decoder's leak stays small. */
const picturesPerProcess = 500;
const retryAfterSeconds = 5;

interface Job {
  readonly number: number;
  readonly owner: string;
  readonly want: WorkerJob["want"];
  readonly picture: SoundPicture;
  readonly heavy: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
  readonly waitTimer: NodeJS.Timeout;
  /** How often a process died over it for an unknown reason. */
  deaths: number;
}

interface Worker {
  readonly process: ChildProcess;
  ready: boolean;
  job: Job | null;
  killTimer: NodeJS.Timeout | undefined;
  timedOut: boolean;
  rendered: number;
}

/**
 * A pool of child processes that render judged pictures. They run at lower priority, each with a memory and a
 * time limit. They start with the first picture: an idle site saves some 75 MB, and the first picture waits
 * half a second longer. A dying process fails only its own request, which is retried once in a new process,
 * because the death may have an outside cause.
 */
export class PhotoWorkers {
  readonly #log: Logger;
  readonly #size: number;
  readonly #killAfter: number;
  readonly #maxWait: number;
  readonly #maxClose: number;
  readonly #maxWaiting: number;
  readonly #maxWaitingOfOne: number;
  readonly #queue = new FairQueue<Job>();
  readonly #workers = new Set<Worker>();
  #waitingBytes = 0;
  #nextNumber = 1;
  #failedStarts = 0;
  #respawnTimer: NodeJS.Timeout | undefined;
  #closing = false;
  #whenIdle: (() => void) | undefined;

  constructor(options: PhotoWorkersOptions) {
    this.#log = options.log;
    this.#size = options.size ?? Math.min(2, availableParallelism());
    this.#killAfter = options.killAfter ?? 30_000;
    this.#maxWait = options.maxWait ?? 60_000;
    this.#maxClose = options.maxClose ?? 3_000;
    this.#maxWaiting = options.maxWaiting ?? 120;
    this.#maxWaitingOfOne = options.maxWaitingOfOne ?? 30;
  }

  #startMissing(): void {
    if (this.#closing || this.#respawnTimer !== undefined) return;
    while (this.#workers.size < this.#size) this.#spawn();
  }

  /** Process ids, for tests and metrics. */
  get pids(): number[] {
    return [...this.#workers].flatMap((worker) => worker.process.pid ?? []);
  }

  /** Pictures waiting for a process. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Pictures that are being rendered. */
  get underWay(): number {
    return [...this.#workers].filter((worker) => worker.job !== null).length;
  }

  /** Whether another picture of this account would be accepted now. Throws overloaded if not. */
  assertRoom(owner: string): void {
    if (
      this.#closing ||
      this.#queue.size >= this.#maxWaiting ||
      this.#queue.waitingOf(owner) >= this.#maxWaitingOfOne ||
      this.#waitingBytes >= maxWaitingBytes
    ) {
      throw overloaded();
    }
  }

  /**
   * Renders a picture when its turn comes; accounts are served in turn. `signal` removes it from the queue; a
   * picture in progress is finished. Throws overloaded if too many wait or it waited too long.
   */
  render(picture: SoundPicture, owner: string, signal?: AbortSignal): Promise<RenderOutcome> {
    return this.#ask("photo", picture, owner, signal).then((outcome) => {
      if (!outcome.ok) return outcome;
      if (outcome.made.type !== "done") throw new Error(`A photo's process answered ${outcome.made.type}.`);
      return { ok: true, photo: outcome.made.photo };
    });
  }

  /** Computes a picture's fingerprint only; otherwise like `render`. */
  fingerprint(picture: SoundPicture, owner: string, signal?: AbortSignal): Promise<FingerprintOutcome> {
    return this.#ask("fingerprint", picture, owner, signal).then((outcome) => {
      if (!outcome.ok) return outcome;
      const { made } = outcome;
      return { ok: true, fingerprint: made.type === "done" ? made.photo.fingerprint : made.fingerprint };
    });
  }

  #ask(
    want: Job["want"],
    picture: SoundPicture,
    owner: string,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    this.assertRoom(owner);
    if (signal?.aborted === true) return Promise.reject(new AppError("malformed"));
    this.#startMissing();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const job: Job = {
      number: this.#nextNumber++,
      owner,
      want,
      picture,
      heavy: picture.wholeInMemory && picture.width * picture.height > heavyPixels,
      resolve,
      reject,
      waitTimer: setTimeout(() => this.#giveUp(job, overloaded()), this.#maxWait),
      deaths: 0,
    };
    const leave = (): void => this.#giveUp(job, new AppError("malformed"));
    signal?.addEventListener("abort", leave);
    this.#enqueue(job);
    this.#dispatch();
    // A signal shared by thousands of pictures would retain all of them and their results.
    return promise.finally(() => signal?.removeEventListener("abort", leave));
  }

  /** Accepts no more pictures, waits some seconds for those in progress, and ends the processes. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#respawnTimer);
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      this.#dequeued(job);
      job.reject(overloaded());
    }
    if (this.underWay > 0) {
      const idle = new Promise<void>((resolve) => (this.#whenIdle = resolve));
      await endsWithin(idle, this.#maxClose);
    }
    await Promise.all(
      [...this.#workers].map(
        (worker) =>
          new Promise<void>((resolve) => {
            worker.process.once("exit", () => resolve());
            worker.process.kill("SIGKILL");
          }),
      ),
    );
  }

  #enqueue(job: Job): void {
    this.#queue.push(job.owner, job);
    this.#waitingBytes += job.picture.bytes.length;
  }

  #dequeued(job: Job): void {
    clearTimeout(job.waitTimer);
    this.#waitingBytes -= job.picture.bytes.length;
  }

  #giveUp(job: Job, error: Error): void {
    if (!this.#queue.remove(job.owner, job)) return;
    this.#dequeued(job);
    job.reject(error);
  }

  #dispatch(): void {
    for (const worker of this.#workers) {
      if (!worker.ready || worker.job !== null) continue;
      const heavyRuns = [...this.#workers].some((other) => other.job?.heavy === true);
      const job = this.#queue.shift((next) => !(next.heavy && heavyRuns));
      if (job === undefined) break;
      this.#dequeued(job);
      worker.job = job;
      worker.killTimer = setTimeout(() => {
        worker.timedOut = true;
        worker.process.kill("SIGKILL");
      }, this.#killAfter);
      const { kind, orientation, bytes } = job.picture;
      // An error here means that the process has ended; its exit event handles that.
      worker.process.send(
        { job: job.number, want: job.want, picture: { kind, orientation, bytes } },
        () => undefined,
      );
    }
    if (this.underWay === 0) this.#whenIdle?.();
  }

  #spawn(): void {
    const child = spawnWorker();
    const worker: Worker = {
      process: child,
      ready: false,
      job: null,
      killTimer: undefined,
      timedOut: false,
      rendered: 0,
    };
    this.#workers.add(worker);
    child.on("message", (message) => this.#answered(worker, parseAnswer(message)));
    child.once("exit", (code, signal) => this.#ended(worker, code, signal));
    child.once("error", (error) => {
      this.#log.error("photos.worker_failed", error);
      if (child.pid === undefined) this.#ended(worker, null, null);
    });
  }

  #answered(worker: Worker, answer: WorkerAnswer): void {
    if (answer.type === "ready") {
      worker.ready = true;
      this.#failedStarts = 0;
    } else if (worker.job?.number === answer.job) {
      const { job } = worker;
      clearTimeout(worker.killTimer);
      worker.job = null;
      job.resolve(
        answer.type === "refused"
          ? { ok: false, reason: "broken", detail: answer.detail }
          : { ok: true, made: answer },
      );
      if (++worker.rendered >= picturesPerProcess) {
        worker.ready = false;
        worker.process.kill("SIGKILL");
      }
    }
    this.#dispatch();
  }

  #ended(worker: Worker, code: number | null, signal: string | null): void {
    if (!this.#workers.delete(worker)) return;
    clearTimeout(worker.killTimer);
    const { job } = worker;
    if (job !== null) this.#lost(job, worker, code, signal);
    if (this.#closing) {
      if (this.underWay === 0) this.#whenIdle?.();
      return;
    }
    if (worker.ready || worker.rendered > 0) {
      this.#startMissing();
      return;
    }
    // It failed to start: retry with back-off.
    this.#failedStarts++;
    this.#log.warn("photos.worker_not_started", { code, signal, tries: this.#failedStarts });
    clearTimeout(this.#respawnTimer);
    this.#respawnTimer = setTimeout(
      () => {
        this.#respawnTimer = undefined;
        this.#startMissing();
      },
      Math.min(5_000, 100 * 2 ** this.#failedStarts),
    );
  }

  /** A process died over a picture: if by a limit, the picture is refused; else it is retried once. */
  #lost(job: Job, worker: Worker, code: number | null, signal: string | null): void {
    const { kind, width, height } = job.picture;
    const outOfMemory = signal === outOfMemorySignal;
    this.#log.warn("photos.worker_lost", {
      code,
      signal,
      kind,
      width,
      height,
      timedOut: worker.timedOut,
      outOfMemory,
    });
    if (worker.timedOut || outOfMemory || ++job.deaths > 1) {
      const detail = worker.timedOut ? "time limit" : outOfMemory ? "memory limit" : "decoder crashed";
      job.resolve({ ok: false, reason: "too_costly", detail });
    } else if (this.#closing) {
      job.reject(overloaded());
    } else {
      this.#enqueue(job);
    }
  }
}

function overloaded(): AppError {
  return new AppError("overloaded", { message: photoMessages.busy, retryAfter: retryAfterSeconds });
}
