import { AppError } from "./app-error.ts";

const mb = (megabytes: number): number => megabytes * 1_000_000;

/** Kinds of bodies: each has its own share of the memory. */
export type BodyKind = "pictures" | "json" | "provider";

/** The sender of a body. */
export interface BodySender {
  readonly accountId: string | null;
  readonly address: string;
}

/** Maximum bytes of bodies in memory. */
export interface BodyShares {
  /** All bodies of a kind. */
  readonly all: number;
  /** Per account. */
  readonly account: number;
  /** All signed-in people behind one address: less than all, so that no address excludes the others. */
  readonly address: number;
  /** All guests: less than all, so that they never exclude signed-in people. */
  readonly guests: number;
  /** All guests behind one address. */
  readonly guestAddress: number;
}

/**
 * The memory of this process for incoming bodies: 320 MB in all. One account may have two of the largest car
 * forms, or three of the largest photos, in progress; docs/operations/limits.md has the figures.
 */
export const bodyShares: Readonly<Record<BodyKind, BodyShares>> = {
  /** Uploads and car forms; guests send none. */
  pictures: { all: mb(256), account: mb(96), address: mb(160), guests: 0, guestAddress: 0 },
  json: { all: mb(48), account: mb(8), address: mb(16), guests: mb(32), guestAddress: mb(4) },
  /** The payment provider's events, a few kB each: no other body uses their share, and no address all of it. */
  provider: { all: mb(16), account: mb(4), address: mb(4), guests: mb(16), guestAddress: mb(4) },
};

/** How long a body may take to arrive. */
export interface BodyPace {
  /** Interval of progress checks, in milliseconds. */
  readonly windowMs: number;
  /** Minimum of bytes per interval, unless the body is complete. */
  readonly minBytes: number;
}

/** Some 3 kB a second: slower than any mobile network, so that idle clients hold no memory. */
const usualPace: BodyPace = { windowMs: 20_000, minBytes: 64_000 };

const retryAfterSeconds = 5;

/**
 * Counts the bytes of all request bodies in this process's memory, from arrival until the answer: by kind,
 * account and address. A body without room is refused at once.
 */
export class BodyBudget {
  readonly #held = new Map<string, number>();
  readonly #shares: Readonly<Record<BodyKind, BodyShares>>;
  readonly pace: BodyPace;

  constructor(options: { shares?: Partial<Record<BodyKind, BodyShares>>; pace?: BodyPace } = {}) {
    this.#shares = { ...bodyShares, ...options.shares };
    this.pace = options.pace ?? usualPace;
  }

  /** Bytes in memory, by kind. */
  held(kind: BodyKind): number {
    return this.#held.get(kind) ?? 0;
  }

  /** Accounts, addresses and kinds with bytes in memory: the size of this object. */
  get entries(): number {
    return this.#held.size;
  }

  /** For one request; end it when the request is answered. */
  lease(sender: BodySender): BodyLease {
    return new BodyLease(this, sender);
  }

  /** The limits for bodies of this kind from this sender. */
  limitsOf(kind: BodyKind, { accountId, address }: BodySender): BodyLimit[] {
    const shares = this.#shares[kind];
    const own =
      accountId === null
        ? [
            { key: `${kind}:guests`, most: shares.guests },
            { key: `${kind}:guests:${address}`, most: shares.guestAddress },
          ]
        : [
            { key: `${kind}:address:${address}`, most: shares.address },
            { key: `${kind}:account:${accountId}`, most: shares.account },
          ];
    return [{ key: kind, most: shares.all }, ...own];
  }

  fits(limits: readonly BodyLimit[], bytes: number): boolean {
    return limits.every(({ key, most }) => (this.#held.get(key) ?? 0) + bytes <= most);
  }

  add(limits: readonly BodyLimit[], bytes: number): void {
    for (const { key } of limits) {
      const held = (this.#held.get(key) ?? 0) + bytes;
      // Accounts and addresses without bytes are removed.
      if (held === 0) this.#held.delete(key);
      else this.#held.set(key, held);
    }
  }
}

interface BodyLimit {
  readonly key: string;
  readonly most: number;
}

/** One request's share of the budget. */
export class BodyLease {
  readonly #budget: BodyBudget;
  readonly #sender: BodySender;
  #limits: readonly BodyLimit[] = [];
  #taken = 0;

  constructor(budget: BodyBudget, sender: BodySender) {
    this.#budget = budget;
    this.#sender = sender;
  }

  get pace(): BodyPace {
    return this.#budget.pace;
  }

  /** Before reading. Throws overloaded if so many declared bytes do not fit now. */
  open(kind: BodyKind, announced: number): void {
    this.#limits = this.#budget.limitsOf(kind, this.#sender);
    this.#assertRoom(announced);
  }

  /** Counts bytes that are now in memory. Throws overloaded if they do not fit. */
  take(bytes: number): void {
    this.#assertRoom(bytes);
    this.#add(bytes);
  }

  /** Releases bytes. */
  giveBack(bytes: number): void {
    this.#add(-Math.min(bytes, this.#taken));
  }

  /** Releases all. */
  end(): void {
    this.#add(-this.#taken);
  }

  #assertRoom(bytes: number): void {
    if (!this.#budget.fits(this.#limits, bytes))
      throw new AppError("overloaded", { retryAfter: retryAfterSeconds });
  }

  #add(bytes: number): void {
    this.#taken += bytes;
    this.#budget.add(this.#limits, bytes);
  }
}
