import { exifOrientation } from "./exif-orientation.ts";
import { isUsableIccProfile, maxIccProfileBytes } from "./icc-profile.ts";
import { ByteRanges } from "./byte-ranges.ts";
import { judgeSize, refuse, type Orientation, type Verdict } from "./picture-verdict.ts";

const soi = 0xd8;
const eoi = 0xd9;
const sos = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
/** Tables for the decoder: DHT, DAC, DQT, DRI. */
const tableMarkers = new Set([0xc4, 0xcc, 0xdb, 0xdd]);
/** Frame types that libjpeg decodes: baseline, extended, progressive; arithmetic coding: extended, progressive. */
const frameMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
const progressiveFrames = new Set([0xc2, 0xca]);
const arithmeticFrames = new Set([0xc9, 0xca]);

/** Progressive files usually have about 10 scans; each costs a pass over the whole picture. */
const maxScans = 64;
const maxSegments = 20_000;

const markerSoi = Uint8Array.of(0xff, soi);
const markerEoi = Uint8Array.of(0xff, eoi);
/** Replaces the file's JFIF segment: it says "YCbCr" to the decoder and has no thumbnail. */
const jfifTag = Uint8Array.of(0xff, app0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0);

interface Frame {
  readonly marker: number;
  readonly width: number;
  readonly height: number;
  readonly components: readonly { h: number; v: number }[];
}

/**
 * Judges a JPEG by its segments, and reduces it to tables, frame, scans, Adobe's colour marker and a valid
 * colour profile. Metadata, comments, thumbnails, gain maps and all bytes after the first end marker are
 * dropped.
 */
export function judgeJpeg(bytes: Uint8Array): Verdict {
  const ranges = new ByteRanges(bytes);
  const profile = new ProfileCollector();
  let frame: Frame | null = null;
  let orientation: Orientation | null = null;
  let jfif = false;
  let adobe: Uint8Array | null = null;
  let scans = 0;
  let entropyBytes = 0;
  let segments = 0;
  let at = 2;

  for (;;) {
    // Some writers leave bytes between segments; like decoders we skip to the next marker.
    at = bytes.indexOf(0xff, at);
    if (at < 0) return broken("no end marker");
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at];
    if (marker === undefined) return broken("no end marker");
    at++;
    if (++segments > maxSegments) return refuse("too_costly", "too many segments", "JPEG");
    if (marker === eoi) break;
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= soi)) continue;

    const length = uint16(bytes, at);
    const end = at + length;
    if (length < 2 || end > bytes.length) return broken("segment beyond the end");
    const body = bytes.subarray(at + 2, end);

    if (isFrame(marker)) {
      if (frame !== null) return broken("two frames");
      if (!frameMarkers.has(marker)) return broken(`frame type ${marker.toString(16)}`);
      frame = readFrame(marker, body);
      if (frame === null) return broken("frame header");
      const refusal = judgeSize(frame.width, frame.height);
      if (refusal !== null) return refusal;
      ranges.add(at - 2, end);
    } else if (tableMarkers.has(marker)) {
      ranges.add(at - 2, end);
    } else if (marker === sos) {
      if (frame === null) return broken("scan before frame");
      if (++scans > maxScans) return refuse("too_costly", "too many scans", "JPEG");
      const scanEnd = endOfScan(bytes, end);
      if (scanEnd < 0) return broken("cut off in the picture data");
      entropyBytes += scanEnd - end;
      ranges.add(at - 2, at);
      ranges.insert(scanHeader(bytes.subarray(at, end), frame));
      ranges.add(end, scanEnd);
      at = scanEnd;
      continue;
    } else if (marker === app0 && startsWith(body, "JFIF\0")) {
      jfif = true;
    } else if (marker === app1 && startsWith(body, "Exif\0\0")) {
      orientation ??= exifOrientation(body.subarray(6));
    } else if (marker === app2 && startsWith(body, "ICC_PROFILE\0")) {
      profile.add(body);
    } else if (marker === app14 && startsWith(body, "Adobe") && body.length >= 12) {
      adobe ??= bytes.subarray(at - 2, end);
    }
    at = end;
  }

  if (frame === null || scans === 0) return broken("no picture");
  if (entropyBytes < minEntropyBytes(frame)) return broken("less data than its size needs");
  const head: Uint8Array[] = [markerSoi];
  if (jfif) head.push(jfifTag);
  if (adobe !== null) head.push(adobe);
  head.push(...profile.segments());
  return {
    ok: true,
    kind: "jpeg",
    width: frame.width,
    height: frame.height,
    orientation: orientation ?? 1,
    bytes: Buffer.concat([...head, ranges.toBytes(), markerEoi]),
    wholeInMemory: progressiveFrames.has(frame.marker) || scans > 1,
  };
}

