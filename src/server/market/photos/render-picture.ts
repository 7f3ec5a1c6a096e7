import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { fingerprintOf, type SmallPicture } from "#domain/photos/fingerprint.ts";
import { maxPhotoPixels } from "#domain/photos/photo-limits.ts";
import { photoWidths, type PhotoFormat, type PhotoWidth } from "#domain/photos/photo-addresses.ts";
import { decodeHeic } from "./decode-heic.ts";
import { readHeifFile, readIccProfile } from "./heif-file.ts";
import { isUsableIccProfile, pngWithProfile } from "./icc-profile.ts";
import type { Orientation, PictureKind } from "./picture-verdict.ts";

/** A picture that was judged valid, as input of the worker. */
export interface PictureToRender {
  readonly kind: PictureKind;
  readonly orientation: Orientation;
  readonly bytes: Uint8Array;
}

/** One encoded picture for every address in `widths`: several if the original is narrower. */
export interface Rendition {
  readonly format: PhotoFormat;
  readonly widths: readonly PhotoWidth[];
  readonly bytes: Uint8Array;
}

export interface RenderedPhoto {
  /** The size of the upright original in pixels. */
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly thumbhash: string;
  /** Perceptual hashes of the picture (domain/photos/fingerprint.ts); null for too little contrast. */
  readonly fingerprint: Uint8Array | null;
  readonly renditions: readonly Rendition[];
}

/** The picture's data cannot be decoded, or not in time. */
export class UnreadablePictureError extends Error {
  override name = "UnreadablePictureError";
}

const decodeSeconds = 20;
/** Formats that sharp reads itself; its build has no HEVC. */
type SharpKind = Exclude<PictureKind, "heic">;
interface SharpPicture extends PictureToRender {
  readonly kind: SharpKind;
}
const loaderOf: Readonly<Record<SharpKind, string>> = {
  jpeg: "VipsForeignLoadJpegBuffer",
  png: "VipsForeignLoadPngBuffer",
  webp: "VipsForeignLoadWebpBuffer",
  avif: "VipsForeignLoadHeifBuffer",
};
const formats: Readonly<Record<SharpKind, string>> = {
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
  avif: "heif",
};

/**
 * Configures the library for this process: one thread a picture (the pool has a process per core), no cache,
 * and only the four loaders that we use.
 */
export function prepareRendering(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.simd(true);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: Object.values(loaderOf) });
}

