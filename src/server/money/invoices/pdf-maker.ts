import { Worker } from "node:worker_threads";
import { AppError } from "#server/http/app-error.ts";
import type { PdfWork } from "./pdf-work.ts";

const program = new URL("pdf-worker.ts", import.meta.url);
/** A file takes some 300 ms; a thread that takes this long is ended. */
const patienceMs = 15_000;
const maxWaiting = 20;
const retryAfterSeconds = 5;

type Bytes = Uint8Array<ArrayBuffer>;

/** Makes one PDF file after the other, each in a thread of its own that ends with it. */
export class PdfMaker {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** The work as a file; the same work gives the same bytes. Throws overloaded where too many wait. */
  async make(work: PdfWork): Promise<Bytes> {
    if (this.#waiting >= maxWaiting) throw new AppError("overloaded", { retryAfter: retryAfterSeconds });
    this.#waiting += 1;
    const made = this.#last.then(() => makeInThread(work)).finally(() => (this.#waiting -= 1));
    this.#last = made.catch(() => undefined);
    return made;
  }
}

function makeInThread(work: PdfWork): Promise<Bytes> {
  const thread = new Worker(program, {
    name: "pdf",
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  return new Promise<Bytes>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("a PDF file took too long")), patienceMs);
    thread.once("message", (file: unknown) => {
      if (file instanceof Uint8Array) resolve(new Uint8Array(file));
    });
    thread.once("error", reject);
    thread.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("the thread that makes PDF files ended without one"));
    });
  }).finally(() => void thread.terminate());
}
