import type { Orientation } from "./picture-verdict.ts";

const orientationTag = 0x0112;
const typeShort = 3;
const maxEntries = 10_000;
const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * The Orientation in the first directory of an EXIF block (TIFF structure, without the "Exif" prefix).
 *
 * It is the only EXIF value that we need. Reading it here means that no EXIF reaches a C library: cyclic, false
 * or huge directories cost nothing. Invalid values count as upright.
 */
export function exifOrientation(tiff: Uint8Array): Orientation {
  if (tiff.length < 14) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const byteOrder = view.getUint16(0);
  if (byteOrder !== 0x4949 && byteOrder !== 0x4d4d) return 1;
  const little = byteOrder === 0x4949;
  if (view.getUint16(2, little) !== 42) return 1;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const count = Math.min(view.getUint16(directory, little), maxEntries);
  for (let entry = 0; entry < count; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (view.getUint16(at, little) !== orientationTag) continue;
    if (view.getUint16(at + 2, little) !== typeShort) return 1;
    const value = view.getUint16(at + 8, little);
    return orientations.find((known) => known === value) ?? 1;
  }
  return 1;
}
