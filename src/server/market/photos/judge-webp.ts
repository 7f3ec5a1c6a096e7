import { exifOrientation } from "./exif-orientation.ts";
import { isUsableIccProfile } from "./icc-profile.ts";
import { ByteRanges } from "./byte-ranges.ts";
import { judgeSize, refuse, type Orientation, type Verdict } from "./picture-verdict.ts";

const riffHeader = 12;
const animationFlag = 0x02;
const alphaFlag = 0x10;
const iccFlag = 0x20;
const maxChunks = 20_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Judges a WebP by its chunks, and reduces it to the picture and a valid colour profile. An animation becomes
 * its first frame.
 */
export function judgeWebp(bytes: Uint8Array): Verdict {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const riffEnd = 8 + view.getUint32(4, true);
  if (riffEnd > bytes.length) return broken("RIFF beyond the end");
  const ranges = new ByteRanges(bytes);
  let canvas: Size | null = null;
  let picture: Size | null = null;
  let flags = 0;
  let profile = false;
  let orientation: Orientation = 1;
  let chunks = 0;
  let at = riffHeader;

  while (at + 8 <= riffEnd) {
    if (++chunks > maxChunks) return refuse("too_costly", "too many chunks", "WebP");
    const type = view.getUint32(at);
    const length = view.getUint32(at + 4, true);
    const bodyEnd = at + 8 + length;
    // Some files lack the last chunk's padding byte.
    const end = Math.min(bodyEnd + (length & 1), riffEnd);
    if (bodyEnd > riffEnd) return broken("chunk beyond the end");
    const body = bytes.subarray(at + 8, bodyEnd);

    if (type === vp8x) {
      if (at !== riffHeader || length < 10) return broken("VP8X");
      flags = body[0] ?? 0;
      canvas = { width: 1 + uint24(body, 4), height: 1 + uint24(body, 7) };
      const refusal = judgeSize(canvas.width, canvas.height);
      if (refusal !== null) return refusal;
    } else if (type === vp8 || type === vp8l) {
      if (picture === null) {
        picture = readPicture(type, body);
        if (picture === null) return broken("picture header");
        const refusal = judgeSize(picture.width, picture.height);
        if (refusal !== null) return refusal;
        ranges.add(at, end);
      }
    } else if (type === anmf) {
      if (picture === null) {
        if (length < 24) return broken("frame");
        picture = { width: 1 + uint24(body, 6), height: 1 + uint24(body, 9) };
        ranges.add(at, end);
      }
    } else if (type === alph || type === anim) {
      if (picture === null) ranges.add(at, end);
    } else if (type === iccp) {
      if (!profile && picture === null && isUsableIccProfile(body)) {
        ranges.add(at, end);
        profile = true;
      }
    } else if (type === exifChunk) {
      // Some writers add JPEG's "Exif" prefix.
      orientation = exifOrientation(uint24(body, 0) === 0x697845 ? body.subarray(6) : body);
    }
    at = end;
  }

  if (picture === null) return broken("no picture");
  const animated = (flags & animationFlag) !== 0;
  if (canvas !== null) {
    const fits = animated
      ? picture.width <= canvas.width && picture.height <= canvas.height
      : picture.width === canvas.width && picture.height === canvas.height;
    if (!fits) return broken("picture and canvas differ");
  }
  const size = canvas ?? picture;
  return {
    ok: true,
    kind: "webp",
    ...size,
    orientation,
    bytes: rebuild(ranges.toBytes(), canvas, (flags & (alphaFlag | animationFlag)) | (profile ? iccFlag : 0)),
    wholeInMemory: true,
  };
}

/** Chunk names as big-endian numbers. */
const vp8 = 0x56503820;
const vp8l = 0x5650384c;
const vp8x = 0x56503858;
const alph = 0x414c5048;
const anim = 0x414e494d;
const anmf = 0x414e4d46;
const iccp = 0x49434350;
const exifChunk = 0x45584946;

function broken(detail: string): Verdict {
  return refuse("broken", detail, "WebP");
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}

function readPicture(type: number, body: Uint8Array): Size | null {
  if (type === vp8) {
    const keyFrame = body.length >= 10 && ((body[0] ?? 1) & 1) === 0;
    if (!keyFrame || uint24(body, 3) !== 0x2a019d) return null;
    return {
      width: ((body[6] ?? 0) | ((body[7] ?? 0) << 8)) & 0x3fff,
      height: ((body[8] ?? 0) | ((body[9] ?? 0) << 8)) & 0x3fff,
    };
  }
  if (body.length < 5 || body[0] !== 0x2f) return null;
  const bits = uint24(body, 1) | ((body[4] ?? 0) << 24);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function rebuild(chunks: Uint8Array, canvas: Size | null, flags: number): Uint8Array {
  const extended = canvas === null ? 0 : 18;
  const out = new Uint8Array(riffHeader + extended + chunks.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, 0x52494646); // RIFF
  view.setUint32(4, out.length - 8, true);
  view.setUint32(8, 0x57454250); // WEBP
  if (canvas !== null) {
    view.setUint32(12, vp8x);
    view.setUint32(16, 10, true);
    view.setUint32(20, flags, true);
    view.setUint32(24, canvas.width - 1, true); // 24 bits; the height's overlap the spare byte
    view.setUint16(27, (canvas.height - 1) & 0xffff, true);
    view.setUint8(29, (canvas.height - 1) >> 16);
  }
  out.set(chunks, riffHeader + extended);
  return out;
}
