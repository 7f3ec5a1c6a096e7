/**
 * A photo's fingerprint: hashes by which the same picture is found again after it was recompressed, shrunk, cropped,
 * framed or mirrored. A hash says of each of 16 × 16 places whether it is brighter than the place right of it.
 *
 * Hashes of 64 bits were tried and are too coarse: photos of cars on a road resemble each other.
 */

/** Pixels row by row with 3 bytes each (red, green, blue), or 4, whose last is not looked at. */
export interface SmallPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

const side = 16;
/** Bits of a hash. */
export const hashBits = side * side;
/** Bytes of a hash. */
export const hashBytes = hashBits / 8;
/** Two hashes that differ in at most so many bits are of the same picture. */
export const maxTwinDistance = 60;

/**
 * The parts of a picture that are hashed, as shares of its width and height. A hash finds pictures that were cut by up to 5 %
 * more or less than its part, so the cuts lie close together; the last four are for looking a photo up alone.
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

/** Hashes of a fingerprint: the whole picture, then its crops. */
export const hashesPerPhoto = parts.length;
/** How many of them, from the first on, are there to be found. */
export const foundHashes = 7;
/** Bytes of a fingerprint that are there to be found. */
export const foundBytes = foundHashes * hashBytes;
/** Bytes of a fingerprint. */
export const fingerprintBytes = hashesPerPhoto * hashBytes;

/**
 * The fingerprint of a picture: one after the other the hashes of the whole, of its crops to 90 % and 80 % around the
 * centre, to 85 % without a part at the left, right, top and bottom, and to 92.5 % likewise. Null where the picture has too
 * little contrast to tell it from others.
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

/** A step of brightness (of 255) that is more than noise. */
const minStep = 2;
/** How many of a hash's places must have such a step. */
const minDecided = 64;

/** Of each pixel, the brightness of all pixels left of it and above it: any rectangle's sum is four look-ups. */
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

/** The sum of all brightness left of `x` and above `y`, which may lie within a pixel. */
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
 * The hash of the mirrored picture, made from the hash of the picture: each row backwards, and where it was brighter on
 * the left it is now on the right. Not exact where neighbours are equally bright, which is rare in photos.
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

/** The hash of a part and the part of another photo that it is compared with. */
export interface HashToFind {
  readonly hash: Uint8Array;
  /** Below `foundHashes`. */
  readonly part: number;
}

/**
 * What a photo is looked up by. Who comes later may be the thief or the owner, so the whole of either is compared with the
 * parts of the other. One that was cut at a side by half of 15 % is found by cutting the rest.
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

/** From a part's place to that of the part that is cut half as deep at the same side. */
const halfCuts = 4;

/** In how many bits two hashes differ. */
export function distanceOf(a: Uint8Array, b: Uint8Array): number {
  let distance = 0;
  for (const [index, byte] of a.entries()) {
    for (let differing = byte ^ (b[index] ?? 0); differing !== 0; differing &= differing - 1) distance++;
  }
  return distance;
}
