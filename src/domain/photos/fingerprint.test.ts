import { describe, expect, test } from "vitest";
import {
  distanceOf,
  fingerprintBytes,
  fingerprintOf,
  foundBytes,
  hashBits,
  hashBytes,
  hashesToFind,
  maxTwinDistance,
  mirrored,
  type SmallPicture,
} from "./fingerprint.ts";

/** Brightness from 0 to 1 at a position from 0 to 1. */
type Scene = (x: number, y: number) => number;

/** Blotches: a sum of waves, different for each seed. */
function scene(seed: number): Scene {
  let state = Math.imul(seed, 0x9e3779b1);
  const random = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const waves = Array.from({ length: 16 }, () => ({
    x: random() * 60 - 30,
    y: random() * 60 - 30,
    phase: random() * 7,
  }));
  return (x, y) =>
    0.5 + waves.reduce((sum, wave) => sum + Math.sin(wave.x * x + wave.y * y + wave.phase), 0) / 24;
}

function paint(of: Scene, width = 100, height = 75, channels: 3 | 4 = 3): SmallPicture {
  const data = new Uint8Array(width * height * channels).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.fill(
        Math.round(255 * of((x + 0.5) / width, (y + 0.5) / height)),
        (y * width + x) * channels,
        (y * width + x) * channels + 3,
      );
  return { width, height, channels, data };
}

function hashesOf(picture: SmallPicture): Uint8Array[] {
  const fingerprint = fingerprintOf(picture);
  if (fingerprint === null) throw new Error("no fingerprint");
  expect(fingerprint).toHaveLength(fingerprintBytes);
  return Array.from({ length: fingerprintBytes / hashBytes }, (_, index) =>
    fingerprint.slice(index * hashBytes, (index + 1) * hashBytes),
  );
}

const whole = (of: Scene): Uint8Array => hashesOf(paint(of))[0] ?? new Uint8Array();

describe("a fingerprint", () => {
  test("fits 300 bytes a photo in memory, with its number", () => {
    expect(foundBytes + 8).toBeLessThanOrEqual(300);
  });

  test.each([
    ["the whole", (x: number, y: number): [number, number] => [x, y]],
    ["90 % around the centre", (x: number, y: number): [number, number] => [0.05 + 0.9 * x, 0.05 + 0.9 * y]],
    ["80 % around the centre", (x: number, y: number): [number, number] => [0.1 + 0.8 * x, 0.1 + 0.8 * y]],
    ["85 % without the left", (x: number, y: number): [number, number] => [0.15 + 0.85 * x, y]],
    ["85 % without the right", (x: number, y: number): [number, number] => [0.85 * x, y]],
    ["85 % without the top", (x: number, y: number): [number, number] => [x, 0.15 + 0.85 * y]],
    ["85 % without the bottom", (x: number, y: number): [number, number] => [x, 0.85 * y]],
  ])("has a hash of %s", (name, part) => {
    const names = ["whole", "90 %", "80 %", "left", "right", "top", "bottom"];
    const index = names.findIndex((each) => name.includes(each));
    for (let seed = 1; seed <= 20; seed++) {
      const picture = scene(seed);
      const cropped = whole((x, y) => picture(...part(x, y)));
      const hash = hashesOf(paint(picture))[index] ?? new Uint8Array();
      expect(distanceOf(cropped, hash)).toBeLessThanOrEqual(20);
    }
  });

  test("resembles that of the picture in another size, brighter, and with an alpha channel", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const picture = scene(seed);
      const hash = whole(picture);
      const other = paint((x, y) => Math.min(1, 0.9 * picture(x, y) + 0.1), 64, 48, 4);
      expect(distanceOf(hash, hashesOf(other)[0] ?? new Uint8Array())).toBeLessThanOrEqual(20);
    }
  });

  test("of another picture is further away than that of the same one may be", () => {
    const hashes = Array.from({ length: 40 }, (_, seed) => whole(scene(seed + 1)));
    for (const [index, hash] of hashes.entries())
      for (const other of hashes.slice(index + 1))
        expect(distanceOf(hash, other)).toBeGreaterThan(maxTwinDistance);
  });

  test("is none for a picture of one colour, of noise so faint that nobody sees it, or of stripes across", () => {
    expect(fingerprintOf(paint(() => 0.5))).toBeNull();
    expect(fingerprintOf(paint((x, y) => 0.5 + 0.002 * Math.sin(900 * x + 700 * y)))).toBeNull();
    expect(fingerprintOf(paint((_, y) => y))).toBeNull();
  });

  test("is made of one brightness a pixel: bytes that are no red, green and blue of each are refused", () => {
    const { width, height } = paint(scene(1));
    expect(() => fingerprintOf({ width, height, channels: 3, data: new Uint8Array(width * height) })).toThrow(
      RangeError,
    );
    // A grey picture and a coloured one of equal brightness have the same hash.
    const grey = paint(scene(1));
    const red = { ...grey, data: grey.data.map((value, at) => (at % 3 === 0 ? value : 0)) };
    expect(
      distanceOf(hashesOf(grey)[0] ?? new Uint8Array(), hashesOf(red)[0] ?? new Uint8Array()),
    ).toBeLessThan(10);
  });
});

/** Whether a photo is found by the fingerprint of another. */
function finds(asked: SmallPicture, other: SmallPicture): boolean {
  const hashes = hashesOf(other);
  return hashesToFind(fingerprintOf(asked) ?? new Uint8Array()).some(
    ({ hash, part }) => distanceOf(hash, hashes[part] ?? new Uint8Array()) <= maxTwinDistance,
  );
}

test("a photo that was cut at any side by up to 17 % is found by the cut one, and the cut one by it", () => {
  for (let seed = 1; seed <= 3; seed++) {
    const picture = scene(seed);
    const original = paint(picture);
    for (const cut of [0.03, 0.05, 0.08, 0.1, 0.12, 0.15, 0.17]) {
      const parts: Scene[] = [
        (x, y) => picture(cut + (1 - cut) * x, y),
        (x, y) => picture((1 - cut) * x, y),
        (x, y) => picture(x, cut + (1 - cut) * y),
        (x, y) => picture(x, (1 - cut) * y),
      ];
      for (const [side, part] of parts.entries()) {
        expect(finds(paint(part), original), `${cut} at side ${side}`).toBe(true);
        expect(finds(original, paint(part)), `${cut} at side ${side}, asked by the original`).toBe(true);
      }
    }
    expect(
      finds(
        paint((x, y) => picture(1 - x, y)),
        original,
      ),
    ).toBe(true);
    expect(finds(paint(scene(seed + 100)), original)).toBe(false);
  }
});

test("a hash is mirrored without the picture", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const picture = scene(seed);
    const mirror = whole((x, y) => picture(1 - x, y));
    expect(distanceOf(mirrored(whole(picture)), mirror)).toBeLessThanOrEqual(5);
    expect(mirrored(mirrored(mirror))).toEqual(mirror);
  }
});

test("a distance counts the bits that differ", () => {
  const none = new Uint8Array(hashBytes);
  const all = new Uint8Array(hashBytes).fill(255);
  expect(distanceOf(none, none)).toBe(0);
  expect(distanceOf(none, all)).toBe(hashBits);
  expect(
    distanceOf(
      none,
      Uint8Array.from(none, (_, index) => (index === 3 ? 0b1010_0001 : 0)),
    ),
  ).toBe(3);
});
