export interface OrderRules {
  /** Whether the first slot stands before the second; never equal for two of them. */
  readonly isBefore: (first: number, second: number) => boolean;
  /** All living slots in order, made from nothing. */
  readonly make: () => Uint32Array<ArrayBuffer>;
  readonly lives: (slot: number) => boolean;
  /** All slots are below it. */
  readonly slots: () => number;
}

/**
 * Slots in an order that is kept from one question to the next. A change only notes its slot; the next question takes the
 * noted ones out in one pass and puts them where they belong now. For a million that is some milliseconds, where making
 * the order takes a tenth of a second.
 */
export class KeptOrder {
  private readonly rules: OrderRules;
  private order: Uint32Array<ArrayBuffer> | null = null;
  private readonly touched = new Set<number>();

  constructor(rules: OrderRules) {
    this.rules = rules;
  }

  /** The slot came, went, or has another place. Costs nothing while nobody has asked for the order. */
  touch(slot: number): void {
    if (this.order === null) return;
    this.touched.add(slot);
    // So many that making the order anew is cheaper.
    if (this.touched.size > 1000 + this.order.length / 20) this.forget();
  }

  /** Whether there is an order to be mended. */
  get isKept(): boolean {
    return this.order !== null;
  }

  forget(): void {
    this.order = null;
    this.touched.clear();
  }

  /** All living slots in order. */
  all(): Uint32Array<ArrayBuffer> {
    if (this.order === null) this.order = this.rules.make();
    else if (this.touched.size > 0) this.order = this.mended(this.order);
    this.touched.clear();
    return this.order;
  }

  private mended(order: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    const { isBefore, lives, slots } = this.rules;
    const out = new Uint8Array(slots());
    for (const slot of this.touched) out[slot] = 1;
    const rest = new Uint32Array(order.length);
    let length = 0;
    for (const slot of order) if (out[slot] === 0) rest[length++] = slot;
    const coming = [...this.touched].filter(lives).toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
    const next = new Uint32Array(length + coming.length);
    let from = 0;
    let at = 0;
    for (const slot of coming) {
      const place = this.placeOf(rest, from, length, slot);
      next.set(rest.subarray(from, place), at);
      at += place - from;
      from = place;
      next[at++] = slot;
    }
    next.set(rest.subarray(from, length), at);
    return next;
  }

  /** Where the slot belongs between `from` and `to`. */
  private placeOf(order: Uint32Array<ArrayBuffer>, from: number, to: number, slot: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rules.isBefore(order[middle] ?? 0, slot)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Rules for the order of a text; the slot decides between equal ones. */
export function orderOfText(
  textOf: (slot: number) => string,
  living: () => Iterable<number>,
  table: Pick<OrderRules, "lives" | "slots">,
): OrderRules {
  return {
    ...table,
    isBefore: (first, second) => {
      const a = textOf(first);
      const b = textOf(second);
      return a === b ? first < second : a < b;
    },
    make: () => {
      // As texts with the slot at the end: the engine sorts them itself, without a call a comparison.
      const texts = Array.from(living(), (slot) => `${textOf(slot)}\u0000${String(slot).padStart(10, "0")}`);
      texts.sort();
      return Uint32Array.from(texts, (text) => Number(text.slice(-10)));
    },
  };
}
