import { type Bitmap, clearBit, countAnd, createBitmap, growBitmap, hasBit, setBit } from "./bitmap.ts";

const dayMs = 86_400_000;

/**
 * A moment per slot (ms since 1970), searched by its maximum age in days. Each of a few ages has a bitmap.
 * Slots leave as time passes: `nextEnd` says when, and `advance` removes them.
 */
export class RecencyColumn {
  #moments: Float64Array<ArrayBuffer>;
  readonly #days: readonly number[];
  readonly #within: Bitmap[];

  /** Ages in days, ascending. */
  constructor(capacity: number, days: readonly number[]) {
    this.#moments = new Float64Array(capacity);
    this.#days = days;
    this.#within = days.map(() => createBitmap(capacity));
  }

  grow(capacity: number): void {
    const moments = new Float64Array(capacity);
    moments.set(this.#moments);
    this.#moments = moments;
    for (const [i, bits] of this.#within.entries()) this.#within[i] = growBitmap(bits, capacity);
  }

  at(slot: number): number {
    return this.#moments[slot] ?? 0;
  }

  set(slot: number, moment: number, now: number): void {
    this.#moments[slot] = moment;
    for (const [i, bits] of this.#within.entries()) if (this.#endOf(slot, i) > now) setBit(bits, slot);
  }

  drop(slot: number): void {
    for (const bits of this.#within) clearBit(bits, slot);
  }

  /** When the slot next leaves a bitmap; Infinity if it is in none. */
  nextEnd(slot: number, now: number): number {
    const next = this.#days.findIndex((_, i) => this.#endOf(slot, i) > now);
    return next === -1 ? Infinity : this.#endOf(slot, next);
  }

  /** Removes the slot from bitmaps it has left by now; true if it was in one. */
  advance(slot: number, now: number): boolean {
    let left = false;
    for (const [i, bits] of this.#within.entries()) {
      if (this.#endOf(slot, i) > now || !hasBit(bits, slot)) continue;
      clearBit(bits, slot);
      left = true;
    }
    return left;
  }

  /** The slots within so many days, one of the known ages. Read-only. */
  within(days: number): Bitmap {
    const bits = this.#within[this.#days.indexOf(days)];
    if (bits === undefined) throw new Error(`${days} is none of ${this.#days.join(", ")}`);
    return bits;
  }

  /** By age, how many slots of a set are within it. */
  countIn(bits: Bitmap, words: number): Record<string, number> {
    return Object.fromEntries(
      this.#days.map((days) => [String(days), countAnd(bits, this.within(days), words)]),
    );
  }

  get bytes(): number {
    return this.#moments.byteLength + this.#within.reduce((sum, bits) => sum + bits.byteLength, 0);
  }

  #endOf(slot: number, i: number): number {
    return this.at(slot) + (this.#days[i] ?? 0) * dayMs;
  }
}
