import { z } from "zod";
import { Posting } from "./posting.ts";

/** Many postings in few arrays, as a snapshot holds them: lists and bitmaps each behind one another. */
export const packedPostings = z.object({
  /** How many slots each has. */
  sizes: z.instanceof(Uint32Array),
  /** 1 where it is kept as bits. */
  areBits: z.instanceof(Uint8Array),
  lists: z.instanceof(Uint32Array),
  bits: z.instanceof(Int32Array),
});
export type PackedPostings = z.infer<typeof packedPostings>;

/** `words`: how many words of a bitmap are in use. */
export function packPostings(postings: readonly Posting[], words: number): PackedPostings {
  const areBits = Uint8Array.from(postings, (posting) => Number(posting.asBitmap() !== null));
  const ofBits = areBits.reduce((sum, isBits) => sum + isBits, 0);
  const listed = postings.reduce((sum, posting, at) => sum + (areBits[at] === 1 ? 0 : posting.size), 0);
  const packed = {
    sizes: Uint32Array.from(postings, ({ size }) => size),
    areBits,
    lists: new Uint32Array(listed),
    bits: new Int32Array(ofBits * words),
  };
  let listAt = 0;
  let bitsAt = 0;
  for (const posting of postings) {
    const bitmap = posting.asBitmap();
    if (bitmap === null) {
      packed.lists.set(posting.asList(), listAt);
      listAt += posting.size;
    } else {
      // It may be shorter than the index has grown meanwhile.
      packed.bits.set(bitmap.subarray(0, words), bitsAt);
      bitsAt += words;
    }
  }
  return packed;
}

/** The postings again. `capacity`: how many slots the index has room for. */
export function unpackPostings(packed: PackedPostings, words: number, capacity: number): Posting[] {
  const { sizes, areBits, lists, bits } = packed;
  let listAt = 0;
  let bitsAt = 0;
  return Array.from(sizes, (size, at) => {
    if (areBits[at] === 1) {
      bitsAt += words;
      return Posting.ofBits(bits.subarray(bitsAt - words, bitsAt), size, capacity);
    }
    listAt += size;
    return Posting.ofList(lists.subarray(listAt - size, listAt));
  });
}
