import { hashBytes } from "#domain/photos/fingerprint.ts";

/**
 * Compares a hash of 256 bits with many consecutive ones. JavaScript has no popcount instruction: a million
 * photos take a second, in WebAssembly 40 ms of processor time. So this one loop is hand-written WebAssembly.
 * Its test compares it with `distanceOf`.
 */
export interface HammingScan {
  /** Appends hashes. */
  add(hashes: Uint8Array): void;
  /** How many hashes there are. */
  readonly count: number;
  /** Calls `found` for each hash from number `from` and before `to` within a distance of `max` bits. */
  each(hash: HashWords, from: number, to: number, max: number, found: (index: number) => void): void;
  at(index: number): Uint8Array;
}

/** A hash as four 64-bit numbers, little-endian. */
export type HashWords = readonly [bigint, bigint, bigint, bigint];

export function wordsOf(hash: Uint8Array): HashWords {
  const view = new DataView(hash.buffer, hash.byteOffset, hashBytes);
  const word = (index: number): bigint => view.getBigUint64(index * 8, true);
  return [word(0), word(1), word(2), word(3)];
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of the API used here: TypeScript has it only with the browser's types. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => WebAssemblyMemory;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, WebAssemblyMemory>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

const pageBytes = 65_536;
/** Memory grows by so many pages: 256 kB. */
const pagesAtOnce = 4;
/** 4 GB, WebAssembly's limit, far above `maxPhotos`. */
const maxPages = 65_536;

/** A new empty instance. */
export function createHammingScan(): HammingScan {
  const memory = new WebAssembly.Memory({ initial: pagesAtOnce, maximum: maxPages });
  const { near } = new WebAssembly.Instance(kernel, { site: { memory } }).exports;
  if (!isNear(near)) throw new Error("The comparison of hashes has no function.");
  let bytes = new Uint8Array(memory.buffer);
  let end = 0;
  return {
    get count() {
      return end / hashBytes;
    },
    add(hashes) {
      const missing = end + hashes.length - bytes.length;
      if (missing > 0) {
        memory.grow(Math.max(pagesAtOnce, Math.ceil(missing / pageBytes)));
        bytes = new Uint8Array(memory.buffer);
      }
      bytes.set(hashes, end);
      end += hashes.length;
    },
    each([first, second, third, fourth], from, to, max, found) {
      const stop = Math.min(to * hashBytes, end);
      const most = BigInt(max);
      let at = near(from * hashBytes, stop, first, second, third, fourth, most);
      while (at < stop) {
        found(at / hashBytes);
        at = near(at + hashBytes, stop, first, second, third, fourth, most);
      }
    },
    at: (index) => bytes.slice(index * hashBytes, (index + 1) * hashBytes),
  };
}

/** The address of the first hash from `from` on within `max` bits; `to` if there is none. */
type Near = (
  from: number,
  to: number,
  first: bigint,
  second: bigint,
  third: bigint,
  fourth: bigint,
  max: bigint,
) => number;

function isNear(value: unknown): value is Near {
  return typeof value === "function";
}

// Opcodes of the instructions used.
const block = [0x02, 0x40];
const loop = [0x03, 0x40];
const end = 0x0b;
const again = [0x0c, 0];
const branchIf = (depth: number): number[] => [0x0d, depth];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const setAndGet = (local: number): number[] => [0x22, local];
const loadWord = (offset: number): number[] => [0x29, 3, offset];
const constant = (value: number): number[] => [0x41, value];
const isFromAtLeast = 0x4f;
const isMore = 0x56;
const isAtMost = 0x58;
const addAddress = 0x6a;
const countBits = 0x7b;
const addWords = 0x7c;
const xor = 0x85;

// The parameters of `near`, in order.
const from = 0;
const to = 1;
const word = 2;
const max = 6;
/** A local variable: the distance so far. */
const sum = 7;
const variables = [1, 1, 0x7e];

/** The different bits of the hash's 64-bit word at `index`. */
const differing = (index: number): number[] => [
  ...get(from),
  ...loadWord(index * 8),
  ...get(word + index),
  xor,
  countBits,
];

const body = [
  ...block,
  ...loop,
  // if (from >= to) leave
  ...get(from),
  ...get(to),
  isFromAtLeast,
  ...branchIf(1),
  // Three of four words reject nearly all hashes; reading the fourth seldom saves three quarters of the time.
  ...block,
  // if (the sum of three > max) skip
  ...differing(0),
  ...differing(1),
  addWords,
  ...differing(2),
  addWords,
  ...setAndGet(sum),
  ...get(max),
  isMore,
  ...branchIf(0),
  // if (the sum of four <= max) leave
  ...get(sum),
  ...differing(3),
  addWords,
  ...get(max),
  isAtMost,
  ...branchIf(2),
  end,
  // from += 32
  ...get(from),
  ...constant(hashBytes),
  addAddress,
  ...set(from),
  ...again,
  end,
  end,
  // return from
  ...get(from),
  end,
];

const i32 = 0x7f;
const i64 = 0x7e;
const name = (of: string): number[] => [of.length, ...Buffer.from(of)];
const section = (id: number, content: readonly number[]): number[] => [id, content.length, ...content];
/** The header of every module: magic number, version 1. */
const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
/** A maximum of 65,536 as LEB128. */
const encodedMaxPages = [0x80, 0x80, 0x04];

const kernel = new WebAssembly.Module(
  Uint8Array.from([
    ...magic,
    // Types: that of `near`.
    ...section(1, [1, 0x60, 7, i32, i32, i64, i64, i64, i64, i64, 1, i32]),
    // Imports: the memory, with no minimum.
    ...section(2, [1, ...name("site"), ...name("memory"), 2, 1, 0, ...encodedMaxPages]),
    // Functions, exports, code.
    ...section(3, [1, 0]),
    ...section(7, [1, ...name("near"), 0, 0]),
    ...section(10, [1, variables.length + body.length, ...variables, ...body]),
  ]),
);
