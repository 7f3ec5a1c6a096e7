import { AppError } from "./app-error.ts";

const mb = (megabytes: number): number => megabytes * 1_000_000;

/** The kinds of bodies: each has its own part of the memory. */
export type BodyKind = "pictures" | "json" | "provider";

/** Whose body it is. */
export interface BodySender {
  readonly accountId: string | null;
  readonly address: string;
}

/** Bytes of bodies that may be in memory at once. */
export interface BodyShares {
  /** All of a kind together. */
  readonly all: number;
  /** Of one account. */
  readonly account: number;
  /** Of all signed-in people behind one address: less than all, so that no address keeps the others out. */
  readonly address: number;
  /** Of all guests together: less than all, so that they keep no signed-in person out. */
  readonly guests: number;
  /** Of all guests behind one address. */
  readonly guestAddress: number;
}

/**
 * The memory of this process for arriving bodies: 320 MB in all. One account may have two of the largest car forms, or
 * three of the largest photos, under way; docs/operations/limits.md shows the figures.
 */
export const bodyShares: Readonly<Record<BodyKind, BodyShares>> = {
  /** Uploads and car forms; guests send none. */
  pictures: { all: mb(256), account: mb(96), address: mb(160), guests: 0, guestAddress: 0 },
  json: { all: mb(48), account: mb(8), address: mb(16), guests: mb(32), guestAddress: mb(4) },
  /** The payment provider's events, a few kB each: nothing else takes their room, and no address all of it. */
  provider: { all: mb(16), account: mb(4), address: mb(4), guests: mb(16), guestAddress: mb(4) },
};

/** How long a body may take to arrive. */
export interface BodyPace {
  /** After each so many milliseconds a body is looked at. */
  readonly windowMs: number;
  /** It must have brought so many bytes since the last look, or be whole. */
  readonly minBytes: number;
}

/** Some 3 kB a second: less than the slowest mobile network, so that no memory is held for an idle client. */
const usualPace: BodyPace = { windowMs: 20_000, minBytes: 64_000 };

const retryAfterSeconds = 5;

/**
 * Counts the bytes of all request bodies that are in memory in this process, from their arrival until their request is
 * answered: by kind, by account, by address. A body without room is refused at once.
 */
export class BodyBudget {
  readonly #held = new Map<string, number>();
  readonly #shares: Readonly<Record<BodyKind, BodyShares>>;
  readonly pace: BodyPace;

  constructor(options: { shares?: Partial<Record<BodyKind, BodyShares>>; pace?: BodyPace } = {}) {
    this.#shares = { ...bodyShares, ...options.shares };
    this.pace = options.pace ?? usualPace;
  }

  /** Bytes held now, of a kind. */
  held(kind: BodyKind): number {
    return this.#held.get(kind) ?? 0;
  }

  /** Accounts and addresses that hold something now, and kinds: what this object itself keeps. */
  get entries(): number {
    return this.#held.size;
  }

  /** For one request; to be ended when it is answered. */
  lease(sender: BodySender): BodyLease {
    return new BodyLease(this, sender);
  }

  /** What bounds bodies of this kind from this sender. */
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
      // An account or address without bytes leaves nothing behind.
      if (held === 0) this.#held.delete(key);
      else this.#held.set(key, held);
    }
  }
}

interface BodyLimit {
  readonly key: string;
  readonly most: number;
}

/** What one request holds of the budget. */
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

  /** Before anything is taken. Throws overloaded where so many bytes that are announced do not fit in now. */
  open(kind: BodyKind, announced: number): void {
    this.#limits = this.#budget.limitsOf(kind, this.#sender);
    this.#assertRoom(announced);
  }

  /** Counts bytes that are in memory from now on. Throws overloaded where they do not fit in. */
  take(bytes: number): void {
    this.#assertRoom(bytes);
    this.#add(bytes);
  }

  /** Bytes that are in memory no more. */
  giveBack(bytes: number): void {
    this.#add(-Math.min(bytes, this.#taken));
  }

  /** Gives everything back. */
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
