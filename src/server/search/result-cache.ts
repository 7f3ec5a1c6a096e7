interface Entry<T> {
  version: number;
  value: T;
}

/** Answers kept while the index is as it was: never older than the index itself. Bounded, the longest unused go first. */
export class ResultCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** The answer for this state of the index, made now where it is not there. */
  get(key: string, version: number, make: () => T): T {
    const known = this.entries.get(key);
    if (known?.version === version) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.value;
    }
    const value = make();
    this.entries.delete(key);
    this.entries.set(key, { version, value });
    if (this.entries.size > this.most) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    return value;
  }
}
