import { maxPhotoAspect, maxPhotoPixels, maxPhotoSide } from "#domain/photos/photo-limits.ts";

/** The kinds of picture that are taken in (specification.md#photos). */
export type PictureKind = "jpeg" | "png" | "webp" | "avif" | "heic";

/** Why bytes are refused. All reasons but `not_a_picture` and `unsupported_format` imply a recognised format. */
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
  /** The format's name for the person, if recognised. */
  readonly format?: string;
  /** The exact fault, for the log. */
  readonly detail: string;
}

/** EXIF's Orientation: 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * A complete picture reduced to what the decoder needs: no metadata but a colour profile of reasonable size,
 * nothing before or after it. `width` and `height` are as stored, before rotation.
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

/** The fault of a header's size; null for an acceptable one. */
export function judgeSize(width: number, height: number): Refusal | null {
  if (width < 1 || height < 1) return refuse("broken", `empty: ${width}x${height}`);
  const long = Math.max(width, height);
  if (width * height > maxPhotoPixels) return refuse("too_many_pixels", `${width}x${height}`);
  if (long > maxPhotoSide || long > maxPhotoAspect * Math.min(width, height)) {
    return refuse("sides_out_of_range", `${width}x${height}`);
  }
  return null;
}
