import { totalmem } from "node:os";
import { compress } from "./compress.ts";
import type { FinishedPage, PageResponse } from "./page-forms.ts";
import { type ApiAnswer, PageSources } from "./page-sources.ts";
import { isAnonymousRead, mayBeShared, SharedAnswer } from "./shared-answer.ts";

/** What a visit brings along. */
export interface Visit {
  readonly request: Request;
  /** Renders the page; its calls of the API go through `sources`. */
  readonly render: (sources: PageSources) => Promise<PageResponse>;
  /** Asks the API what a page has asked before, in this visitor's name. */
  readonly ask: (url: string) => Promise<ApiAnswer>;
}

/** A page may show a car as it was a second ago; the rest is for the index and the way. In milliseconds. */
const sureFor = 500;
/** Pages count ages in minutes ("para 3 minutash") from when they were rendered. In milliseconds. */
const keptFor = 60_000;
/** What all kept pages take together, at most; packed ones are some 15 kB large, plain ones 50 to 80. In bytes. */
const mostBytes = Math.min(192 * 2 ** 20, availableMemory() / 32);
/** What one takes beside its form and addresses: its headers, above all. In bytes. */
const beside = 4_000;
/** Larger ones (lists for search engines) are not kept. In bytes. */
const largest = 2 ** 18;

/** Of the machine, or of the container that this runs in, in bytes. */
function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** A page, and what it takes to know whether it still is as it would be rendered. */
class KeptPage {
  readonly sources: PageSources;
  /** Until then its words may stand; by the clock given, in milliseconds. */
  readonly until: number;
  /** Until then nobody looks whether it still is as it would be rendered; by the same clock. */
  sureUntil = 0;
  /** What it takes, without the forms that come and go. */
  readonly bytes: number;
  readonly #shared: SharedAnswer;

  constructor(url: string, page: FinishedPage, sources: PageSources, until: number) {
    this.sources = sources;
    this.until = until;
    this.bytes = beside + url.length + page.form.body.length + sources.bytes;
    this.#shared = new SharedAnswer(page);
  }

  answer(request: Request): Response {
    return this.#shared.answer(request);
  }
}

/** Pages answered since the start. */
export interface KeptPageFigures {
  /** From one that was kept, and less than half a second old. */
  readonly kept: number;
  /** From an older one, of which everything that it was made from is as it was. */
  readonly unchanged: number;
  readonly rendered: number;
}

interface Made {
  readonly page: KeptPage | null;
  readonly response: Response;
}

/**
 * Answers with one rendering whoever asks for the same page: within half a second without another look, and for a minute where
 * the API still answers what the page was made from (decision 0006). Only what is the same for everybody is shared: asked
 * for without any credential, answered 200, public, without a cookie.
 */
export class KeptPages {
  readonly #now: () => number;
  readonly #mostBytes: number;
  /** By address; those looked at longest ago come first. */
  readonly #kept = new Map<string, KeptPage>();
  /** Those being rendered or looked at; null becomes of what may not be shared. */
  readonly #making = new Map<string, Promise<KeptPage | null>>();
  #bytes = 0;
  #answeredKept = 0;
  #unchanged = 0;
  #rendered = 0;

  /** `now` in milliseconds, from a clock that does not jump; `most`: what all pages may take together, in bytes. */
  constructor(now: () => number = () => performance.now(), most = mostBytes) {
    this.#now = now;
    this.#mostBytes = most;
  }

  get figures(): KeptPageFigures {
    return { kept: this.#answeredKept, unchanged: this.#unchanged, rendered: this.#rendered };
  }

  async answer(visit: Visit): Promise<Response> {
    const { request } = visit;
    if (!isAnonymousRead(request)) return this.#render(visit, new PageSources(this.#now));
    const now = this.#now();
    const kept = this.#kept.get(request.url);
    if (kept !== undefined && now < kept.sureUntil) return this.#answerKept(kept, request);
    const making = this.#making.get(request.url);
    if (making === undefined) return this.#answerAnew(visit, kept, now);
    const made = await making;
    if (made === null) return this.#render(visit, new PageSources(this.#now));
    // One that took its time was begun too long ago.
    return now < made.sureUntil ? this.#answerKept(made, request) : this.answer(visit);
  }

  #answerKept(page: KeptPage, request: Request): Response {
    this.#answeredKept += 1;
    return page.answer(request);
  }

  /** Whoever asks meanwhile waits for what this becomes. */
  async #answerAnew(visit: Visit, old: KeptPage | undefined, now: number): Promise<Response> {
    const { url } = visit.request;
    const making = this.#make(visit, old, now);
    this.#making.set(
      url,
      making.then(
        ({ page }) => page,
        () => null,
      ),
    );
    try {
      const { page, response } = await making;
      this.#forget(url);
      if (page !== null) this.#keep(url, page);
      return response;
    } finally {
      this.#making.delete(url);
    }
  }

  async #make(visit: Visit, old: KeptPage | undefined, now: number): Promise<Made> {
    if (old !== undefined && now < old.until && (await old.sources.holdStill(visit.ask))) {
      this.#unchanged += 1;
      old.sureUntil = now + sureFor;
      return { page: old, response: old.answer(visit.request) };
    }
    const sources = new PageSources(this.#now);
    const response = await this.#render(visit, sources);
    const { finished } = response;
    if (finished === undefined || !isToBeKept(finished)) return { page: null, response };
    const until = sources.areKnown ? now + keptFor : now;
    const page = new KeptPage(visit.request.url, finished, sources, until);
    page.sureUntil = now + sureFor;
    return { page, response };
  }

  async #render({ request, render }: Visit, sources: PageSources): Promise<PageResponse> {
    this.#rendered += 1;
    const response = await render(sources);
    return response.finished === undefined ? compress(request, response) : response;
  }

  #keep(url: string, page: KeptPage): void {
    this.#kept.set(url, page);
    this.#bytes += page.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(url: string): void {
    this.#bytes -= this.#kept.get(url)?.bytes ?? 0;
    this.#kept.delete(url);
  }
}

function isToBeKept(page: FinishedPage): boolean {
  return mayBeShared(page) && page.form.body.length <= largest;
}