function broken(detail: string): Verdict {
  return refuse("broken", detail, "JPEG");
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(marker: number, body: Uint8Array): Frame | null {
  const count = body[5] ?? 0;
  if (body.length !== 6 + 3 * count || ![1, 3, 4].includes(count)) return null;
  const components: { h: number; v: number }[] = [];
  for (let i = 0; i < count; i++) {
    const sampling = body[7 + 3 * i] ?? 0;
    const h = sampling >> 4;
    const v = sampling & 15;
    if (h < 1 || h > 4 || v < 1 || v > 4) return null;
    components.push({ h, v });
  }
  return { marker, height: uint16(body, 1), width: uint16(body, 3), components };
}

/** Where a scan's coded data ends: at the next marker that is neither a stuffed 0xFF nor a restart; -1 for none. */
function endOfScan(bytes: Uint8Array, start: number): number {
  // A plain loop: 0xFF is about every 200th byte, too frequent for indexOf.
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return -1;
}

/**
 * The scan's header with the spectral range required of sequential files. Some phones write another one, which
 * decoders report as a warning, and we treat warnings as damage.
 */
function scanHeader(segment: Uint8Array, frame: Frame): Uint8Array {
  const header = Uint8Array.from(segment);
  if (progressiveFrames.has(frame.marker) || header.length < 6) return header;
  header.set([0, 63, 0], header.length - 3);
  return header;
}

/**
 * The minimum of bytes for so many 8x8 blocks: at least two bits for a sequential block (one for DC, one for
 * its end), one for a progressive one. It exposes a header that claims a large picture over a few bytes without
 * decoding. Arithmetic coding has no such bound.
 */
function minEntropyBytes(frame: Frame): number {
  if (arithmeticFrames.has(frame.marker)) return 1;
  const maxH = Math.max(...frame.components.map((component) => component.h));
  const maxV = Math.max(...frame.components.map((component) => component.v));
  let blocks = 0;
  for (const { h, v } of frame.components) {
    const across = Math.ceil((frame.width * h) / maxH / 8);
    const down = Math.ceil((frame.height * v) / maxV / 8);
    blocks += across * down;
  }
  return Math.floor((blocks * (progressiveFrames.has(frame.marker) ? 1 : 2)) / 8);
}

/** Collects the numbered parts of a colour profile; returns it if it is valid. */
class ProfileCollector {
  readonly #parts = new Map<number, Uint8Array>();
  #bytes = 0;

  add(body: Uint8Array): void {
    const number = body[12] ?? 0;
    this.#bytes += body.length - 14;
    if (body.length > 14 && !this.#parts.has(number)) this.#parts.set(number, body);
  }

  segments(): Uint8Array[] {
    if (this.#parts.size === 0 || this.#bytes > maxIccProfileBytes) return [];
    const bodies: Uint8Array[] = [];
    for (let number = 1; number <= this.#parts.size; number++) {
      const body = this.#parts.get(number);
      if (body === undefined || body[13] !== this.#parts.size) return [];
      bodies.push(body);
    }
    if (!isUsableIccProfile(Buffer.concat(bodies.map((body) => body.subarray(14))))) return [];
    return bodies.flatMap((body) => {
      const length = body.length + 2;
      return [Uint8Array.of(0xff, app2, length >> 8, length & 255), body];
    });
  }
}
