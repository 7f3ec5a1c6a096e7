import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs work for a key once for all calls at the same time. A call while it is under way gets a run that begins
 * after that: it sees everything that had happened before the call. With a spacing the runs of a key begin at
 * least so many milliseconds apart, and calls in between wait for the next one. What is remembered of a key goes
 * when its spacing is over.
 */
export class Coalesce<Value> {
  /** What the next run has to wait for; never rejects. */
  readonly #busy = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<Value>>();
  readonly #spacing: number;

  constructor({ spacing = 0 }: { spacing?: number } = {}) {
    this.#spacing = spacing;
  }

  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const waiting = this.#next.get(key);
    if (waiting !== undefined) return waiting;
    const busy = this.#busy.get(key);
    if (busy === undefined) return this.#start(key, work);
    const next = busy.then(() => {
      this.#next.delete(key);
      return this.#start(key, work);
    });
    this.#next.set(key, next);
    return next;
  }

  #start(key: string, work: () => Promise<Value>): Promise<Value> {
    const run = work();
    const pause = this.#spacing === 0 ? undefined : sleep(this.#spacing, undefined, { ref: false });
    const busy = this.#forgetAfter(key, Promise.allSettled([run, pause]));
    this.#busy.set(key, busy);
    return run;
  }

  async #forgetAfter(key: string, over: Promise<unknown>): Promise<void> {
    await over;
    this.#busy.delete(key);
  }
}
