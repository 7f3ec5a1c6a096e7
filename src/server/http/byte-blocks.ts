const firstBlock = 4096;
const maxBlockBytes = 256 * 1024;

/**
 * Bytes that come in pieces, copied into blocks of their own: a million pieces of a byte each take no more memory than one
 * piece of a million, and the buffers they came in go back at once.
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

  /** Forgets what came after the first `size` bytes. */
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

  /** The blocks in turn, without a copy. */
  *pieces(): Generator<Uint8Array> {
    for (const [index, block] of this.#blocks.entries()) {
      yield index === this.#blocks.length - 1 ? block.subarray(0, this.#used) : block;
    }
  }

  /** All bytes in one piece; the blocks are let go as they are copied, so no more than one is there twice. */
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
