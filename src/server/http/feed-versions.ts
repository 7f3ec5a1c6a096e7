/** A feed's version. */
export interface FeedVersion {
  /** Changes with the feed. */
  readonly tag: string;
  /** When this process first saw this version, to the second, like HTTP dates. */
  readonly changedAt: Date;
}

const maxKnown = 2_000;

/**
 * Last-Modified of feeds: a feed from which a car was removed has no date of its own. An evicted entry counts
 * as changed now, so a reader fetches once too often.
 */
export class FeedVersions {
  readonly #known = new Map<string, FeedVersion>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records the feed's current tag. */
  note(name: string, tag: string): FeedVersion {
    const before = this.#known.get(name);
    this.#known.delete(name);
    const version = before?.tag === tag ? before : { tag, changedAt: this.#after(before) };
    // Moved to the end: the least recently used is evicted first.
    this.#known.set(name, version);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    return version;
  }

  /** Two changes within a second get different dates. */
  #after(before: FeedVersion | undefined): Date {
    const second = Math.floor(this.#now() / 1000) * 1000;
    return new Date(before === undefined ? second : Math.max(second, before.changedAt.getTime() + 1000));
  }
}
