import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Logger } from "#server/log.ts";
import { Outbox } from "./outbox.ts";
import { type PageResponse, sendForm } from "./page-forms.ts";
import type { FromPageThread, HeaderList, PageThreadData, ToPageThread } from "./page-protocol.ts";
import type { ApiAnswer } from "./page-sources.ts";

export interface PageThreadsOptions {
  /** The thread's own module. */
  readonly entry: URL;
  readonly data: PageThreadData;
  readonly log: Logger;
  /** By default one a core, four at most; the thread that starts them goes first where cores are short. */
  readonly size?: number;
  /** A page that takes longer costs its thread, in ms. */
  readonly longestPage?: number;
}

type ApiFetch = (request: Request) => Promise<ApiAnswer>;

export interface PageFigures {
  readonly underWay: number;
  /** How long the page that has waited longest for a thread to turn to it has waited, in ms. */
  readonly lateness: number;
  /** Threads that ended by themselves or were ended, since the start. */
  readonly threadsLost: number;
}

interface Page {
  readonly resolve: (response: PageResponse) => void;
  readonly reject: (error: Error) => void;
  /** Does something in the name of the request that the page is for. */
  readonly inItsName: <T>(work: () => T) => T;
  readonly origin: string;
  readonly apiFetch: ApiFetch;
  readonly since: number;
}

interface Thread {
  readonly worker: Worker;
  readonly outbox: Outbox<ToPageThread>;
  /** Under way, the oldest first. */
  readonly pages: Map<number, Page>;
  /** Sent, and not heard of since; the oldest first. */
  readonly unbegun: Map<number, number>;
  isReady: boolean;
}

const defaults = { longestPage: 30_000 } as const;
const checkEvery = 1_000;
/** A thread whose pages need more ends, and not the process with it; with less room it also collects its garbage sooner. */
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 } as const;
/** Before a thread is started in the place of one that ended before it was ready, in ms. */
const restartAfter = 1_000;

/**
 * Threads that render pages, so that the thread that answers the API, takes webhooks and refuses what is too much is not
 * kept waiting by them, and pages are rendered on several cores (decision 0013). A page reads through the site's own API,
 * whose calls come back to this thread. A thread that ends, or that a page keeps for ever, costs the pages it had.
 */
export class PageThreads {
  readonly #options: PageThreadsOptions;
  readonly #size: number;
  readonly #longestPage: number;
  readonly #threads = new Set<Thread>();
  readonly #check: NodeJS.Timeout;
  #waitingForThread: (() => void)[] = [];
  #restart: NodeJS.Timeout | undefined;
  #nextPage = 1;
  #lost = 0;
  #closing = false;
  #routes: readonly string[] = [];

