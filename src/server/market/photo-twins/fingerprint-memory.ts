import {
  distanceOf,
  foundBytes,
  foundHashes,
  hashBytes,
  hashesToFind,
  maxTwinDistance,
} from "#domain/photos/fingerprint.ts";
import { createHammingScan, wordsOf } from "./hamming-scan.ts";

/** A similar photo; `number` is that of its fingerprint's row. */
export interface Resemblance {
  readonly number: number;
  /** Distance of the nearest two hashes, in bits. */
  readonly distance: number;
}

/** Fingerprints in memory, 232 bytes a photo: per part the hashes of all photos, and their row numbers. */
export interface FingerprintMemory {
  readonly count: number;
  /** Adds the searchable part of a fingerprint; ignores a number among the last 2,000 added. */
  add(number: number, found: Uint8Array): void;
  /** The nearest `limit` photos within 60 bits, nearest first. Takes a whole fingerprint. */
  find(fingerprint: Uint8Array, limit: number): Resemblance[];
}

/** Photos per block: their hashes fit the processor's cache while all hashes of the query are compared. */
const photosAtOnce = 1_024;

export function createFingerprintMemory(): FingerprintMemory {
  const scans = Array.from({ length: foundHashes }, createHammingScan);
  const numbers = createNumbers();

  return {
    get count() {
      return numbers.count;
    },
    add(number, found) {
      if (found.length !== foundBytes) throw new RangeError(`${found.length} bytes are no fingerprint.`);
      if (numbers.hasLately(number)) return;
      for (const [part, scan] of scans.entries())
        scan.add(found.subarray(part * hashBytes, (part + 1) * hashBytes));
      numbers.add(number);
    },
    find(fingerprint, limit) {
      const queries = hashesToFind(fingerprint).map(({ hash, part }) => ({
        hash,
        words: wordsOf(hash),
        scan: scans[part],
      }));
      const nearest = new Map<number, number>();
      for (let from = 0; from < numbers.count; from += photosAtOnce) {
        const to = Math.min(from + photosAtOnce, numbers.count);
        for (const { hash, words, scan } of queries)
          scan?.each(words, from, to, maxTwinDistance, (photo) => {
            const distance = distanceOf(hash, scan.at(photo));
            if (distance < (nearest.get(photo) ?? Infinity)) nearest.set(photo, distance);
          });
      }
      return [...nearest]
        .map(([photo, distance]) => ({ number: numbers.at(photo), distance }))
        .toSorted((a, b) => a.distance - b.distance || a.number - b.number)
        .slice(0, limit);
    },
  };
}

/** So many rows before the last one are read again: a transaction that began earlier may have committed later. */
export const overlap = 1_000;

/** A growing list of numbers, 8 bytes each, with a set of the latest. */
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
