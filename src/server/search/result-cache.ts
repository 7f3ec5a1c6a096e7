interface Entry<T> {
  version: number;
  value: T;
}

/** Answers kept while the index is as it was: never older than the index itself. Bounded, the longest unused go first. */
export class ResultCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly most: number;
  private readonly drop: (value: T) => void;

  /** `drop` is told of every answer that is kept no longer. */
  constructor(most: number, drop: (value: T) => void = () => {}) {
    this.most = most;
    this.drop = drop;
  }

  /** The answer for this state of the index, made now where it is not there. */
  get(key: string, version: number, make: () => T): T {
    const known = this.entries.get(key);
    if (known?.version === version) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.value;
    }
    if (known !== undefined) {
      this.entries.delete(key);
      this.drop(known.value);
    } else if (this.entries.size >= this.most) {
      for (const [oldest, { value }] of this.entries) {
        this.entries.delete(oldest);
        this.drop(value);
        break;
      }
    }
    const value = make();
    this.entries.set(key, { version, value });
    return value;
  }
}
