import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { SiteConfig } from "#contract/site-config.ts";
import type { Logger } from "#server/log.ts";
import type { PageAnswer } from "#server/http/page-answer.ts";
import type { FromThread, PageWorkerData, ToThread } from "./page-messages.ts";

export interface PageRendererOptions {
  /** The worker threads' module. */
  readonly entry: URL;
  readonly data: PageWorkerData;
  readonly log: Logger;
  /** By default one per core, at most four. */
  readonly size?: number;
  /** Timeout of a page in ms; then its thread is terminated. */
  readonly pageTimeout?: number;
}

type ApiFetch = (request: Request) => Promise<Response>;

export interface PageFigures {
  readonly underWay: number;
  /** How long the first page in a thread's queue has waited to start, in ms. */
  readonly lateness: number;
  /** Threads that ended or were terminated since the start. */
  readonly threadsLost: number;
}

/** A page in progress. */
interface Page {
  readonly since: number;
  /** Its thread has started it. */
  isBegun: boolean;
  /** The thread's report about it. */
  readonly onMessage: (message: Exclude<FromThread, { kind: "ready" }>) => void;
  readonly fail: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  readonly pages: Map<number, Page>;
}

const pageTimeoutMs = 30_000;
/** Delay before replacing a thread that ended before it was ready. */
const restartDelayMs = 1_000;
/** Memory limit: it ends a thread and not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 };

/**
 * Renders pages in worker threads, so that the main thread, which serves the API, webhooks and refusals, never
 * waits for them (decision 0024). A page reads through the site's own API: its calls are answered here, in the
 * visitor's name. A thread that ends, or that a page blocks, fails its pages and is replaced.
 */
export class PageRenderer {
  readonly #options: PageRendererOptions;
  #data: PageWorkerData;
  readonly #size: number;
  readonly #pageTimeout: number;
  readonly #threads = new Set<Thread>();
  #waitingForThread: (() => void)[] = [];
  #restart: NodeJS.Timeout | undefined;
  #lastPage = 0;
  #threadsLost = 0;
  #isClosing = false;
  #routes: readonly string[] = [];

  private constructor(options: PageRendererOptions) {
    this.#options = options;
    this.#data = options.data;
    this.#size = options.size ?? Math.min(4, availableParallelism());
    this.#pageTimeout = options.pageTimeout ?? pageTimeoutMs;
  }

  /** Resolves once all threads are ready. Rejects with the first start's error. */
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
    const pages = [...this.#threads].flatMap((thread) => Array.from(thread.pages.values()));
    const unbegun = pages.filter(({ isBegun }) => !isBegun).map(({ since }) => since);
    const lateness = unbegun.length === 0 ? 0 : performance.now() - Math.min(...unbegun);
    return { underWay: pages.length, lateness, threadsLost: this.#threadsLost };
  }

  /** Renders a page. Rejects if its thread ends meanwhile, or none is ready within the page timeout. */
  async render(request: Request, apiFetch: ApiFetch): Promise<PageAnswer> {
    // Synchronous if a thread is ready: pages that arrive together would else all choose the same idle thread.
    const thread = this.#idlest() ?? (await this.#nextReady());
    const tell = (message: ToThread): void => thread.worker.postMessage(message, []);
    const number = ++this.#lastPage;
    const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>();
    // API calls run in the async context of the page's request.
    const inContext = AsyncLocalStorage.snapshot();
    const onMessage: Page["onMessage"] = (message) => {
      page.isBegun = true;
      if (message.kind === "rendered") resolve(message.answer);
      else if (message.kind === "failed") reject(new Error(message.reason));
      else void inContext(async () => tell(await answerCall(message, request.url, apiFetch)));
    };
    const page: Page = { since: performance.now(), isBegun: false, onMessage, fail: reject };
    thread.pages.set(number, page);
    const timer = setTimeout(() => {
      thread.isReady = false;
      void thread.worker.terminate();
    }, this.#pageTimeout);
    try {
      const { url, method, headers } = request;
      tell({ kind: "render", page: number, url, method, headers: [...headers] });
      return await promise;
    } finally {
      clearTimeout(timer);
      thread.pages.delete(number);
    }
  }

  /** The site's data for pages from now on; pages in progress use the former. */
  setSite(site: SiteConfig): void {
    this.#data = { ...this.#data, site };
    const message: ToThread = { kind: "site", site };
    for (const { worker } of this.#threads) worker.postMessage(message, []);
  }

  /** Ends all threads; pages in progress are rejected. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#restart);
    this.#wakeWaiting();
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** The ready thread with the fewest pages. */
  #idlest(): Thread | undefined {
    const ready = [...this.#threads].filter(({ isReady }) => isReady);
    return ready.toSorted((one, other) => one.pages.size - other.pages.size)[0];
  }

  /** Waits for a ready thread, at most the page timeout. */
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
    const { entry, log } = this.#options;
    const worker = new Worker(entry, { workerData: this.#data, name: "pages", resourceLimits });
    const thread: Thread = { worker, isReady: false, pages: new Map() };
    this.#threads.add(thread);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let wasReady = false;
    worker.on("message", (message: FromThread) => {
      if (message.kind !== "ready") {
        thread.pages.get(message.page)?.onMessage(message);
        return;
      }
      thread.isReady = true;
      wasReady = true;
      this.#routes = message.routes;
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
      for (const { fail } of thread.pages.values())
        fail(new Error("The thread that rendered the page ended."));
      if (this.#isClosing) return;
      this.#threadsLost += 1;
      this.#replaceLost(wasReady ? 0 : restartDelayMs);
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
  { call, path, method, headers, body }: FromThread & { kind: "call" },
  pageUrl: string,
  apiFetch: ApiFetch,
): Promise<ToThread> {
  try {
    const response = await apiFetch(new Request(new URL(path, pageUrl), { method, headers, body }));
    const text = await response.text();
    return { kind: "answered", call, status: response.status, headers: [...response.headers], text };
  } catch (error) {
    return { kind: "unanswered", call, reason: error instanceof Error ? error.message : String(error) };
  }
}
