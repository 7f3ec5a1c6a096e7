import { Worker } from "node:worker_threads";
import type { Logger } from "#server/log.ts";
import type { Resemblance } from "./fingerprint-memory.ts";
import { answerSchema, type Question, type Setup } from "./twins-protocol.ts";

/** Looks photos up among all fingerprints, in a thread of its own. */
export interface TwinFinder {
  /**
   * For each fingerprint the nearest `limit` photos of the site within 60 bits, including itself, nearest
   * first. Photos deleted within the last hours may be among them. Throws if the database cannot be read in
   * time, and an AbortError once it is stopped.
   */
  find(fingerprints: readonly Uint8Array[], limit: number): Promise<readonly (readonly Resemblance[])[]>;
  /** Rejects look-ups in progress, and later ones, with an AbortError. */
  stop(): Promise<void>;
}

export interface TwinFinderOptions {
  readonly url: string;
  readonly log: Logger;
  /** Maximum of photos in memory, the newest: 464 MB. */
  readonly maxPhotos?: number;
  /** An idle thread ends after this time, in ms. */
  readonly idleMs?: number;
}

/** Maximum age of a thread, because it still knows deleted photos. In ms. */
const maxAgeMs = 6 * 60 * 60_000;
/** Timeout of a thread's first query, which reads the whole table. In ms. */
const answerWithinMs = 300_000;
/** Without the fingerprints, which are outside the heap. */
const maxHeapMb = 128;

interface Asked {
  readonly resolve: (found: Resemblance[][]) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly startedAt: number;
  readonly asked: Map<number, Asked>;
}

/** The caller was interrupted by the site's stop; no error. */
const stopped = (): Error => new DOMException("The look-up of photos is stopped.", "AbortError");

/** Starts the thread lazily; an idle one ends, which frees its memory. */
export function createTwinFinder(options: TwinFinderOptions): TwinFinder {
  const { url, log, maxPhotos = 2_000_000, idleMs = 10 * 60_000 } = options;
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let next = 1;
  let isStopped = false;

  function start(): Thread {
    const setup: Setup = { url, maxPhotos };
    const worker = new Worker(new URL("twins-thread.ts", import.meta.url), {
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const started: Thread = { worker, startedAt: performance.now(), asked: new Map() };
    worker.on("message", (message: unknown) => {
      const answer = answerSchema.parse(message);
      const asked = started.asked.get(answer.question);
      if (asked === undefined) return;
      started.asked.delete(answer.question);
      if (answer.type === "failed") return asked.reject(new Error(`Photos not looked up: ${answer.detail}`));
      if (answer.photos === maxPhotos) log.warn("photo_twins.memory_full", { photos: answer.photos });
      asked.resolve(answer.found);
    });
    const lost = (why: string): void => {
      if (thread === started) thread = null;
      for (const { reject } of started.asked.values()) reject(new Error(why));
      started.asked.clear();
    };
    worker.on("error", (error) => lost(`The thread that looks photos up failed: ${String(error)}`));
    worker.on("exit", () => lost("The thread that looks photos up has ended."));
    // It does not prevent the process from ending.
    worker.unref();
    return started;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    for (const { reject } of ending?.asked.values() ?? []) reject(stopped());
    ending?.asked.clear();
    await ending?.worker.terminate();
  }

  return {
    async find(fingerprints, limit) {
      if (fingerprints.length === 0) return [];
      if (thread !== null && thread.asked.size === 0 && performance.now() - thread.startedAt > maxAgeMs)
        await end();
      if (isStopped) throw stopped();
      thread ??= start();
      const { worker, asked } = thread;
      const question = next++;
      const { promise, resolve, reject } = Promise.withResolvers<Resemblance[][]>();
      asked.set(question, { resolve, reject });
      clearTimeout(idle);
      const message: Question = { question, fingerprints, limit };
      worker.postMessage(message, []);
      // A thread that does not answer is terminated, which rejects its queries.
      const tooLate = setTimeout(() => void worker.terminate(), answerWithinMs);
      try {
        return await promise;
      } finally {
        clearTimeout(tooLate);
        clearTimeout(idle);
        if (thread !== null && asked.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    stop: () => {
      isStopped = true;
      return end();
    },
  };
}
