/**
 * A queue that serves its keys in turn: a key with a hundred items delays the others by one. First come first
 * served within a key.
 */
export class FairQueue<Item> {
  // A Map preserves insertion order; a served key moves to its end.
  readonly #waiting = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many items of this key wait. */
  waitingOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  push(key: string, item: Item): void {
    const items = this.#waiting.get(key);
    if (items === undefined) this.#waiting.set(key, [item]);
    else items.push(item);
    this.#size++;
  }

  /** The next item in turn whose kind may run now; keys whose first item may not are skipped. */
  shift(mayRun: (item: Item) => boolean = () => true): Item | undefined {
    for (const [key, items] of this.#waiting) {
      const first = items[0];
      if (first === undefined || !mayRun(first)) continue;
      items.shift();
      this.#size--;
      this.#waiting.delete(key);
      if (items.length > 0) this.#waiting.set(key, items);
      return first;
    }
    return undefined;
  }

  /** Removes a waiting item; false if it is not waiting. */
  remove(key: string, item: Item): boolean {
    const items = this.#waiting.get(key);
    const at = items?.indexOf(item) ?? -1;
    if (items === undefined || at < 0) return false;
    items.splice(at, 1);
    this.#size--;
    if (items.length === 0) this.#waiting.delete(key);
    return true;
  }
}
