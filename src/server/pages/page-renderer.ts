import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Logger } from "#server/log.ts";
import type { PageAnswer } from "./page-answer.ts";
import type { ApiReply, FromPage, PageTask, PageWorkerData, WorkerReady } from "./page-messages.ts";

export interface PageRendererOptions {
  /** The worker threads' module. */
  readonly entry: URL;
  readonly data: PageWorkerData;
  readonly log: Logger;
  /** By default one a core, four at most. */
  readonly size?: number;
  /** A page that takes longer costs its thread, in ms. */
  readonly pageTimeout?: number;
}

type ApiFetch = (request: Request) => Promise<Response>;

export interface PageFigures {
  readonly underWay: number;
  /** How long the page that has waited longest for a thread to begin with it has waited, in ms. */
  readonly lateness: number;
  /** Threads that ended by themselves or were ended, since the start. */
  readonly threadsLost: number;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  /** Pages under way. */
  pages: number;
}

const PAGE_TIMEOUT_MS = 30_000;
/** Before a thread is started in the place of one that ended before it was ready. */
const RESTART_DELAY_MS = 1_000;
/** A thread whose pages need more ends, and not the process with it. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 };

/**
 * Renders pages in worker threads, so that the thread that answers the API, takes webhooks and refuses overload never waits
 * for them (decision 0024). A page reads through the site's own API: its calls come back over its port and are answered
 * here, in the visitor's name. A thread that ends, or that a page blocks, fails the pages it had and is replaced.
 */
export class PageRenderer {
  readonly #options: PageRendererOptions;
  readonly #size: number;
  readonly #pageTimeout: number;
  readonly #threads = new Set<Thread>();
  /** When pages came that no thread has begun with, in ms; the oldest first. */
  readonly #unbegun = new Set<{ readonly since: number }>();
  #waitingForThread: (() => void)[] = [];
  #restart: NodeJS.Timeout | undefined;
  #underWay = 0;
  #threadsLost = 0;
  #isClosing = false;
  #routes: readonly string[] = [];

  private constructor(options: PageRendererOptions) {
    this.#options = options;
    this.#size = options.size ?? Math.min(4, availableParallelism());
    this.#pageTimeout = options.pageTimeout ?? PAGE_TIMEOUT_MS;
  }

  /** Resolves once all threads are ready. Rejects with the error of the first that fails to start. */
  static async open(options: PageRendererOptions): Promise<PageRenderer> {
    const renderer = new PageRenderer(options);
    try {
      await Promise.all(Array.from({ length: renderer.#size }, () => renderer.#startThread()));
    } catch (error) {
      await renderer.close();
      throw error;
    }
    return renderer;
  }

  /** The patterns of all pages' addresses. */
  get routes(): readonly string[] {
    return this.#routes;
  }

  get figures(): PageFigures {
    const [oldest] = this.#unbegun;
    const lateness = oldest === undefined ? 0 : performance.now() - oldest.since;
    return { underWay: this.#underWay, lateness, threadsLost: this.#threadsLost };
  }

  /** Renders a page. Rejects where its thread ended meanwhile, or none was ready within the page timeout. */
  async render(request: Request, apiFetch: ApiFetch): Promise<PageAnswer> {
    // Without a wait where one is ready: pages that arrive together would all count the same thread as the idlest.
    const thread = this.#idlest() ?? (await this.#nextReady());
    const arrival = { since: performance.now() };
    this.#unbegun.add(arrival);
    this.#underWay += 1;
    thread.pages += 1;
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => {
      thread.isReady = false;
      void thread.worker.terminate();
    }, this.#pageTimeout);
    try {
      const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>();
      // Calls of the API are made in the async context of the request that the page is for.
      const inContext = AsyncLocalStorage.snapshot();
      port1.on("message", (message: FromPage) => {
        this.#unbegun.delete(arrival);
        if (message.kind === "call") {
          void inContext(() => answerCall(port1, message, request.url, apiFetch));
        } else if (message.kind === "rendered") resolve(message.answer);
        else reject(new Error(message.reason));
      });
      // A thread that ends closes the ports of its pages; its own exit is told a moment later.
      port1.once("close", () => {
        thread.isReady = false;
        reject(new Error("The thread that rendered the page ended."));
      });
      const task: PageTask = { url: request.url, method: request.method, headers: [...request.headers] };
      thread.worker.postMessage({ task, port: port2 }, [port2]);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#unbegun.delete(arrival);
      this.#underWay -= 1;
      thread.pages -= 1;
      port1.removeAllListeners("close");
      port1.close();
    }
  }

  /** Ends all threads; pages under way are rejected. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#restart);
    this.#wakeWaiting();
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** The ready thread with the fewest pages. */
  #idlest(): Thread | undefined {
    const ready = [...this.#threads].filter(({ isReady }) => isReady);
    return ready.toSorted((one, other) => one.pages - other.pages)[0];
  }

  /** Waits for a ready thread, at most as long as a page may take. */
  async #nextReady(): Promise<Thread> {
    const until = performance.now() + this.#pageTimeout;
    for (;;) {
      if (this.#isClosing) throw new Error("The threads for pages have been ended.");
      const thread = this.#idlest();
      if (thread !== undefined) return thread;
      const left = until - performance.now();
      if (left <= 0) throw new Error("No thread for pages starts.");
      // oxlint-disable-next-line no-await-in-loop -- until one is ready
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waitingForThread.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #wakeWaiting(): void {
    for (const wake of this.#waitingForThread.splice(0)) wake();
  }

  /** Resolves once the thread is ready. */
  #startThread(): Promise<void> {
    const { entry, data, log } = this.#options;
    const worker = new Worker(entry, { workerData: data, name: "pages", resourceLimits });
    const thread: Thread = { worker, isReady: false, pages: 0 };
    this.#threads.add(thread);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let wasReady = false;
    worker.once("message", ({ routes }: WorkerReady) => {
      thread.isReady = true;
      wasReady = true;
      this.#routes = routes;
      resolve();
      this.#wakeWaiting();
    });
    worker.on("error", (cause) => {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      if (!this.#isClosing) log.error("page_thread.failed", error);
      reject(error);
    });
    worker.on("exit", () => {
      this.#threads.delete(thread);
      reject(new Error("A thread for pages ended."));
      if (this.#isClosing) return;
      this.#threadsLost += 1;
      this.#replaceLost(wasReady ? 0 : RESTART_DELAY_MS);
    });
    return promise;
  }

  #replaceLost(delay: number): void {
    this.#restart ??= setTimeout(() => {
      this.#restart = undefined;
      // Several may have ended meanwhile. The end of a new one is logged, and leads here again.
      while (this.#threads.size < this.#size) this.#startThread().catch(() => {});
    }, delay);
  }
}

async function answerCall(
  port: MessagePort,
  { id, path, method, headers, body }: Extract<FromPage, { kind: "call" }>,
  pageUrl: string,
  apiFetch: ApiFetch,
): Promise<void> {
  let reply: ApiReply;
  try {
    const response = await apiFetch(new Request(new URL(path, pageUrl), { method, headers, body }));
    reply = { id, status: response.status, headers: [...response.headers], text: await response.text() };
  } catch (error) {
    reply = { id, failure: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(reply, []);
}
