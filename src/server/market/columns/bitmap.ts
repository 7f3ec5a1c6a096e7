/**
 * Sets of slots as bits, 32 per word. Every function takes the number of words in use, because bitmaps have the
 * index's capacity. Reads past an array's end count as zero, so a shorter bitmap is valid.
 */
export type Bitmap = Int32Array<ArrayBuffer>;

/** A set of slots in both forms: as bits, and as a list with `size` valid entries. */
export interface BitsAndSlots {
  readonly bits: Bitmap;
  readonly size: number;
  readonly slots: () => Uint32Array;
}

export function wordsFor(slots: number): number {
  return (slots + 31) >>> 5;
}

export function createBitmap(slots: number): Bitmap {
  return new Int32Array(wordsFor(slots));
}

/** Grows the bitmap for so many slots. */
export function growBitmap(bits: Bitmap, slots: number): Bitmap {
  if (bits.length >= wordsFor(slots)) return bits;
  const grown = createBitmap(slots);
  grown.set(bits);
  return grown;
}

export function setBit(bits: Bitmap, slot: number): void {
  const word = slot >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (slot & 31));
}

export function clearBit(bits: Bitmap, slot: number): void {
  const word = slot >>> 5;
  bits[word] = (bits[word] ?? 0) & ~(1 << (slot & 31));
}

export function hasBit(bits: Bitmap, slot: number): boolean {
  return ((bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;
}

// No branch for empty words: with half of them empty, mispredictions make counting two to three times slower.
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countBits(bits: Bitmap, words: number): number {
  let total = 0;
  for (let i = 0; i < words; i++) total += bitsIn(bits[i] ?? 0);
  return total;
}

/** How many of a list's first `size` slots are in the set. */
export function countSlots(bits: Bitmap, slots: Uint32Array, size: number): number {
  let total = 0;
  for (let i = 0; i < size; i++) {
    const slot = slots[i] ?? 0;
    total += ((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1;
  }
  return total;
}

/** How many are in both. */
export function countAnd(a: Bitmap, b: Bitmap, words: number): number {
  let total = 0;
  for (let i = 0; i < words; i++) total += bitsIn((a[i] ?? 0) & (b[i] ?? 0));
  return total;
}

/** target = target and other. */
export function andInto(target: Bitmap, other: Bitmap, words: number): void {
  for (let i = 0; i < words; i++) target[i] = (target[i] ?? 0) & (other[i] ?? 0);
}

/** target = target or other. */
export function orInto(target: Bitmap, other: Bitmap, words: number): void {
  for (let i = 0; i < words; i++) target[i] = (target[i] ?? 0) | (other[i] ?? 0);
}

/** target = a without b. */
export function setDifference(target: Bitmap, a: Bitmap, b: Bitmap, words: number): void {
  for (let i = 0; i < words; i++) target[i] = (a[i] ?? 0) & ~(b[i] ?? 0);
}

/** Writes the slots of the set into `slots`, ascending; returns how many. */
export function collectSlots(bits: Bitmap, words: number, slots: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < words; i++) {
    let word = bits[i] ?? 0;
    const base = i << 5;
    while (word !== 0) {
      const lowest = word & -word;
      slots[count++] = base + (31 - Math.clz32(lowest));
      word ^= lowest;
    }
  }
  return count;
}
