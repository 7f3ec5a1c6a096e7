import type { Bitmap } from "./bitmap.ts";
import { Posting } from "./posting.ts";

// A million distinct words exceed any language's texts; a bound against generated ones.
const maxTerms = 1_000_000;
// New words are buffered unsorted until merging them into the sorted ones pays off.
const maxUnsorted = 2_000;
const postingsPerStep = 500_000;

/** An inverted index: every word's slots, and the words in order for prefix look-ups. */
export class TermIndex {
  readonly #postings = new Map<string, Posting>();
  #sorted: string[] = [];
  #unsorted: string[] = [];

  get size(): number {
    return this.#postings.size;
  }

  /** Adds the words of the newest slot, in any order; duplicates are allowed. */
  add(slot: number, words: Iterable<string>, capacity: number): void {
    for (const word of words) {
      let posting = this.#postings.get(word);
      if (posting === undefined) {
        if (this.#postings.size >= maxTerms) continue;
        posting = new Posting();
        this.#postings.set(word, posting);
        this.#unsorted.push(word);
      }
      posting.add(slot, capacity);
    }
  }

  get(word: string): Posting | undefined {
    return this.#postings.get(word);
  }

  /** The slots of every word with this prefix. */
  startingWith(prefix: string): Posting[] {
    if (this.#unsorted.length > maxUnsorted || this.#sorted.length === 0) this.#merge();
    const found: string[] = this.#unsorted.filter((word) => word.startsWith(prefix));
    for (let at = this.#firstFrom(prefix); at < this.#sorted.length; at++) {
      const word = this.#sorted[at] ?? "";
      if (!word.startsWith(prefix)) break;
      found.push(word);
    }
    return found.flatMap((word) => this.#postings.get(word) ?? []);
  }

  /** Whether a live slot has the word. */
  has(word: string, live: Bitmap, words: number): boolean {
    return this.#postings.get(word)?.intersects(live, words) ?? false;
  }

  hasPrefix(prefix: string, live: Bitmap, words: number): boolean {
    return this.startingWith(prefix).some((posting) => posting.intersects(live, words));
  }

  /** The index after slots moved, made in steps; words without slots are dropped. */
  *moving(moved: Int32Array, capacity: number): Generator<void, TermIndex> {
    const index = new TermIndex();
    let done = 0;
    for (const [word, posting] of this.#postings) {
      const there = posting.moved(moved, capacity);
      if (there.size > 0) {
        index.#postings.set(word, there);
        index.#unsorted.push(word);
      }
      done += posting.size + 100;
      if (done > postingsPerStep) {
        done = 0;
        yield;
      }
    }
    index.#merge();
    return index;
  }

  get bytes(): number {
    let bytes = 0;
    for (const [word, posting] of this.#postings) bytes += posting.bytes + word.length + 60;
    return bytes;
  }

  #merge(): void {
    if (this.#unsorted.length === 0) return;
    // Mostly sorted input: the engine's sort merges runs.
    this.#sorted = [...this.#sorted, ...this.#unsorted.toSorted()].toSorted();
    this.#unsorted = [];
  }

  #firstFrom(prefix: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] ?? "") < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
