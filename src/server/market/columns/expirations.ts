/** Moments at which something about a slot ends, the nearest first: a binary heap. */
export class Expirations {
  #times: number[] = [];
  #slots: number[] = [];

  get size(): number {
    return this.#times.length;
  }

  /** The nearest moment in ms, Infinity for none. */
  get next(): number {
    return this.#times[0] ?? Infinity;
  }

  add(time: number, slot: number): void {
    let at = this.#times.length;
    this.#times.push(time);
    this.#slots.push(slot);
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (this.#timeAt(parent) <= time) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, time, slot);
  }

  /** Removes the slot of the nearest moment. */
  take(): number {
    const first = this.#slots[0] ?? -1;
    const time = this.#times.pop();
    const slot = this.#slots.pop();
    if (time === undefined || slot === undefined || this.#times.length === 0) return first;
    const size = this.#times.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#timeAt(child + 1) < this.#timeAt(child)) child++;
      if (this.#timeAt(child) >= time) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, time, slot);
    return first;
  }

  #timeAt(index: number): number {
    return this.#times[index] ?? Infinity;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#timeAt(from), this.#slots[from] ?? -1);
  }

  #put(at: number, time: number, slot: number): void {
    this.#times[at] = time;
    this.#slots[at] = slot;
  }
}
