/** How a feed is at a moment. */
export interface FeedVersion {
  /** Another one after each change of the feed. */
  readonly tag: string;
  /** When this process first saw it so, to the second, as HTTP dates are. */
  readonly changedAt: Date;
}

const maxKnown = 2_000;

/**
 * Since when feeds are as they are, for Last-Modified: a feed from which a car went has no date of its own for that.
 * What has been forgotten counts as changed now: a reader fetches once more than it had to.
 */
export class FeedVersions {
  readonly #known = new Map<string, FeedVersion>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that the feed of this name has this tag now. */
  note(name: string, tag: string): FeedVersion {
    const before = this.#known.get(name);
    this.#known.delete(name);
    const version = before?.tag === tag ? before : { tag, changedAt: this.#after(before) };
    // Put back at the end: the longest unused go first.
    this.#known.set(name, version);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    return version;
  }

  /** Two changes within a second have two dates. */
  #after(before: FeedVersion | undefined): Date {
    const second = Math.floor(this.#now() / 1000) * 1000;
    return new Date(before === undefined ? second : Math.max(second, before.changedAt.getTime() + 1000));
  }
}
