/**
 * Runs work for a key once for all who ask at the same time. Who asks while it is under way gets a run that begins
 * after that: it sees everything that had happened when it was asked for.
 */
export class Coalesce<Value> {
  readonly #running = new Map<string, Promise<Value>>();
  readonly #next = new Map<string, Promise<Value>>();

  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key);
    if (running === undefined) return this.#start(key, work);
    const waiting = this.#next.get(key);
    if (waiting !== undefined) return waiting;
    const next = running
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(key);
        return this.#start(key, work);
      });
    this.#next.set(key, next);
    return next;
  }

  #start(key: string, work: () => Promise<Value>): Promise<Value> {
    const run = work().finally(() => {
      if (this.#running.get(key) === run) this.#running.delete(key);
    });
    this.#running.set(key, run);
    return run;
  }
}
