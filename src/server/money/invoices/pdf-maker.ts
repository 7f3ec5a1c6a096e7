import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { AppError } from "#server/http/app-error.ts";
import type { PdfWork } from "./pdf-work.ts";

const program = new URL("pdf-worker.ts", import.meta.url);
/** A file takes some 300 ms, the first of a thread a second; a thread that takes this long is ended. */
const patienceMs = 15_000;
/** Starting a thread costs more than a file. */
const maxIdleMs = 30_000;
const maxWaiting = 20;
const retryAfterSeconds = 5;

type Bytes = Uint8Array<ArrayBuffer>;

/** Makes one PDF file after the other in a thread, which ends when it has been idle or has failed. */
export class PdfMaker {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #thread: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** The work as a file; the same work gives the same bytes. Throws overloaded where too many wait. */
  async make(work: PdfWork): Promise<Bytes> {
    if (this.#waiting >= maxWaiting) throw new AppError("overloaded", { retryAfter: retryAfterSeconds });
    this.#waiting += 1;
    const made = this.#last.then(() => this.#makeInThread(work)).finally(() => (this.#waiting -= 1));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #makeInThread(work: PdfWork): Promise<Bytes> {
    clearTimeout(this.#idle);
    const thread = (this.#thread ??= this.#startThread());
    // While it works, the thread keeps the process alive.
    thread.ref();
    const settled = new AbortController();
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(patienceMs)]);
    try {
      thread.postMessage(work, []);
      const file: unknown = await Promise.race([
        once(thread, "message", { signal }).then(([sent]) => sent),
        once(thread, "exit", { signal }).then(() => null),
      ]);
      if (!(file instanceof Uint8Array)) throw new Error("the thread ended");
      this.#idle = setTimeout(() => this.#endThread(), maxIdleMs).unref();
      return new Uint8Array(file);
    } catch (cause) {
      this.#endThread();
      throw new Error("no PDF file was made", { cause });
    } finally {
      settled.abort();
      thread.unref();
    }
  }

  #endThread(): void {
    void this.#thread?.terminate();
    this.#thread = null;
  }

  #startThread(): Worker {
    const thread = new Worker(program, { name: "pdf", resourceLimits: { maxOldGenerationSizeMb: 128 } });
    // Without a listener the error of a thread that nobody waits for would end the process.
    thread.on("error", () => undefined);
    thread.once("exit", () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }
}
