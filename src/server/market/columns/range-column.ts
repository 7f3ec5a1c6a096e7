import { type Bitmap, type BitsAndSlots, createBitmap, growBitmap, setBit, setDifference } from "./bitmap.ts";

/** Represents a missing value: below every bound. */
const notGiven = -1;

/**
 * An optional number >= 0 per slot, searched by range. Each of a few edges has a bitmap of all slots at or
 * below it, so a range reads two words per word of the result. Only slots between two edges are read one by
 * one.
 */
export class RangeColumn {
  values: Int32Array<ArrayBuffer>;
  readonly #edges: readonly number[];
  readonly #atOrBelow: Bitmap[];

  /** Edges ascending, from 0. Values above the last edge are allowed. */
  constructor(capacity: number, edges: readonly number[]) {
    this.values = new Int32Array(capacity);
    this.#edges = [notGiven, ...edges];
    this.#atOrBelow = this.#edges.map(() => createBitmap(capacity));
  }

  grow(capacity: number): void {
    const values = new Int32Array(capacity);
    values.set(this.values);
    this.values = values;
    for (let i = 0; i < this.#edges.length; i++) {
      const bits = this.#atOrBelow[i];
      if (bits !== undefined) this.#atOrBelow[i] = growBitmap(bits, capacity);
    }
  }

  /** The value of a slot; null for none. */
  at(slot: number): number | null {
    const value = this.values[slot] ?? notGiven;
    return value === notGiven ? null : value;
  }

  set(slot: number, given: number | null): void {
    const value = given ?? notGiven;
    this.values[slot] = value;
    for (let i = this.#edges.length - 1; i >= 0; i--) {
      const bits = this.#atOrBelow[i];
      if ((this.#edges[i] ?? 0) < value || bits === undefined) break;
      setBit(bits, slot);
    }
  }

  /**
   * Writes the slots from `min` to `max`, both included, into `target`; null is no bound. Slots without a value
   * are excluded; unused slots may be included. `spare` is scratch space as long as `target`.
   */
  between(min: number | null, max: number | null, target: Bitmap, spare: Bitmap, words: number): void {
    if (max === null) target.fill(-1, 0, words);
    else this.#writeAtOrBelow(max, target, words);
    this.#writeAtOrBelow(min === null ? notGiven : min - 1, spare, words);
    setDifference(target, target, spare, words);
  }

  /** The smallest and largest value in a set; null if it has none. */
  extent(set: BitsAndSlots, words: number): { min: number; max: number } | null {
    if (set.size === 0) return null;
    // Searching the edges costs about as much as reading so many slots.
    if (set.size < words * 4) return this.#extentOfSlots(set.slots(), set.size);
    const max = this.#largest(set.bits, words);
    return max === notGiven ? null : { min: this.#smallest(set.bits, words), max };
  }

  get bytes(): number {
    return this.values.byteLength + this.#atOrBelow.reduce((sum, bits) => sum + bits.byteLength, 0);
  }

  #writeAtOrBelow(bound: number, target: Bitmap, words: number): void {
    // The last edge at or below the bound: all of it matches; up to the next edge slots are read one by one.
    let edge = -1;
    while (edge + 1 < this.#edges.length && (this.#edges[edge + 1] ?? 0) <= bound) edge++;
    const inside = this.#atOrBelow[edge];
    const exact = edge >= 0 && this.#edges[edge] === bound;
    if (inside === undefined) target.fill(0, 0, words);
    else target.set(inside.subarray(0, words));
    if (exact) return;
    const next = this.#atOrBelow[edge + 1];
    for (let i = 0; i < words; i++) {
      let open = (next === undefined ? -1 : (next[i] ?? 0)) & ~(inside?.[i] ?? 0);
      let add = 0;
      while (open !== 0) {
        const lowest = open & -open;
        if ((this.values[(i << 5) + (31 - Math.clz32(lowest))] ?? 0) <= bound) add |= lowest;
        open ^= lowest;
      }
      target[i] = (target[i] ?? 0) | add;
    }
  }

  #extentOfSlots(slots: Uint32Array, size: number): { min: number; max: number } | null {
    let min = Infinity;
    let max = notGiven;
    for (let i = 0; i < size; i++) {
      const value = this.values[slots[i] ?? 0] ?? notGiven;
      if (value === notGiven) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    return max === notGiven ? null : { min, max };
  }

  /** For a set with at least one value. */
  #smallest(bits: Bitmap, words: number): number {
    // The first edge with a slot of the set at or below it.
    let low = 1;
    let high = this.#edges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#hasValueUpTo(middle, bits, words)) high = middle;
      else low = middle + 1;
    }
    return this.#extentBetween(bits, low, words).min;
  }

  #hasValueUpTo(edge: number, bits: Bitmap, words: number): boolean {
    const [without, below] = [this.#atOrBelow[0], this.#atOrBelow[edge]];
    for (let i = 0; i < words; i++)
      if (((bits[i] ?? 0) & (below?.[i] ?? 0) & ~(without?.[i] ?? 0)) !== 0) return true;
    return false;
  }

  #largest(bits: Bitmap, words: number): number {
    // The last edge with a slot of the set above it.
    let low = 0;
    let high = this.#edges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const below = this.#atOrBelow[middle];
      if (below !== undefined && anyOutside(bits, below, words)) low = middle + 1;
      else high = middle;
    }
    return this.#extentBetween(bits, low, words).max;
  }

  /** The extent of those of the set above edge `at - 1` and at or below edge `at`. */
  #extentBetween(bits: Bitmap, at: number, words: number): { min: number; max: number } {
    const lower = this.#atOrBelow[at - 1];
    const upper = this.#atOrBelow[at];
    let min = Infinity;
    let max = -Infinity;
    for (let i = 0; i < words; i++) {
      let open = (bits[i] ?? 0) & (upper === undefined ? -1 : (upper[i] ?? 0)) & ~(lower?.[i] ?? 0);
      while (open !== 0) {
        const lowest = open & -open;
        const value = this.values[(i << 5) + (31 - Math.clz32(lowest))] ?? 0;
        if (value < min) min = value;
        if (value > max) max = value;
        open ^= lowest;
      }
    }
    return { min, max };
  }
}

function anyOutside(bits: Bitmap, other: Bitmap, words: number): boolean {
  for (let i = 0; i < words; i++) {
    if (((bits[i] ?? 0) & ~(other[i] ?? 0)) !== 0) return true;
  }
  return false;
}
