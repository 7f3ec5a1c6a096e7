import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  distanceOf,
  fingerprintBytes,
  hashBytes,
  foundBytes,
  foundHashes,
  maxTwinDistance,
  mirrored,
} from "#domain/photos/fingerprint.ts";
import { createFingerprintMemory, overlap } from "./fingerprint-memory.ts";
import { createHammingScan, wordsOf } from "./hamming-scan.ts";

const random = (length: number): Uint8Array =>
  Uint8Array.from({ length }, () => Math.floor(Math.random() * 256));

/** The same bytes but for the first `bits` bits of the hash at `index`. */
function changed(fingerprint: Uint8Array, index: number, bits: number): Uint8Array {
  const copy = Uint8Array.from(fingerprint);
  for (let bit = 0; bit < bits; bit++) {
    const at = index * hashBytes + (bit >> 3);
    copy[at] = (copy[at] ?? 0) ^ (1 << (bit & 7));
  }
  return copy;
}

const hashAt = (fingerprint: Uint8Array, index: number): Uint8Array =>
  fingerprint.slice(index * hashBytes, (index + 1) * hashBytes);

/** What is found of a fingerprint with this hash at `index`, and others that resemble nothing. */
function withHash(index: number, hash: Uint8Array): Uint8Array {
  const fingerprint = random(foundBytes);
  fingerprint.set(hash, index * hashBytes);
  return fingerprint;
}

test("the scan finds exactly the hashes that a comparison byte by byte finds", () => {
  const hash = fc.uint8Array({ minLength: hashBytes, maxLength: hashBytes });
  fc.assert(
    fc.property(
      fc.array(hash, { maxLength: 40 }),
      hash,
      fc.integer({ min: 0, max: 256 }),
      (hashes, asked, max) => {
        const scan = createHammingScan();
        for (const each of hashes) scan.add(each);
        const found: number[] = [];
        scan.each(wordsOf(asked), 0, hashes.length, max, (index) => found.push(index));
        expect(found).toEqual(
          hashes.flatMap((each, index) => (distanceOf(each, asked) <= max ? [index] : [])),
        );
      },
    ),
  );
});

test("the scan's memory grows with what is added", () => {
  const scan = createHammingScan();
  const last = random(hashBytes);
  for (let part = 0; part < 5; part++) scan.add(random(1_000_000 - (1_000_000 % hashBytes)));
  scan.add(last);
  expect(scan.at(scan.count - 1)).toEqual(last);
  const found: number[] = [];
  scan.each(wordsOf(last), 0, scan.count, 0, (index) => found.push(index));
  expect(found).toEqual([scan.count - 1]);
});

describe("the memory finds a photo", () => {
  test("whose whole or crop is within 60 bits of the whole of the one asked for", () => {
    for (let index = 0; index < foundHashes; index++) {
      const memory = createFingerprintMemory();
      const asked = random(fingerprintBytes);
      const near = withHash(index, hashAt(changed(asked, 0, maxTwinDistance), 0));
      const far = withHash(index, hashAt(changed(asked, 0, maxTwinDistance + 1), 0));
      for (let other = 1; other < 3_000; other++) memory.add(other, random(foundBytes));
      memory.add(5_000, near);
      memory.add(5_001, far);
      expect(memory.find(asked, 10)).toEqual([{ number: 5_000, distance: maxTwinDistance }]);
    }
  });

  test("whose whole is within 60 bits of a crop of the one asked for", () => {
    for (let index = 1; index < fingerprintBytes / hashBytes; index++) {
      const memory = createFingerprintMemory();
      const asked = random(fingerprintBytes);
      memory.add(7, withHash(0, hashAt(changed(asked, index, 12), index)));
      expect(memory.find(asked, 10)).toEqual([{ number: 7, distance: 12 }]);
    }
  });

  test("of which the one asked for was cut at a side by half of what its crops are", () => {
    for (let side = 0; side < 4; side++) {
      const memory = createFingerprintMemory();
      const asked = random(fingerprintBytes);
      memory.add(7, withHash(3 + side, hashAt(changed(asked, 7 + side, 12), 7 + side)));
      expect(memory.find(asked, 10)).toEqual([{ number: 7, distance: 12 }]);
    }
  });

  test("that is mirrored, cropped too", () => {
    for (let index = 0; index < foundHashes; index++) {
      const memory = createFingerprintMemory();
      const asked = random(fingerprintBytes);
      memory.add(7, withHash(index, mirrored(hashAt(asked, 0))));
      expect(memory.find(asked, 10)).toEqual([{ number: 7, distance: 0 }]);
    }
  });
});

test("the memory answers the nearest first, at most as many as asked for", () => {
  const memory = createFingerprintMemory();
  const asked = random(fingerprintBytes);
  for (const bits of [30, 0, 20, 10]) memory.add(100 + bits, withHash(0, hashAt(changed(asked, 0, bits), 0)));
  expect(memory.find(asked, 3).map(({ number }) => number)).toEqual([100, 110, 120]);
});

test("a row that is read again is in the memory once", () => {
  const memory = createFingerprintMemory();
  const rows = Array.from({ length: 3 * overlap }, (_, number) => ({
    number,
    hashes: random(foundBytes),
  }));
  for (const { number, hashes } of rows) memory.add(number, hashes);
  for (const { number, hashes } of rows.slice(-overlap)) memory.add(number, hashes);
  expect(memory.count).toBe(rows.length);
});
