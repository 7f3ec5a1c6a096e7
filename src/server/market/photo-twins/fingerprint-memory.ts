import {
  distanceOf,
  fingerprintBytes,
  hashBytes,
  hashesPerPhoto,
  maxTwinDistance,
  mirrored,
} from "#domain/photos/fingerprint.ts";
import { createHammingScan, type HammingScan, type HashWords, wordsOf } from "./hamming-scan.ts";

/** A photo that resembles another; `number` is that of its fingerprint's row. */
export interface Resemblance {
  readonly number: number;
  /** Of the nearest two hashes, in bits. */
  readonly distance: number;
}

/**
 * Fingerprints in memory, 232 bytes a photo: the hashes of whole pictures and those of crops in an array each, and the
 * numbers of their rows. Two photos resemble each other where the whole of one is near the whole or a crop of the
 * other, either way round, and mirrored: who comes later may be the thief or the owner.
 */
export interface FingerprintMemory {
  readonly count: number;
  /** Adds a photo; the same number again is ignored where it came within the last `overlap` additions. */
  add(number: number, fingerprint: Uint8Array): void;
  /** The nearest `limit` photos within 60 bits, nearest first. */
  find(fingerprint: Uint8Array, limit: number): Resemblance[];
}

const cropsPerPhoto = hashesPerPhoto - 1;
/** Photos whose hashes lie in the processor's cache while all hashes of the query are compared with them. */
const photosAtOnce = 1_024;

export function createFingerprintMemory(): FingerprintMemory {
  const wholes = createHammingScan();
  const crops = createHammingScan();
  const numbers = createNumbers();

  return {
    get count() {
      return numbers.count;
    },
    add(number, fingerprint) {
      if (fingerprint.length !== fingerprintBytes) throw new RangeError("No fingerprint.");
      if (numbers.hasLately(number)) return;
      wholes.add(fingerprint.subarray(0, hashBytes));
      crops.add(fingerprint.subarray(hashBytes));
      numbers.add(number);
    },
    find(fingerprint, limit) {
      const [whole, ...parts] = hashesOf(fingerprint).flatMap((hash) => [hash, mirrored(hash)]);
      if (whole === undefined) return [];
      const [mirror, ...queryCrops] = parts;
      const ofWhole = [whole, ...(mirror === undefined ? [] : [mirror])].map(toQuery);
      const ofCrops = queryCrops.map(toQuery);
      const nearest = new Map<number, number>();
      const note = (photo: number, distance: number): void => {
        if (distance < (nearest.get(photo) ?? Infinity)) nearest.set(photo, distance);
      };
      for (let from = 0; from < numbers.count; from += photosAtOnce) {
        const to = Math.min(from + photosAtOnce, numbers.count);
        for (const query of [...ofWhole, ...ofCrops]) compare(wholes, query, from, to, 1, note);
        for (const query of ofWhole)
          compare(crops, query, from * cropsPerPhoto, to * cropsPerPhoto, cropsPerPhoto, note);
      }
      return [...nearest]
        .map(([photo, distance]) => ({ number: numbers.at(photo), distance }))
        .toSorted((a, b) => a.distance - b.distance || a.number - b.number)
        .slice(0, limit);
    },
  };
}

interface Query {
  readonly hash: Uint8Array;
  readonly words: HashWords;
}

const toQuery = (hash: Uint8Array): Query => ({ hash, words: wordsOf(hash) });

function compare(
  scan: HammingScan,
  { hash, words }: Query,
  from: number,
  to: number,
  hashesOfOne: number,
  note: (photo: number, distance: number) => void,
): void {
  scan.each(words, from, to, maxTwinDistance, (index) =>
    note(Math.floor(index / hashesOfOne), distanceOf(hash, scan.at(index))),
  );
}

function hashesOf(fingerprint: Uint8Array): Uint8Array[] {
  return Array.from({ length: hashesPerPhoto }, (_, index) =>
    fingerprint.slice(index * hashBytes, (index + 1) * hashBytes),
  );
}

/** Numbers below a row that are read again with it: a transaction that began before it may have ended after it. */
export const overlap = 1_000;

/** A growing list of numbers, 8 bytes each, that knows which were added lately. */
function createNumbers() {
  let numbers = new Float64Array(1_024);
  let count = 0;
  const lately = new Set<number>();
  return {
    get count() {
      return count;
    },
    at: (index: number): number => numbers[index] ?? 0,
    hasLately: (number: number): boolean => lately.has(number),
    add(number: number): void {
      if (count === numbers.length) {
        const grown = new Float64Array(Math.ceil(count * 1.25));
        grown.set(numbers);
        numbers = grown;
      }
      numbers[count++] = number;
      lately.add(number);
      if (lately.size > 2 * overlap) for (const oldest of lately) return void lately.delete(oldest);
    },
  };
}
