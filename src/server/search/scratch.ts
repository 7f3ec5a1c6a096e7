import { type Bitmap, createBitmap } from "#server/columns/bitmap.ts";

/**
 * Working space that is used again and again: a search needs a dozen bitmaps and lists for a fraction of a
 * millisecond, and making and collecting them would take longer than filling them. Who takes some gives it back.
 */
class ScratchStore {
  private bitmaps: Bitmap[] = [];
  private lists: Uint32Array<ArrayBuffer>[] = [];
  private readonly most = 64;

  takeBitmap(words: number): Bitmap {
    const kept = this.bitmaps.pop();
    // Room for growth, so that a few more cars don't make all of them useless.
    return kept !== undefined && kept.length >= words
      ? kept
      : createBitmap((words + (words >>> 2) + 32) * 32);
  }

  takeList(size: number): Uint32Array<ArrayBuffer> {
    const kept = this.lists.pop();
    return kept !== undefined && kept.length >= size ? kept : new Uint32Array(size + (size >>> 1) + 64);
  }

  giveBack(bitmaps: readonly Bitmap[], lists: readonly Uint32Array<ArrayBuffer>[]): void {
    this.bitmaps.push(...bitmaps);
    this.lists.push(...lists);
    this.bitmaps.length = Math.min(this.bitmaps.length, this.most);
    this.lists.length = Math.min(this.lists.length, this.most);
  }
}

const store = new ScratchStore();

/** What one piece of work has taken; all of it goes back with `close`, and must not be touched afterwards. */
export class Scratch {
  private readonly bitmaps: Bitmap[] = [];
  private readonly lists: Uint32Array<ArrayBuffer>[] = [];

  /** At least so many words, of any content. */
  dirtyBitmap(words: number): Bitmap {
    const bits = store.takeBitmap(words);
    this.bitmaps.push(bits);
    return bits;
  }

  emptyBitmap(words: number): Bitmap {
    return this.dirtyBitmap(words).fill(0, 0, words);
  }

  /** Room for at least so many slots, of any content. */
  list(size: number): Uint32Array<ArrayBuffer> {
    const list = store.takeList(size);
    this.lists.push(list);
    return list;
  }

  close(): void {
    store.giveBack(this.bitmaps, this.lists);
    this.bitmaps.length = 0;
    this.lists.length = 0;
  }
}
