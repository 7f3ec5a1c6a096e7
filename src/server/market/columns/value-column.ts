import type { Bitmap, BitsAndSlots } from "./bitmap.ts";
import { Posting } from "./posting.ts";

/** A field with few values: per slot the value's code, per value its slots and the number of live ones. */
export class ValueColumn {
  /** By code; 0 is "none". */
  readonly values: string[] = [""];
  readonly #codeByKey = new Map<string, number>();
  readonly #keyOf: (value: string) => string;
  #codes: Uint16Array<ArrayBuffer>;
  readonly #postings: Posting[] = [new Posting()];
  readonly #live: number[] = [0];
  readonly #codesOfOther: number[] = [];
  // All zero between two counts.
  #counts = new Uint32Array(64);

  /** `keyOf`: values with equal keys are one ("X5" and "x5"); the first one seen is displayed. */
  constructor(capacity: number, keyOf: (value: string) => string = (value) => value) {
    this.#codes = new Uint16Array(capacity);
    this.#keyOf = keyOf;
  }

  grow(capacity: number): void {
    const codes = new Uint16Array(capacity);
    codes.set(this.#codes);
    this.#codes = codes;
  }

  /** The value's code, added if new. With a full dictionary it is 0: such a value cannot be filtered by. */
  codeFor(value: string | null): number {
    if (value === null) return 0;
    const key = this.#keyOf(value);
    const known = this.#codeByKey.get(key);
    if (known !== undefined) return known;
    const code = this.values.length;
    if (code > 0xffff) return 0;
    this.values.push(value);
    this.#postings.push(new Posting());
    this.#live.push(0);
    this.#codeByKey.set(key, code);
    return code;
  }

  set(slot: number, value: string | null, capacity: number): void {
    this.#setCode(slot, this.codeFor(value), capacity);
  }

  /** Copies the value of another column's slot; all slots of one column must come from the same other one. */
  copy(slot: number, from: ValueColumn, fromSlot: number, capacity: number): void {
    const theirs = from.#codes[fromSlot] ?? 0;
    let code = this.#codesOfOther[theirs];
    if (code === undefined) {
      code = theirs === 0 ? 0 : this.codeFor(from.values[theirs] ?? null);
      this.#codesOfOther[theirs] = code;
    }
    this.#setCode(slot, code, capacity);
  }

  #setCode(slot: number, code: number, capacity: number): void {
    this.#codes[slot] = code;
    this.#postings[code]?.add(slot, capacity);
    this.#live[code] = (this.#live[code] ?? 0) + 1;
  }

  /** The slot was removed and no longer counts. */
  drop(slot: number): void {
    const code = this.#codes[slot] ?? 0;
    this.#live[code] = (this.#live[code] ?? 0) - 1;
  }

  codeAt(slot: number): number {
    return this.#codes[slot] ?? 0;
  }

  /** How many live slots have the value. */
  liveWith(value: string): number {
    return this.#live[this.#codeByKey.get(this.#keyOf(value)) ?? -1] ?? 0;
  }

  /** Writes the slots with any of the values into an empty bitmap, or returns an existing one. */
  anyOf(values: readonly string[], empty: () => Bitmap, words: number): Bitmap {
    const postings = new Set(
      values.flatMap((value) => this.#postings[this.#codeByKey.get(this.#keyOf(value)) ?? -1] ?? []),
    );
    const [only] = postings;
    const bits = postings.size === 1 ? only?.asBitmap() : null;
    if (bits !== null && bits !== undefined) return bits;
    const target = empty();
    for (const posting of postings) posting.orInto(target, words);
    return target;
  }

  /** Live slots by value, for all cars. */
  countAll(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (let code = 1; code < this.values.length; code++) {
      const count = this.#live[code] ?? 0;
      if (count > 0) counts[this.values[code] ?? ""] = count;
    }
    return counts;
  }

  /** Counts by value within a set in both forms. Reads the cheaper one. */
  countIn(set: BitsAndSlots, words: number): Record<string, number> {
    if (set.size > this.#postings.length * 2 && this.#costOfBits(words) < set.size) {
      return this.#countByBits(set, words);
    }
    return this.#countBySlots(set.slots(), set.size);
  }

  #costOfBits(words: number): number {
    let cost = 0;
    for (let code = 1; code < this.#postings.length; code++)
      cost += this.#postings[code]?.costOfCounting(words) ?? 0;
    return cost;
  }

  #countByBits(set: BitsAndSlots, words: number): Record<string, number> {
    const named: Record<string, number> = {};
    for (let code = 1; code < this.#postings.length; code++) {
      const count = this.#postings[code]?.countIn(set, words) ?? 0;
      if (count > 0) named[this.values[code] ?? ""] = count;
    }
    return named;
  }

  #countBySlots(slots: Uint32Array, size: number): Record<string, number> {
    const codes = this.#codes;
    if (this.#counts.length < this.values.length) this.#counts = new Uint32Array(this.values.length * 2);
    const counts = this.#counts;
    const met: number[] = [];
    for (let i = 0; i < size; i++) {
      const code = codes[slots[i] ?? 0] ?? 0;
      const count = counts[code] ?? 0;
      if (count === 0) met.push(code);
      counts[code] = count + 1;
    }
    const named: Record<string, number> = {};
    for (const code of met) {
      if (code !== 0) named[this.values[code] ?? ""] = counts[code] ?? 0;
      counts[code] = 0;
    }
    return named;
  }

  get bytes(): number {
    return this.#codes.byteLength + this.#postings.reduce((sum, posting) => sum + posting.bytes, 0);
  }
}
