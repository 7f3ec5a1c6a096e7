/** Beyond so many changes since anybody asked, the order is made anew rather than mended. */
const mendable = 200;

export interface OrderRules {
  /** Whether the first slot stands before the second; never equal for two of them. */
  readonly isBefore: (first: number, second: number) => boolean;
  /** All living slots in order, made from nothing. */
  readonly make: () => Uint32Array<ArrayBuffer>;
}

/**
 * Slots in an order that is kept up as they come and go. Made when it is first asked for, which for a million takes a
 * tenth of a second; a change afterwards is a search and a shift.
 */
export class KeptOrder {
  private readonly rules: OrderRules;
  private order: Uint32Array<ArrayBuffer> | null = null;
  private length = 0;
  private changes = 0;

  constructor(rules: OrderRules) {
    this.rules = rules;
  }

  /** Before what decides the slot's place goes or changes. */
  remove(slot: number): void {
    if (this.order === null || this.wornOut()) return;
    const at = this.find(this.order, slot);
    if (this.order[at] !== slot) {
      // Put in by other values than it has now: not to be trusted any more.
      this.order = null;
      return;
    }
    this.order.copyWithin(at, at + 1, this.length);
    this.length--;
  }

  /** After the slot has got what decides its place. */
  add(slot: number): void {
    if (this.order === null || this.wornOut()) return;
    if (this.length === this.order.length) {
      const longer = new Uint32Array(Math.max(64, this.length * 2));
      longer.set(this.order);
      this.order = longer;
    }
    const at = this.find(this.order, slot);
    this.order.copyWithin(at + 1, at, this.length);
    this.order[at] = slot;
    this.length++;
  }

  /** All slots in order. Not to be kept over a change. */
  all(): Uint32Array<ArrayBuffer> {
    this.changes = 0;
    if (this.order === null) {
      this.order = this.rules.make();
      this.length = this.order.length;
    }
    return this.order.subarray(0, this.length);
  }

  /** Counts a change; true once making the order anew is cheaper than mending it on. */
  private wornOut(): boolean {
    this.changes++;
    if (this.changes <= mendable) return false;
    this.order = null;
    return true;
  }

  /** Where the slot stands, or would stand. */
  private find(order: Uint32Array<ArrayBuffer>, slot: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rules.isBefore(order[middle] ?? 0, slot)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Rules for the order of a text; the slot decides between equal ones. */
export function orderOfText(textOf: (slot: number) => string, living: () => Iterable<number>): OrderRules {
  return {
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
