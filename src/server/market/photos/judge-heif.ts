import { maxPhotoPixels } from "#domain/photos/photo-limits.ts";
import { exifOrientation } from "./exif-orientation.ts";
import { readHeifFile, readSize, type HeifFile, type HeifItem } from "./heif-file.ts";
import { judgeSize, refuse, type Orientation, type PictureKind, type Verdict } from "./picture-verdict.ts";

/** Tiles exceed the picture's right and lower edge by one tile at most; more pixels are a decompression bomb. */
const maxTilePixels = 2 * maxPhotoPixels;

/** The codec of the pictures decides the format; the file's brands are unreliable. */
const kindOfBrand: Readonly<Record<string, PictureKind | undefined>> = { av01: "avif", hvc1: "heic" };

/**
 * Judges an AVIF or a HEIC by its boxes. Every declared size must be acceptable, the displayed picture must be
 * AV1 or HEVC (whole or tiled), and all item data must be in the file. Bytes after the last complete box are
 * cut off; the rest goes to the decoder unchanged, because the items' offsets are absolute.
 */
export function judgeHeif(bytes: Uint8Array): Verdict {
  const file = readHeifFile(bytes);
  if (typeof file === "string") return broken(file);

  for (const property of file.properties) {
    if (property.type !== "ispe") continue;
    const size = readSize(file.view, property);
    const refusal = size === null ? broken("size") : judgeSize(size.width, size.height);
    if (refusal !== null) return refusal;
  }
  const size = sizeOf(file, file.primary);
  if (size === null) return broken("no size");

  const coded = file.primary.type === "grid" ? file.tiles : [file.primary];
  const [first] = coded;
  const kind = first === undefined ? undefined : kindOfBrand[first.type];
  if (kind === undefined) return refuse("unsupported_format", `coded as ${first?.type}`, "HEIF");
  if (coded.some((item) => item.type !== first?.type)) return broken("tiles of several kinds");
  if (pixelsOf(file, coded) > maxTilePixels) return refuse("too_costly", "tiles", "HEIF");

  return {
    ok: true,
    kind,
    ...size,
    orientation: kind === "heic" ? orientationOf(file) : 1,
    bytes: bytes.subarray(0, file.soundEnd),
    wholeInMemory: true,
  };
}

/**
 * Both formats rotate pictures by properties (irot, imir), which decoders obey, and ignore EXIF (ISO/IEC
 * 23008-12). iPhones write both. Some programs and phones write HEIC with EXIF only, and Apple's viewers obey
 * it: so EXIF counts if there is no such property, and nothing is rotated twice.
 */
function orientationOf({ primary, exif }: HeifFile): Orientation {
  const turned = primary.properties.some(({ type }) => type === "irot" || type === "imir");
  return turned || exif === null ? 1 : exifOrientation(exif);
}

function sizeOf({ view }: HeifFile, item: HeifItem): { width: number; height: number } | null {
  const property = item.properties.find(({ type }) => type === "ispe");
  return property === undefined ? null : readSize(view, property);
}

/** Pixels to decode; an item counts as often as it is referenced. */
function pixelsOf(file: HeifFile, items: readonly HeifItem[]): number {
  return items.reduce((sum, item) => {
    const { width, height } = sizeOf(file, item) ?? { width: 0, height: 0 };
    return sum + width * height;
  }, 0);
}

function broken(detail: string): Verdict {
  return refuse("broken", detail, "HEIF");
}
