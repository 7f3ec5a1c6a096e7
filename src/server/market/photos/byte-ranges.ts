/**
 * The parts of a file for the decoder. Adjacent ranges are merged, so that a million tiny chunks do not become
 * a million objects.
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

  /** Inserts bytes of our own at this position. */
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
