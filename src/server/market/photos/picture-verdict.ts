import { maxPhotoAspect, maxPhotoPixels, maxPhotoSide } from "#domain/photos/photo-limits.ts";

/** The kinds of picture that are taken in (specification.md#photos). */
export type PictureKind = "jpeg" | "png" | "webp" | "avif" | "heic";

/** Why bytes are refused. Everything but `not_a_picture` and `unsupported_format` was recognised by its content. */
export type RefusalReason =
  | "not_a_picture"
  | "unsupported_format"
  | "broken"
  | "too_many_pixels"
  | "sides_out_of_range"
  | "too_costly";

export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  /** The format's name where it was recognised, for the person. */
  readonly format?: string;
  /** For the log: what exactly is wrong. */
  readonly detail: string;
}

/** EXIF's Orientation: 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * A picture whose outer structure is whole, boiled down to what the decoder needs: no metadata but a colour
 * profile of sane size, nothing before or behind it. `width` and `height` are as stored, before turning.
 */
export interface SoundPicture {
  readonly ok: true;
  readonly kind: PictureKind;
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly bytes: Uint8Array;
  /** Decoding needs memory for every pixel at once (progressive, interlaced, AVIF, HEIC), not for a few rows. */
  readonly wholeInMemory: boolean;
}

export type Verdict = SoundPicture | Refusal;

export function refuse(reason: RefusalReason, detail: string, format?: string): Refusal {
  return format === undefined ? { ok: false, reason, detail } : { ok: false, reason, detail, format };
}

/** What is wrong with the size that a header claims; null for a size that we take. */
export function judgeSize(width: number, height: number): Refusal | null {
  if (width < 1 || height < 1) return refuse("broken", `empty: ${width}x${height}`);
  const long = Math.max(width, height);
  if (width * height > maxPhotoPixels) return refuse("too_many_pixels", `${width}x${height}`);
  if (long > maxPhotoSide || long > maxPhotoAspect * Math.min(width, height)) {
    return refuse("sides_out_of_range", `${width}x${height}`);
  }
  return null;
}