  private constructor(options: PageThreadsOptions) {
    this.#options = options;
    this.#size = options.size ?? Math.min(4, availableParallelism());
    this.#longestPage = options.longestPage ?? defaults.longestPage;
    this.#check = setInterval(() => {
      this.#endStuck();
      this.#wakeWaiting();
    }, checkEvery).unref();
  }

  /** Resolves once all are ready. Throws what the first that fails to start says. */
  static async open(options: PageThreadsOptions): Promise<PageThreads> {
    const threads = new PageThreads(options);
    try {
      await Promise.all(Array.from({ length: threads.#size }, () => threads.#start()));
    } catch (error) {
      await threads.close();
      throw error;
    }
    return threads;
  }

  /** The patterns of all pages' addresses. */
  get routes(): readonly string[] {
    return this.#routes;
  }

  get figures(): PageFigures {
    let underWay = 0;
    let oldest = Number.POSITIVE_INFINITY;
    for (const { pages, unbegun } of this.#threads) {
      underWay += pages.size;
      for (const since of unbegun.values()) {
        oldest = Math.min(oldest, since);
        break;
      }
    }
    return { underWay, lateness: Math.max(0, performance.now() - oldest), threadsLost: this.#lost };
  }

  /** Renders a page. Rejects where the thread ended meanwhile, or none was there for as long as a page may take. */
  async render(request: Request, apiFetch: ApiFetch): Promise<PageResponse> {
    const since = performance.now();
    let thread = this.#idlest();
    while (thread === null) {
      if (this.#closing) throw new Error("The threads for pages have been ended.");
      if (performance.now() - since > this.#longestPage) throw new Error("No thread for pages starts.");
      // oxlint-disable-next-line no-await-in-loop -- until one is there
      await new Promise<void>((resolve) => this.#waitingForThread.push(resolve));
      thread = this.#idlest();
    }
    const { outbox, pages, unbegun } = thread;
    const page = this.#nextPage++;
    return new Promise<PageResponse>((resolve, reject) => {
      const inItsName = AsyncLocalStorage.snapshot();
      const { origin } = new URL(request.url);
      pages.set(page, { resolve, reject, inItsName, origin, apiFetch, since });
      unbegun.set(page, since);
      outbox.put({
        kind: "render",
        page,
        request: { url: request.url, method: request.method, headers: [...request.headers] },
      });
    });
  }

  /** Ends all threads; pages under way are rejected. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#check);
    clearTimeout(this.#restart);
    this.#wakeWaiting();
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #idlest(): Thread | null {
    let found: Thread | null = null;
    for (const thread of this.#threads) {
      if (thread.isReady && (found === null || thread.pages.size < found.pages.size)) found = thread;
    }
    return found;
  }

  /** Resolves once the thread is ready. */
  #start(): Promise<void> {
    const { entry, data, log } = this.#options;
    const worker = new Worker(entry, { workerData: data, name: "pages", resourceLimits: memory });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's, not a window's
    const outbox = new Outbox<ToPageThread>((messages) => worker.postMessage(messages));
    const thread: Thread = { worker, outbox, pages: new Map(), unbegun: new Map(), isReady: false };
    this.#threads.add(thread);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let reason = new Error("A thread for pages ended.");
    let wasReady = false;
    const hear = (message: FromPageThread): void => {
      if (message.kind === "ready") {
        thread.isReady = true;
        wasReady = true;
        this.#routes = message.routes;
        resolve();
        this.#wakeWaiting();
      } else {
        this.#hear(thread, message);
      }
    };
    worker.on("message", (messages: readonly FromPageThread[]) => {
      for (const message of messages) hear(message);
    });
    worker.on("error", (error) => {
      reason = error instanceof Error ? error : new Error(String(error));
      if (!this.#closing) log.error("page_thread.failed", reason);
    });
    worker.on("exit", () => {
      this.#threads.delete(thread);
      for (const { reject: rejectPage } of thread.pages.values()) rejectPage(reason);
      thread.pages.clear();
      reject(reason);
      if (this.#closing) return;
      this.#lost += 1;
      this.#replaceLost(wasReady);
    });
    return promise;
  }

  /** Each looks whether there is a thread for it now. */
  #wakeWaiting(): void {
    for (const resolve of this.#waitingForThread.splice(0)) resolve();
  }

  #replaceLost(atOnce: boolean): void {
    if (this.#restart !== undefined) return;
    this.#restart = setTimeout(
      () => {
        this.#restart = undefined;
        // Several may have ended meanwhile. The end of a new one is logged, and leads here again.
        while (this.#threads.size < this.#size) this.#start().catch(() => {});
      },
      atOnce ? 0 : restartAfter,
    );
  }

  #hear(thread: Thread, message: Exclude<FromPageThread, { kind: "ready" }>): void {
    const page = thread.pages.get(message.page);
    thread.unbegun.delete(message.page);
    if (page === undefined) return;
    if (message.kind === "ask") {
      void page.inItsName(() => answer(thread.outbox, page, message));
      return;
    }
    thread.pages.delete(message.page);
    if (message.kind === "failed") {
      page.reject(new Error(message.reason));
      return;
    }
    const { status, headers, form } = message;
    const finished = { status, headers: new Headers(headers), form };
    page.resolve(Object.assign(sendForm(finished, form), { finished }));
  }

  #endStuck(): void {
    const now = performance.now();
    for (const thread of this.#threads) {
      for (const { since } of thread.pages.values()) {
        if (now - since > this.#longestPage) {
          thread.isReady = false;
          void thread.worker.terminate();
        }
        break;
      }
    }
  }
}

async function answer(
  outbox: Outbox<ToPageThread>,
  page: Page,
  { ask, call: { path, method, headers, body } }: Extract<FromPageThread, { kind: "ask" }>,
): Promise<void> {
  try {
    const answered = await page.apiFetch(new Request(page.origin + path, { method, headers, body }));
    const list: HeaderList = [...answered.headers];
    outbox.put({ kind: "answer", ask, status: answered.status, headers: list, text: answered.text });
  } catch (error) {
    outbox.put({ kind: "noAnswer", ask, reason: error instanceof Error ? error.message : String(error) });
  }
}
