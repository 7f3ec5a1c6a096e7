import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { compress } from "./compress.ts";
import { chooseEncoding, type Encoding } from "./encoding.ts";

/** A rendered page; `whole` is its body where that is there in one piece. */
export type PageResponse = Response & { whole?: Uint8Array<ArrayBuffer> };

type Body = Uint8Array<ArrayBuffer>;
type Render = () => Promise<PageResponse>;

/** A page may show a car as it was a second ago (QUALITY "Speed"); the rest is for the way. In milliseconds. */
const keptFor = 900;
// About a hundred kB each, compressed forms included.
const mostKept = 300;
const mostSeen = 5_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function encode(page: Body, encoding: Encoding): Promise<Body> {
  if (encoding === "identity") return page;
  if (encoding === "gzip") return zip(page, { level: 5 });
  return brotli(page, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  });
}

/** A page that many ask for at this moment, in each form that somebody took. */
class HotPage {
  readonly #headers: Headers;
  readonly #page: Body;
  readonly #forms = new Map<Encoding, Promise<Body>>();

  constructor(headers: Headers, page: Body) {
    this.#headers = new Headers(headers);
    this.#headers.append("Vary", "Accept-Encoding");
    this.#page = page;
  }

  async answer(request: Request): Promise<Response> {
    const encoding = chooseEncoding(request.headers.get("accept-encoding"), ["br", "gzip"]);
    let form = this.#forms.get(encoding);
    if (form === undefined) {
      form = encode(this.#page, encoding);
      this.#forms.set(encoding, form);
    }
    const headers = new Headers(this.#headers);
    if (encoding !== "identity") headers.set("Content-Encoding", encoding);
    return new Response(await form, { headers });
  }
}

/** Pages answered since the start. */
export interface HotPageFigures {
  /** From one that was kept. */
  readonly kept: number;
  readonly rendered: number;
}

interface Kept {
  /** By the clock given, in milliseconds. */
  readonly until: number;
  /** Null where the page turned out to be one that may not be shared. */
  readonly page: Promise<HotPage | null>;
}

/**
 * Answers pages that several people ask for within the same second with one rendering: a link that goes round, the home
 * page, a crowd after a newspaper's article. Only what is the same for everybody is shared: asked for without any
 * credential, answered 200, public, without a cookie. What is asked for once costs nothing more than before.
 */
export class HotPages {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  /** When an address was last asked for: only a second visit makes a page worth keeping. */
  readonly #seen = new Map<string, number>();
  #answeredKept = 0;
  #rendered = 0;

  /** `now` in milliseconds, from a clock that does not jump. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get figures(): HotPageFigures {
    return { kept: this.#answeredKept, rendered: this.#rendered };
  }

  async answer(request: Request, renderPage: Render): Promise<Response> {
    const render = () => {
      this.#rendered += 1;
      return renderPage();
    };
    if (!isAnonymousRead(request)) return compress(request, await render());
    const now = this.#now();
    const kept = this.#kept.get(request.url);
    if (kept !== undefined && kept.until > now) {
      const page = await kept.page;
      if (page === null) return compress(request, await render());
      this.#answeredKept += 1;
      return page.answer(request);
    }
    if (!this.#isSeenAgain(request.url, now)) return compress(request, await render());
    return this.#renderFor(request, render, now);
  }

  async #renderFor(request: Request, render: Render, now: number): Promise<Response> {
    const response = render();
    const page = response.then(hotPage, () => null);
    this.#kept.delete(request.url);
    this.#kept.set(request.url, { until: now + keptFor, page });
    dropOldest(this.#kept, mostKept);
    // Whoever began it gets what it became, an error included.
    const rendered = await response;
    return (await page)?.answer(request) ?? compress(request, rendered);
  }

  #isSeenAgain(url: string, now: number): boolean {
    const before = this.#seen.get(url);
    this.#seen.delete(url);
    this.#seen.set(url, now);
    dropOldest(this.#seen, mostSeen);
    return before !== undefined && now - before < keptFor;
  }
}

function isAnonymousRead({ method, headers }: Request): boolean {
  return method === "GET" && !headers.has("cookie") && !headers.has("authorization");
}

function hotPage({ status, headers, whole }: PageResponse): HotPage | null {
  const isShared =
    status === 200 &&
    /\bpublic\b/.test(headers.get("cache-control") ?? "") &&
    !headers.has("set-cookie") &&
    !headers.has("content-encoding");
  return isShared && whole !== undefined ? new HotPage(headers, whole) : null;
}

/** A Map gives its keys in the order in which they were set. */
function dropOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
