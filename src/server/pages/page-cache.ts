import type { IncomingMessage } from "node:http";
import { isPhone } from "#domain/site/is-phone.ts";
import { chooseEncoding } from "./encoding.ts";
import type { PageAnswer } from "#server/http/page-answer.ts";

/** How long a page may be shared, in ms from the start of its rendering. */
const lifetimeMs = 500;
/** Maximum size of all cached pages in bytes; each is cached for half a second. */
const maxCachedBytes = 32 * 2 ** 20;

interface Entry {
  /** By the injected clock, in ms. */
  readonly startedAt: number;
  /** Null if the page may not be shared. */
  readonly rendering: Promise<PageAnswer | null>;
  /** Null while it is rendered. */
  answer: PageAnswer | null;
}

/** Pages answered since the start. */
export interface PageCacheFigures {
  readonly cached: number;
  readonly rendered: number;
}

/** A request's cache key; null for signed-in visitors: only guests share pages. */
export function cacheKey({ method, url, headers }: IncomingMessage): string | null {
  if (method !== "GET" || headers.cookie !== undefined || headers.authorization !== undefined) return null;
  const accepted = headers["accept-encoding"];
  const encoding = chooseEncoding(typeof accepted === "string" ? accepted : null);
  // The one page that differs on phones (web/routes/search.tsx).
  const device = url?.startsWith("/search") && isPhone(hintOf(headers), headers["user-agent"]) ? "phone" : "";
  return `${encoding} ${device} ${headers.host ?? ""} ${url ?? ""}`;
}

function hintOf({ "sec-ch-ua-mobile": hint }: IncomingMessage["headers"]): string | undefined {
  return typeof hint === "string" ? hint : undefined;
}

/**
 * A micro-cache of rendered public pages: guests who request the same page within half a second, or during its
 * rendering, share one rendering (decision 0024). Hot pages get some ten times the throughput.
 */
export class PageCache {
  readonly #now: () => number;
  readonly #maxBytes: number;
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #cached = 0;
  #rendered = 0;

  /** `now` in ms, from a monotonic clock. */
  constructor(now: () => number = () => performance.now(), maxBytes = maxCachedBytes) {
    this.#now = now;
    this.#maxBytes = maxBytes;
  }

  get figures(): PageCacheFigures {
    return { cached: this.#cached, rendered: this.#rendered };
  }

  /** The cached page, if it is fresh. */
  lookup(key: string | null): PageAnswer | null {
    const entry = key === null ? undefined : this.#entries.get(key);
    if (entry === undefined || entry.answer === null || !this.#isYoung(entry)) return null;
    this.#cached += 1;
    return entry.answer;
  }

  /** The cached page, the one in progress, or a new one. Rejects as `render` does. */
  async answer(key: string | null, render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    if (key === null) return this.#render(render);
    const found = this.lookup(key);
    if (found !== null) return found;
    this.#evictOld();
    const entry = this.#entries.get(key);
    if (entry === undefined) return this.#renderForAll(key, render);
    const shared = await entry.rendering;
    if (shared === null) return this.#render(render);
    this.#cached += 1;
    return shared;
  }

  #isYoung({ startedAt }: Entry): boolean {
    return this.#now() - startedAt < lifetimeMs;
  }

  #render(render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    this.#rendered += 1;
    return render();
  }

  async #renderForAll(key: string, render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const { promise, resolve } = Promise.withResolvers<PageAnswer | null>();
    const entry: Entry = { startedAt: this.#now(), rendering: promise, answer: null };
    this.#entries.set(key, entry);
    let shared: PageAnswer | null = null;
    try {
      const answer = await this.#render(render);
      if (isShareable(answer)) shared = answer;
      return answer;
    } finally {
      // A failed or private rendering ends the waiting: the others render for themselves.
      resolve(shared);
      const size = shared === null ? 0 : sizeOf(key, shared);
      if (shared === null || !this.#isYoung(entry) || this.#bytes + size > this.#maxBytes) {
        this.#entries.delete(key);
      } else {
        entry.answer = shared;
        this.#bytes += size;
      }
    }
  }

  /** The first entries are the oldest; pages in progress stay. */
  #evictOld(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#isYoung(entry)) return;
      if (entry.answer === null) continue;
      this.#bytes -= sizeOf(key, entry.answer);
      this.#entries.delete(key);
    }
  }
}

function sizeOf(key: string, { headers, body }: PageAnswer): number {
  return (
    key.length + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0) + body.length
  );
}

/** Equal for all requests without credentials. */
function isShareable({ status, headers }: PageAnswer): boolean {
  const isPublic = headers.some(([name, value]) => name === "cache-control" && /\bpublic\b/.test(value));
  return status === 200 && isPublic && !headers.some(([name]) => name === "set-cookie");
}
