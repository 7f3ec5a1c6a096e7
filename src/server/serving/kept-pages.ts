import { totalmem } from "node:os";
import { compress } from "./compress.ts";
import type { Encoding } from "./encoding.ts";
import type { ApiAnswer } from "./front.ts";
import {
  encodingFor,
  type FinishedPage,
  type PageForm,
  type PageResponse,
  recode,
  sendForm,
} from "./page-forms.ts";
import { PageSources } from "./page-sources.ts";

/** What a visit brings along. */
export interface Visit {
  readonly request: Request;
  /** Renders the page; its calls of the API go through `sources`. */
  readonly render: (sources: PageSources) => Promise<PageResponse>;
  /** Asks the API what a page has asked before, in this visitor's name. */
  readonly ask: (url: string) => Promise<ApiAnswer>;
}

/** A page may show a car as it was a second ago (QUALITY "Speed"); the rest is for the way. In milliseconds. */
const sureFor = 900;
/** Pages count ages in minutes ("para 3 minutash") from when they were rendered. In milliseconds. */
const keptFor = 60_000;
/** What all kept pages take together, at most; packed ones are some 15 kB large, plain ones 50 to 80. In bytes. */
const mostBytes = Math.min(192 * 2 ** 20, availableMemory() / 32);
/** What one takes beside its forms: headers and what it was made from. In bytes. */
const beside = 4_000;
/** Larger ones (lists for search engines) are not kept. In bytes. */
const largest = 2 ** 18;

/** Of the machine, or of the container that this runs in, in bytes. */
function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** A page in each form that somebody took. */
class KeptPage {
  readonly sources: PageSources;
  /** Until then its words may stand; by the clock given, in milliseconds. */
  readonly until: number;
  readonly #page: FinishedPage;
  readonly #forms: Map<Encoding, PageForm>;

  constructor(page: FinishedPage, sources: PageSources, until: number) {
    this.sources = sources;
    this.until = until;
    this.#page = page;
    this.#forms = new Map([[page.form.encoding, page.form]]);
  }

  /** What it takes without the forms that come and go. */
  get bytes(): number {
    return beside + this.#page.form.body.length;
  }

  answer({ headers }: Request): Response {
    const { form } = this.#page;
    const encoding = encodingFor(headers.get("accept-encoding"), this.#page, form.body.length);
    let wanted = this.#forms.get(encoding);
    if (wanted === undefined) {
      wanted = recode(form, encoding);
      this.#forms.set(encoding, wanted);
      // Nearly all browsers take the same. Whoever takes another, takes it now or not at all.
      setTimeout(() => this.#forms.delete(encoding), sureFor).unref();
    }
    return sendForm(this.#page, wanted);
  }
}

/** Pages answered since the start. */
export interface KeptPageFigures {
  /** From one that was kept, and less than a second old. */
  readonly kept: number;
  /** From an older one, of which everything that it was made from is as it was. */
  readonly unchanged: number;
  readonly rendered: number;
}

interface Kept {
  readonly url: string;
  /** Until then nobody looks whether it still is as it would be rendered; by the clock given, in milliseconds. */
  readonly sureUntil: number;
  /** Null where the page turned out to be one that may not be shared. */
  readonly page: Promise<KeptPage | null>;
  /** What it takes, once that is known. */
  bytes: number;
}

interface Made {
  readonly page: KeptPage | null;
  readonly response: Response;
}

/**
 * Answers with one rendering whoever asks for the same page: within a second without another look, and for a minute where
 * the API still answers what the page was made from (decision 0006). Only what is the same for everybody is shared: asked
 * for without any credential, answered 200, public, without a cookie.
 */
export class KeptPages {
  readonly #now: () => number;
  readonly #mostBytes: number;
  /** By address; what was made or looked at last stands last. */
  readonly #kept = new Map<string, Kept>();
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
    if (!isAnonymousRead(request)) return this.#render(visit, new PageSources());
    const now = this.#now();
    const kept = this.#kept.get(request.url);
    if (kept === undefined || kept.sureUntil <= now) return this.#answerAnew(visit, kept, now);
    const page = await kept.page;
    if (page === null) return this.#render(visit, new PageSources());
    this.#answeredKept += 1;
    return page.answer(request);
  }

  /** Whoever asks meanwhile waits for what this becomes. */
  async #answerAnew(visit: Visit, before: Kept | undefined, now: number): Promise<Response> {
    const { url } = visit.request;
    const making = this.#make(visit, before, now);
    const page = making.then(
      (made) => made.page,
      () => null,
    );
    const kept: Kept = { url, sureUntil: now + sureFor, page, bytes: 0 };
    if (before !== undefined) this.#forget(before);
    this.#kept.set(url, kept);
    this.#settle(kept, await page);
    // Whoever began it gets what it became, an error included.
    return (await making).response;
  }

  async #make(visit: Visit, before: Kept | undefined, now: number): Promise<Made> {
    const old = await before?.page;
    if (old && now < old.until && (await old.sources.holdStill(visit.ask))) {
      this.#unchanged += 1;
      return { page: old, response: old.answer(visit.request) };
    }
    const sources = new PageSources();
    const response = await this.#render(visit, sources);
    const { finished } = response;
    if (finished === undefined || !isToBeKept(finished)) return { page: null, response };
    const until = sources.areKnown ? now + keptFor : now;
    return { page: new KeptPage(finished, sources, until), response };
  }

  async #render({ request, render }: Visit, sources: PageSources): Promise<PageResponse> {
    this.#rendered += 1;
    const response = await render(sources);
    return response.finished === undefined ? compress(request, response) : response;
  }

  #settle(kept: Kept, page: KeptPage | null): void {
    if (this.#kept.get(kept.url) !== kept) return;
    if (page === null) {
      this.#kept.delete(kept.url);
      return;
    }
    kept.bytes = page.bytes;
    this.#bytes += page.bytes;
    for (const oldest of this.#kept.values()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(kept: Kept): void {
    this.#kept.delete(kept.url);
    this.#bytes -= kept.bytes;
  }
}

function isAnonymousRead({ method, headers }: Request): boolean {
  return method === "GET" && !headers.has("cookie") && !headers.has("authorization");
}

/** The same for everybody who asks without credentials. */
function isToBeKept({ status, headers, form }: FinishedPage): boolean {
  return (
    status === 200 &&
    /\bpublic\b/.test(headers.get("cache-control") ?? "") &&
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    form.body.length <= largest
  );
}
