const firstBlock = 4096;
const maxBlockBytes = 256 * 1024;

/**
 * Chunks copied into larger blocks: a million chunks of a byte take no more memory than one of a million bytes,
 * and their buffers are freed at once.
 */
export class ByteBlocks {
  readonly #blocks: Buffer[] = [];
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  append(piece: Uint8Array): void {
    let from = 0;
    while (from < piece.length) {
      let block = this.#blocks.at(-1);
      if (block === undefined || this.#used === block.length) {
        block = Buffer.allocUnsafeSlow(
          Math.min(maxBlockBytes, block === undefined ? firstBlock : block.length * 4),
        );
        this.#blocks.push(block);
        this.#used = 0;
      }
      const length = Math.min(piece.length - from, block.length - this.#used);
      block.set(piece.subarray(from, from + length), this.#used);
      this.#used += length;
      this.#size += length;
      from += length;
    }
  }

  /** Truncates to the first `size` bytes. */
  truncate(size: number): void {
    let start = 0;
    for (const [index, block] of this.#blocks.entries()) {
      if (size <= start + block.length) {
        this.#blocks.length = index + 1;
        this.#used = size - start;
        this.#size = size;
        return;
      }
      start += block.length;
    }
  }

  /** The blocks in order, without copying. */
  *pieces(): Generator<Uint8Array> {
    for (const [index, block] of this.#blocks.entries()) {
      yield index === this.#blocks.length - 1 ? block.subarray(0, this.#used) : block;
    }
  }

  /** All bytes as one buffer; each block is freed after copying, so at most one exists twice. */
  join(): Buffer<ArrayBuffer> {
    const whole = Buffer.allocUnsafeSlow(this.#size);
    let offset = 0;
    for (const piece of this.pieces()) {
      whole.set(piece, offset);
      offset += piece.length;
    }
    return whole;
  }
}
