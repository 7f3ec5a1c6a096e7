interface Entry<T> {
  version: number;
  value: T;
}

/**
 * Cached answers of one version of the index, so never older than the index. Bounded; the least recently used
 * is evicted.
 */
export class ResultCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The cached answer for this version, computed if missing. */
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
