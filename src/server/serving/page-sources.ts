import { hash } from "node:crypto";

/** What a page's own call of the API gets. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Send = (call: Request) => Promise<ApiAnswer>;

interface Source {
  readonly url: string;
  readonly answer: string;
}

// A page asks two to four things.
const most = 12;
/** Pages do not wait for ever: after this long nobody knows whether the page still had a use for the answer. In ms. */
const longest = 10_000;

/**
 * What one page was made from: what it asked of the API, as a guest, and what it was answered. As long as the API answers
 * all of that in the same way, the page would come out the same.
 */
export class PageSources {
  readonly #sources: Source[] = [];
  readonly #now: () => number;
  #underWay = 0;
  #isPlain = true;

  /** `now` in milliseconds, from a clock that does not jump. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Carries a call of the page to the API and notes what comes back. */
  async carry(call: Request, send: Send): Promise<ApiAnswer> {
    this.#underWay += 1;
    const since = this.#now();
    const answer = await send(call);
    // Not reached where the call fails: a page that was made without its answer is never taken for complete.
    this.#underWay -= 1;
    const { method, headers, url } = call;
    const isLate = this.#now() - since > longest;
    if (method !== "GET" || headers.has("cookie") || isLate || this.#sources.length === most) {
      this.#isPlain = false;
    } else {
      this.#sources.push({ url, answer: digest(answer) });
    }
    return answer;
  }

  /** Whether all that the page was made from is known and can be asked for again. */
  get areKnown(): boolean {
    return this.#isPlain && this.#underWay === 0;
  }

  /** Of all that is noted, about. */
  get bytes(): number {
    return this.#sources.reduce((sum, { url, answer }) => sum + url.length + answer.length, 0);
  }

  /** Asks for all of it again: whether it is as it was. A call that fails is a change. */
  async holdStill(send: (url: string) => Promise<ApiAnswer>): Promise<boolean> {
    const asked = this.#sources.map(async ({ url, answer }) => digest(await send(url)) === answer);
    const same = await Promise.all(asked).catch(() => [false]);
    return same.every(Boolean);
  }
}

function digest({ status, headers, text }: ApiAnswer): string {
  return hash("sha256", `${status}${JSON.stringify([...headers])}${text}`, "base64");
}
