import { crc32, inflateSync } from "node:zlib";
import { exifOrientation } from "./exif-orientation.ts";
import { isUsableIccProfile, maxIccProfileBytes } from "./icc-profile.ts";
import { ByteRanges } from "./byte-ranges.ts";
import { judgeSize, refuse, type Orientation, type Verdict } from "./picture-verdict.ts";

const signatureBytes = 8;
/** Deflate compresses at most 1032 : 1; a header that claims more is false. */
const maxDeflateRatio = 1032;
/** A file at the upload limit with usual chunks of 8 kB has 3,200. */
const maxDataChunks = 20_000;
/** Of any kind: skipping a text is cheap, skipping millions is not. */
const maxChunks = 250_000;
/** Valid bit depths of each colour type. */
const allowedDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly palette: boolean;
  readonly interlaced: boolean;
}

/**
 * Judges a PNG by its chunks and their checksums, and reduces it to header, palette, transparency, a valid
 * colour profile and the picture data. Texts are dropped unread; an animated PNG becomes its still picture.
 */
export function judgePng(bytes: Uint8Array): Verdict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ranges = new ByteRanges(bytes);
  ranges.add(0, signatureBytes);
  let header: Header | null = null;
  let orientation: Orientation = 1;
  let dataBytes = 0;
  let dataChunks = 0;
  let dataOver = false;
  let palette = false;
  let profile = false;
  let chunks = 0;
  let at = signatureBytes;

  for (;;) {
    if (at + 12 > bytes.length) return broken("no end chunk");
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) return broken("chunk beyond the end");
    const type = view.getUint32(at + 4);
    if (++chunks > maxChunks) return refuse("too_costly", "too many chunks", "PNG");
    if (header === null && type !== ihdr) return broken("first chunk is no header");
    if (type === idat && dataOver) return broken("picture data in two places");
    if (type !== idat && dataChunks > 0) dataOver = true;

    if (pictureChunks.has(type)) {
      if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) {
        return broken("checksum");
      }
      ranges.add(at, end);
    }

    if (type === ihdr) {
      if (header !== null) return broken("two headers");
      header = readHeader(bytes.subarray(at + 8, at + 8 + length));
      if (header === null) return broken("header");
      const refusal = judgeSize(header.width, header.height);
      if (refusal !== null) return refusal;
    } else if (type === plte) {
      palette = true;
    } else if (type === idat) {
      dataBytes += length;
      if (++dataChunks > maxDataChunks) return refuse("too_costly", "too many data chunks", "PNG");
    } else if (type === iend) {
      break;
    } else if (type === iccp) {
      const body = bytes.subarray(at + 8, at + 8 + length);
      if (!profile && dataChunks === 0 && !palette && holdsUsableProfile(body)) {
        ranges.add(at, end);
        profile = true;
      }
    } else if (type === exifChunk) {
      orientation = exifOrientation(bytes.subarray(at + 8, at + 8 + length));
    } else if (!pictureChunks.has(type) && isCritical(type)) {
      return broken("unknown critical chunk");
    }
    at = end;
  }

  if (header === null || dataChunks === 0) return broken("no picture data");
  if (header.palette && !palette) return broken("no palette");
  const rowBytes = Math.ceil((header.width * header.bitsPerPixel) / 8) + 1;
  if (rowBytes * header.height > dataBytes * maxDeflateRatio) return broken("less data than its size needs");
  return {
    ok: true,
    kind: "png",
    width: header.width,
    height: header.height,
    orientation,
    bytes: ranges.toBytes(),
    wholeInMemory: header.interlaced,
  };
}

const ihdr = 0x49484452;
const plte = 0x504c5445;
const trns = 0x74524e53;
const idat = 0x49444154;
const iend = 0x49454e44;
const iccp = 0x69434350;
const exifChunk = 0x65584966;
const pictureChunks = new Set([ihdr, plte, trns, idat, iend]);

function broken(detail: string): Verdict {
  return refuse("broken", detail, "PNG");
}

/** PNG: an upper-case first letter means "critical": decoders must understand it. */
function isCritical(type: number): boolean {
  return ((type >>> 24) & 0x20) === 0;
}

function readHeader(body: Uint8Array): Header | null {
  if (body.length !== 13) return null;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const depth = body[8] ?? 0;
  const colour = body[9] ?? 0;
  const interlace = body[12] ?? 0;
  if (allowedDepths[colour]?.includes(depth) !== true) return null;
  if (body[10] !== 0 || body[11] !== 0 || interlace > 1) return null;
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    bitsPerPixel: depth * (channels[colour] ?? 1),
    palette: colour === 3,
    interlaced: interlace === 1,
  };
}

/** Decompresses at most the maximum of a profile: anything larger is a decompression bomb and is dropped. */
function holdsUsableProfile(body: Uint8Array): boolean {
  const nameEnd = body.indexOf(0);
  if (nameEnd < 1 || nameEnd > 79 || body[nameEnd + 1] !== 0) return false;
  try {
    return isUsableIccProfile(
      inflateSync(body.subarray(nameEnd + 2), { maxOutputLength: maxIccProfileBytes }),
    );
  } catch {
    return false;
  }
}
