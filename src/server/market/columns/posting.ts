import {
  type Bitmap,
  type BitsAndSlots,
  collectSlots,
  countAnd,
  countSlots,
  createBitmap,
  growBitmap,
  hasBit,
  orInto,
  setBit,
} from "./bitmap.ts";

// Below this size a list is smaller than any bitmap.
const smallest = 64;

/**
 * The slots of one value or word, in the smaller form: a list, or bits once they are more than one in 32. Slots
 * are only added, in ascending order.
 */
export class Posting {
  #list: Uint32Array<ArrayBuffer> = new Uint32Array(2);
  #bits: Bitmap | null = null;
  size = 0;

  /** Adds the newest slot; repeated calls are no error. `capacity`: the index's capacity in slots. */
  add(slot: number, capacity: number): void {
    if (this.#bits !== null) {
      if (hasBit(this.#bits, slot)) return;
      this.size++;
      this.#bits = growBitmap(this.#bits, capacity);
      setBit(this.#bits, slot);
      return;
    }
    if (this.size > 0 && this.#list[this.size - 1] === slot) return;
    const at = this.size++;
    if (at >= this.#list.length) {
      if (this.size > smallest && this.size * 32 > capacity) {
        this.#bits = createBitmap(capacity);
        for (const other of this.#list) setBit(this.#bits, other);
        setBit(this.#bits, slot);
        this.#list = new Uint32Array(0);
        return;
      }
      const grown = new Uint32Array(Math.ceil(this.#list.length * 1.6));
      grown.set(this.#list);
      this.#list = grown;
    }
    this.#list[at] = slot;
  }

  /** The set itself if it is stored as bits: read-only. */
  asBitmap(): Bitmap | null {
    return this.#bits;
  }

  orInto(target: Bitmap, words: number): void {
    if (this.#bits !== null) {
      orInto(target, this.#bits, words);
      return;
    }
    for (let i = 0; i < this.size; i++) setBit(target, this.#list[i] ?? 0);
  }

  /** How many slots of the set are also in `other`. Reads the cheaper form. */
  countIn(other: BitsAndSlots, words: number): number {
    if (this.#bits === null) return countSlots(other.bits, this.#list, this.size);
    return other.size < words
      ? countSlots(this.#bits, other.slots(), other.size)
      : countAnd(other.bits, this.#bits, words);
  }

  /** The approximate cost of `countIn`, in words read. */
  costOfCounting(words: number): number {
    return this.#bits === null ? this.size : words;
  }

  intersects(other: Bitmap, words: number): boolean {
    if (this.#bits !== null) {
      for (let i = 0; i < words; i++) if (((other[i] ?? 0) & (this.#bits[i] ?? 0)) !== 0) return true;
      return false;
    }
    for (let i = 0; i < this.size; i++) if (hasBit(other, this.#list[i] ?? 0)) return true;
    return false;
  }

  /** Adds `points` to the score of every slot in the set; `scores` is indexed by slot. */
  addScore(scores: Uint8Array, candidates: Uint32Array, count: number, points: number): void {
    if (this.#bits === null) {
      for (let i = 0; i < this.size; i++) {
        const slot = this.#list[i] ?? 0;
        scores[slot] = (scores[slot] ?? 0) + points;
      }
      return;
    }
    for (let i = 0; i < count; i++) {
      const slot = candidates[i] ?? 0;
      if (hasBit(this.#bits, slot)) scores[slot] = (scores[slot] ?? 0) + points;
    }
  }

  /** The set after slots moved; `moved[slot]` is the new slot, -1 if removed. Preserves the order. */
  moved(moved: Int32Array, capacity: number): Posting {
    const posting = new Posting();
    if (this.#bits === null) {
      for (let i = 0; i < this.size; i++) {
        const to = moved[this.#list[i] ?? 0] ?? -1;
        if (to >= 0) posting.add(to, capacity);
      }
      return posting;
    }
    const bits = createBitmap(capacity);
    let size = 0;
    for (let word = 0; word < this.#bits.length; word++) {
      for (let rest = this.#bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
        const to = moved[(word << 5) + (31 - Math.clz32(rest & -rest))] ?? -1;
        if (to < 0) continue;
        bits[to >>> 5] = (bits[to >>> 5] ?? 0) | (1 << (to & 31));
        size++;
      }
    }
    posting.size = size;
    if (size > smallest && size * 32 > capacity) {
      posting.#bits = bits;
      posting.#list = new Uint32Array(0);
    } else {
      posting.#list = new Uint32Array(Math.max(size, 2));
      collectSlots(bits, bits.length, posting.#list);
    }
    return posting;
  }

  /** Approximate size in bytes. */
  get bytes(): number {
    return 120 + this.#list.byteLength + (this.#bits?.byteLength ?? 0);
  }
}
