import { type Bitmap, createBitmap } from "#server/market/columns/bitmap.ts";

/** Arrays handed out in sequence, and reused after each `reset`. */
class ArrayPool<Numbers extends { readonly length: number }> {
  readonly #create: (length: number) => Numbers;
  readonly #arrays: Numbers[] = [];
  #used = 0;

  constructor(create: (length: number) => Numbers) {
    this.#create = create;
  }

  take(length: number): Numbers {
    const at = this.#used++;
    const known = this.#arrays[at];
    if (known !== undefined && known.length >= length) return known;
    // With spare room, so that a few more cars do not reallocate all.
    const array = this.#create(length + (length >>> 2) + 64);
    this.#arrays[at] = array;
    return array;
  }

  reset(): void {
    this.#used = 0;
  }
}

/** Scratch space: arrays at least as long as requested, with any content, valid until `withScratch` ends. */
export class Scratch {
  readonly #bitmaps = new ArrayPool((words) => createBitmap(words * 32));
  readonly #lists = new ArrayPool((length) => new Uint32Array(length));
  readonly #numbers = new ArrayPool((length) => new Float64Array(length));

  dirtyBitmap(words: number): Bitmap {
    return this.#bitmaps.take(words);
  }

  emptyBitmap(words: number): Bitmap {
    return this.dirtyBitmap(words).fill(0, 0, words);
  }

  slots(size: number): Uint32Array<ArrayBuffer> {
    return this.#lists.take(size);
  }

  numbers(size: number): Float64Array<ArrayBuffer> {
    return this.#numbers.take(size);
  }

  reset(): void {
    this.#bitmaps.reset();
    this.#lists.reset();
    this.#numbers.reset();
  }
}

// Shared by all searches of a thread. This is safe because each is synchronous and returns its own plain
// values. A search needs a dozen bitmaps and lists; allocating them takes 36 to 58 % more processor time.
const scratch = new Scratch();
let isInUse = false;

/** Runs the work with the thread's scratch space. The result must not reference it. */
export function withScratch<T>(work: (scratch: Scratch) => T): T {
  if (isInUse) throw new Error("A search began within another one.");
  isInUse = true;
  try {
    scratch.reset();
    return work(scratch);
  } finally {
    isInUse = false;
  }
}
