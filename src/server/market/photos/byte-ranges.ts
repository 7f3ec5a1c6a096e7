/**
 * The parts of a file that go on to the decoder. Neighbouring ranges become one, so that a file of a million
 * tiny chunks does not become a million objects.
 */
export class ByteRanges {
  readonly #source: Uint8Array;
  readonly #parts: Uint8Array[] = [];
  #start = 0;
  #end = 0;

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  /** Adds the source's bytes from `start` up to `end`. */
  add(start: number, end: number): void {
    if (start !== this.#end) {
      this.#flush();
      this.#start = start;
    }
    this.#end = end;
  }

  /** Puts bytes of our own at this place. */
  insert(bytes: Uint8Array): void {
    this.#flush();
    this.#parts.push(bytes);
    this.#start = 0;
    this.#end = 0;
  }

  toBytes(): Uint8Array {
    this.#flush();
    return Buffer.concat(this.#parts);
  }

  #flush(): void {
    if (this.#end > this.#start) this.#parts.push(this.#source.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}
