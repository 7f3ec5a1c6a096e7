interface Entry<T> {
  version: number;
  value: T;
}

/** Answers of one state of the index: never older than the index itself. Bounded, the least recently used go first. */
export class ResultCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The answer for this state of the index, made now where it is not there. */
  get(key: string, version: number, make: () => T): T {
    const known = this.#entries.get(key);
    this.#entries.delete(key);
    const entry = known?.version === version ? known : { version, value: make() };
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#most) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return entry.value;
  }
}
