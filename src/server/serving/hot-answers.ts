import { compress } from "./compress.ts";
import { isAnonymousRead, mayBeShared, SharedAnswer } from "./shared-answer.ts";

type Ask = () => Response | Promise<Response>;

/** With what the index takes to hear of a change, an answer is well less than a second behind. In milliseconds. */
const windowLength = 250;
/** Whoever asks, changes something and asks again is not as fast, and sees the change at once. */
const hotFrom = 8;
/** What one window counts and keeps at most: addresses, answers, and bytes of an answer. */
const most = { asked: 5_000, kept: 100, bytes: 2 ** 18 } as const;

/**
 * Answers of the API that a crowd asks for in the same moment: time goes in windows of a quarter of a second, and what is
 * asked for for the eighth time in one of them is the answer for all who still ask in it. Only what is the same for
 * everybody and says so (`public`), asked for without any credential or condition.
 */
export class HotAnswers {
  readonly #now: () => number;
  #windowEnds = 0;
  readonly #asked = new Map<string, number>();
  readonly #kept = new Map<string, Promise<SharedAnswer | null>>();

  /** `now` in milliseconds, from a clock that does not jump. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async answer(request: Request, ask: Ask): Promise<Response> {
    if (!isAnonymousRead(request) || isConditional(request)) return compress(request, await ask());
    this.#turnWindow();
    const { url } = request;
    const kept = this.#kept.get(url);
    if (kept !== undefined) return (await kept)?.answer(request) ?? compress(request, await ask());
    const asked = (this.#asked.get(url) ?? 0) + 1;
    if (asked > 1 || this.#asked.size < most.asked) this.#asked.set(url, asked);
    if (asked < hotFrom || this.#kept.size === most.kept) return compress(request, await ask());
    return this.#askForAll(request, ask);
  }

  #turnWindow(): void {
    const now = this.#now();
    if (now < this.#windowEnds) return;
    this.#windowEnds = now + windowLength;
    this.#asked.clear();
    this.#kept.clear();
  }

  async #askForAll(request: Request, ask: Ask): Promise<Response> {
    const { promise, resolve } = Promise.withResolvers<SharedAnswer | null>();
    this.#kept.set(request.url, promise);
    let shared: SharedAnswer | null = null;
    try {
      const response = await ask();
      if (!mayBeShared(response) || response.body === null) return compress(request, response);
      const { status, headers } = response;
      const body = new Uint8Array(await response.arrayBuffer());
      const answer = new SharedAnswer({ status, headers, form: { encoding: "identity", body } });
      if (body.length <= most.bytes) shared = answer;
      return answer.answer(request);
    } finally {
      // Nobody waits longer, whatever became of it.
      resolve(shared);
    }
  }
}

/** Asks for a part, or only for what is new to it. */
function isConditional({ headers }: Request): boolean {
  return ["range", "if-none-match", "if-modified-since"].some((name) => headers.has(name));
}
