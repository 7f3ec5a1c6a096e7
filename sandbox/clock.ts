import type { Store } from "./store/store.ts";

/** The sandbox's time: the system's plus a stored offset that only grows. */
export class Clock {
  readonly #store: Store;
  #offset: number;
  #fixed: number | null = null;

  constructor(store: Store) {
    this.#store = store;
    this.#offset = Number(store.setting("clock_offset") ?? "0");
  }

  /** Unix seconds. */
  now(): number {
    return this.#fixed ?? Math.floor(Date.now() / 1000) + this.#offset;
  }

  /** Runs `work` at a fixed time, so that what was due earlier has the time at which it was due. */
  at<T>(moment: number, work: () => T): T {
    const before = this.#fixed;
    this.#fixed = moment;
    try {
      return work();
    } finally {
      this.#fixed = before;
    }
  }

  /** Moves the clock forward to this time. Does not run what falls due. Throws a RangeError for the past. */
  set(moment: number): void {
    const now = this.now();
    if (moment < now) throw new RangeError("The sandbox's clock only goes forward.");
    this.#offset += moment - now;
    this.#store.setSetting("clock_offset", String(this.#offset));
  }
}
