/**
 * A photo's fingerprint: hashes that match the same picture after it was recompressed, resized, cropped, framed
 * or mirrored. A bit says whether one of 16 × 16 places is brighter than its right neighbour.
 *
 * Hashes of 64 bits are too coarse: photos of cars on a road resemble each other.
 */

/** Pixels row by row, 3 bytes each (red, green, blue), or 4 with an ignored last one. */
export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

const side = 16;
/** Bits per hash. */
export const hashBits = side * side;
/** Bytes per hash. */
export const hashBytes = hashBits / 8;
/** Two hashes with at most so many different bits are of the same picture. */
export const maxTwinDistance = 60;

/**
 * The hashed parts of a picture, as shares of its width and height. A hash matches pictures cropped by up to 5
 * % more or less than its part, so the crops are close together. The last four are only for looking a photo up.
 */
const parts: readonly { left: number; top: number; right: number; bottom: number }[] = [
  { left: 0, top: 0, right: 1, bottom: 1 },
  { left: 0.05, top: 0.05, right: 0.95, bottom: 0.95 },
  { left: 0.1, top: 0.1, right: 0.9, bottom: 0.9 },
  { left: 0.15, top: 0, right: 1, bottom: 1 },
  { left: 0, top: 0, right: 0.85, bottom: 1 },
  { left: 0, top: 0.15, right: 1, bottom: 1 },
  { left: 0, top: 0, right: 1, bottom: 0.85 },
  { left: 0.075, top: 0, right: 1, bottom: 1 },
  { left: 0, top: 0, right: 0.925, bottom: 1 },
  { left: 0, top: 0.075, right: 1, bottom: 1 },
  { left: 0, top: 0, right: 1, bottom: 0.925 },
];

/** Hashes per fingerprint: the whole picture, then its crops. */
export const hashesPerPhoto = parts.length;
/** How many of them, from the first on, are stored for matching. */
export const foundHashes = 7;
/** Bytes of a fingerprint stored for matching. */
export const foundBytes = foundHashes * hashBytes;
/** Bytes per fingerprint. */
export const fingerprintBytes = hashesPerPhoto * hashBytes;

/**
 * The fingerprint of a picture: the hashes of the whole, of its crops to 90 % and 80 % around the centre, to 85
 * % without a part at the left, right, top and bottom, and to 92.5 % likewise. Null if the picture has too
 * little contrast.
 */
export function fingerprintOf(picture: SmallPicture): Uint8Array | null {
  const sums = sumsOf(picture);
  const hashes = new Uint8Array(fingerprintBytes);
  for (const [index, part] of parts.entries()) {
    const { hash, decided } = hashOf(sums, part);
    if (index === 0 && decided < minDecided) return null;
    hashes.set(hash, index * hashBytes);
  }
  return hashes;
}

/** A difference in brightness (of 255) above noise. */
const minStep = 2;
/** How many places of a hash must have such a difference. */
const minDecided = 64;

/** Integral image: for each pixel the sum of brightness left of it and above it. Any rectangle's sum is four reads. */
interface Sums {
  readonly width: number;
  readonly height: number;
  readonly sums: Float64Array;
}

function sumsOf({ width, height, channels, data }: SmallPicture): Sums {
  if (data.length !== width * height * channels)
    throw new RangeError(`${data.length} bytes are no picture of ${width} × ${height} × ${channels}`);
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels;
      // Luma of ITU-R BT.601.
      row += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return { width, height, sums };
}

/** The sum of brightness left of `x` and above `y`, which may be within a pixel. */
function sumTo({ width, sums }: Sums, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const at = (column: number, row: number): number => sums[row * (width + 1) + column] ?? 0;
  const across = (row: number): number => {
    const sum = at(left, row);
    return x === left ? sum : sum + (x - left) * (at(left + 1, row) - sum);
  };
  const sum = across(top);
  return y === top ? sum : sum + (y - top) * (across(top + 1) - sum);
}

function hashOf(
  sums: Sums,
  part: (typeof parts)[number],
): { readonly hash: Uint8Array; readonly decided: number } {
  const x = (column: number): number =>
    Math.min(sums.width, sums.width * (part.left + ((part.right - part.left) * column) / (side + 1)));
  const y = (row: number): number =>
    Math.min(sums.height, sums.height * (part.top + ((part.bottom - part.top) * row) / side));
  const hash = new Uint8Array(hashBytes);
  let decided = 0;
  for (let row = 0; row < side; row++) {
    let before = 0;
    for (let column = 0; column <= side; column++) {
      const area = (x(column + 1) - x(column)) * (y(row + 1) - y(row));
      const sum =
        sumTo(sums, x(column + 1), y(row + 1)) -
        sumTo(sums, x(column), y(row + 1)) -
        sumTo(sums, x(column + 1), y(row)) +
        sumTo(sums, x(column), y(row));
      const brightness = sum / area;
      if (column > 0) {
        const bit = row * side + column - 1;
        if (before > brightness) hash[bit >> 3] = (hash[bit >> 3] ?? 0) | (1 << (bit & 7));
        if (Math.abs(before - brightness) >= minStep) decided++;
      }
      before = brightness;
    }
  }
  return { hash, decided };
}

/**
 * The hash of the mirrored picture, computed from the hash: each row reversed and inverted. Inexact where
 * neighbours are equally bright, which is rare in photos.
 */
export function mirrored(hash: Uint8Array): Uint8Array {
  const result = new Uint8Array(hash.length);
  for (let bit = 0; bit < hash.length * 8; bit++) {
    const from = bit - (bit % side) + (side - 1 - (bit % side));
    const isSet = ((hash[from >> 3] ?? 0) >> (from & 7)) & 1;
    if (isSet === 0) result[bit >> 3] = (result[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return result;
}

/** A part's hash and the part of another photo to compare it with. */
export interface HashToFind {
  readonly hash: Uint8Array;
  /** Below `foundHashes`. */
  readonly part: number;
}

/**
 * The comparisons of a look-up. The later photo may be the thief's or the owner's, so the whole of either is
 * compared with the parts of the other. A photo cropped at a side by half of 15 % is found by cropping the
 * rest.
 */
export function hashesToFind(fingerprint: Uint8Array): HashToFind[] {
  const hashes = Array.from({ length: hashesPerPhoto }, (_, index) =>
    fingerprint.slice(index * hashBytes, (index + 1) * hashBytes),
  );
  return hashes.flatMap((hash, index): HashToFind[] => {
    const mirror = mirrored(hash);
    if (index === 0)
      return Array.from({ length: foundHashes }, (_, part) =>
        [hash, mirror].map((each) => ({ hash: each, part })),
      ).flat();
    if (index < foundHashes) return [hash, mirror].map((each) => ({ hash: each, part: 0 }));
    return [0, index - halfCuts].map((part) => ({ hash, part }));
  });
}

/** From a part to the one that is cropped half as much at the same side. */
const halfCuts = 4;

/** Whether two fingerprints are of the same picture. */
export function isSamePicture(a: Uint8Array, b: Uint8Array): boolean {
  return hashesToFind(a).some(
    ({ hash, part }) =>
      distanceOf(hash, b.subarray(part * hashBytes, (part + 1) * hashBytes)) <= maxTwinDistance,
  );
}

/** The number of different bits of two hashes. */
export function distanceOf(a: Uint8Array, b: Uint8Array): number {
  let distance = 0;
  for (const [index, byte] of a.entries()) {
    for (let differing = byte ^ (b[index] ?? 0); differing !== 0; differing &= differing - 1) distance++;
  }
  return distance;
}