interface Raw {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a picture once, rotates it, and encodes it in every width and format: sRGB, white behind
 * transparency, no metadata. Never wider than the original. Throws UnreadablePictureError for invalid data.
 */
export async function renderPicture(picture: PictureToRender): Promise<RenderedPhoto> {
  const { width, height, source } = await open(picture);
  let raw = await decode(source, Math.min(width, largest));
  const renditions: Rendition[] = [];
  for (const widths of widthsToEncode(width)) {
    // Each width is made from the next larger one: a quarter of the pixels, and no visible difference.
    raw = await resizeTo(raw, Math.min(width, ...widths));
    for (const encode of encoders) {
      renditions.push({ format: encode.format, widths, bytes: await encode.run(pixels(raw)) });
    }
  }
  const small = await shrink(raw);
  return { width, height, thumbhash: thumbhash(small), fingerprint: fingerprintOf(small), renditions };
}

/** A picture's fingerprint only. Throws UnreadablePictureError for invalid data. */
export async function fingerprintPicture(picture: PictureToRender): Promise<Uint8Array | null> {
  const { width, source } = await open(picture);
  return fingerprintOf(await shrink(await decode(source, Math.min(width, smallest))));
}

const largest = Math.max(...photoWidths);
const smallest = Math.min(...photoWidths);

/** Groups of widths with the same picture, largest first. */
function widthsToEncode(originalWidth: number): PhotoWidth[][] {
  const whole = photoWidths.filter((width) => width >= originalWidth);
  const smaller = photoWidths
    .filter((width) => width < originalWidth)
    .toReversed()
    .map((width) => [width]);
  return whole.length > 0 ? [whole, ...smaller] : smaller;
}

// Compared side by side at the sizes of pages. JPEG is the fallback of old browsers and link previews;
// progressive ones take twice the time for as many bytes. WebP is for browsers without AVIF; its effort 1 takes
// three quarters of 2's time and a third of 4's, for 10 and 13 % more bytes. AVIF's effort 0 takes a quarter of
// 1's time for 7 % more bytes, and looks equal at the same size.
const encoders: readonly { format: PhotoFormat; run: (image: Sharp) => Promise<Uint8Array> }[] = [
  {
    format: "jpg",
    run: (image) => image.jpeg({ quality: 80, chromaSubsampling: "4:2:0" }).toBuffer(),
  },
  { format: "webp", run: (image) => image.webp({ quality: 76, effort: 1 }).toBuffer() },
  {
    format: "avif",
    run: (image) =>
      image.avif({ quality: 54, effort: 0, chromaSubsampling: "4:2:0", bitdepth: 8 }).toBuffer(),
  },
];

const inputLimits = {
  limitInputPixels: maxPhotoPixels,
  sequentialRead: true,
  unlimited: false,
  pages: 1,
} as const;

function isTurned(orientation: Orientation): boolean {
  return orientation >= 5;
}

interface Opened {
  /** Of the upright picture, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly source: SharpPicture;
}

async function open({ kind, orientation, bytes }: PictureToRender): Promise<Opened> {
  if (kind === "heic") return openHeic(bytes, orientation);
  const header = await readable(sharp(bytes, inputLimits).metadata());
  if (header.format !== formats[kind]) throw new UnreadablePictureError(`decoder saw ${header.format}`);
  return { ...uprightSize(header, orientation), source: { kind, orientation, bytes } };
}

/**
 * A HEIC decoded and shrunk, as a PNG: the only way to give sharp pixels with their colour profile (iPhones
 * write Display P3).
 */
async function openHeic(bytes: Uint8Array, orientation: Orientation): Promise<Opened> {
  const decoded = await decodeHeic(bytes);
  if ("refused" in decoded) throw new UnreadablePictureError(decoded.refused);
  const png = await pixels(decoded)
    .resize(storedSize(largest, orientation))
    .png({ compressionLevel: 0 })
    .toBuffer();
  const file = readHeifFile(bytes);
  const profile = typeof file === "string" ? null : readIccProfile(file);
  const usable = profile !== null && isUsableIccProfile(profile);
  return {
    ...uprightSize(decoded, orientation),
    source: { kind: "png", orientation, bytes: usable ? pngWithProfile(png, profile) : png },
  };
}

function uprightSize(
  { width, height }: { width: number; height: number },
  orientation: Orientation,
): { width: number; height: number } {
  return isTurned(orientation) ? { width: height, height: width } : { width, height };
}

/** The size for resizing a stored picture so that its upright width is at most this. */
function storedSize(
  uprightWidth: number,
  orientation: Orientation,
): { width?: number; height?: number; withoutEnlargement: true } {
  const size = isTurned(orientation) ? { height: uprightWidth } : { width: uprightWidth };
  return { ...size, withoutEnlargement: true };
}

/** The upright picture in plain RGB at this width; the decoder shrinks while reading, if it can. */
async function decode(picture: SharpPicture, uprightWidth: number): Promise<Raw> {
  const run = (failOn: "warning" | "error"): Promise<Raw> =>
    sharp(picture.bytes, { ...inputLimits, failOn })
      .timeout({ seconds: decodeSeconds })
      .flatten({ background: "#ffffff" })
      .resize(storedSize(uprightWidth, picture.orientation))
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true })
      .then(({ data, info }) => ({ data, width: info.width, height: info.height }));
  const raw = await readable(
    run(picture.kind === "jpeg" ? "warning" : "error").catch((error: unknown) => {
      // Some phones pad the picture data. The library warns, but nothing is missing.
      if (error instanceof Error && /extraneous bytes before marker/.test(error.message)) return run("error");
      throw error;
    }),
  );
  return turnUpright(raw, picture.orientation);
}

/**
 * EXIF's eight cases as a quarter turn and then a mirror: 5 is the transposed picture, 7 the one over the other
 * diagonal.
 */
async function turnUpright(raw: Raw, orientation: Orientation): Promise<Raw> {
  const { angle, mirror } = turnOf[orientation];
  const turned = angle === 0 ? raw : await toRaw(pixels(raw).rotate(angle));
  if (mirror === null) return turned;
  return toRaw(mirror === "sideways" ? pixels(turned).flop() : pixels(turned).flip());
}

const turnOf: Readonly<Record<Orientation, { angle: number; mirror: "sideways" | "upside" | null }>> = {
  1: { angle: 0, mirror: null },
  2: { angle: 0, mirror: "sideways" },
  3: { angle: 180, mirror: null },
  4: { angle: 0, mirror: "upside" },
  5: { angle: 90, mirror: "sideways" },
  6: { angle: 90, mirror: null },
  7: { angle: 90, mirror: "upside" },
  8: { angle: 270, mirror: null },
};

async function resizeTo(raw: Raw, width: number): Promise<Raw> {
  return raw.width === width ? raw : toRaw(pixels(raw).resize({ width }));
}

function pixels(raw: Raw): Sharp {
  return sharp(raw.data, { raw: { width: raw.width, height: raw.height, channels: 3 } });
}

async function toRaw(image: Sharp): Promise<Raw> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The picture in at most 100 × 100 pixels, as red, green, blue and alpha. */
async function shrink(raw: Raw): Promise<SmallPicture> {
  const { data, info } = await pixels(raw)
    .resize({ width: 100, height: 100, fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 4, data };
}

/** Some 25 bytes for a blurred placeholder (ThumbHash). */
function thumbhash({ width, height, data }: SmallPicture): string {
  return Buffer.from(rgbaToThumbHash(width, height, data)).toString("base64");
}

async function readable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreadablePictureError) throw error;
    throw new UnreadablePictureError(error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}
