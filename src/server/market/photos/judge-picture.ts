import { judgeHeif } from "./judge-heif.ts";
import { judgeJpeg } from "./judge-jpeg.ts";
import { judgePng } from "./judge-png.ts";
import { judgeWebp } from "./judge-webp.ts";
import { refuse, type Verdict } from "./picture-verdict.ts";

/**
 * Judges bytes by their content alone, before decoding; names and declared types are ignored. Returns a refusal
 * with its reason, or a complete picture of a supported kind and size, reduced to what its decoder needs. Never
 * throws. Time and memory grow with the given bytes, never with what their headers claim.
 */
export function judgePicture(bytes: Uint8Array): Verdict {
  const sniffed = sniffPicture(bytes);
  switch (sniffed) {
    case "jpeg":
      return judgeJpeg(bytes);
    case "png":
      return judgePng(bytes);
    case "webp":
      return judgeWebp(bytes);
    case "heif":
      return judgeHeif(bytes);
    case null:
      return refuse("not_a_picture", bytes.length === 0 ? "empty" : "unknown content");
    default:
      return refuse("unsupported_format", sniffed, sniffed);
  }
}

type OtherFormat = "GIF" | "BMP" | "TIFF" | "SVG" | "PDF" | "JPEG XL" | "JPEG 2000";

/** The supported containers: HEIF contains AVIF and HEIC. */
type Container = "jpeg" | "png" | "webp" | "heif";

/** The format by the first bytes; null for an unknown one. */
export function sniffPicture(bytes: Uint8Array): Container | OtherFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (head.startsWith("RIFF") && head.startsWith("WEBPVP8", 8)) return "webp";
  if (head.startsWith("ftyp", 4)) return sniffBrands(bytes);
  if (head.startsWith("GIF8")) return "GIF";
  if (head.startsWith("BM")) return "BMP";
  if (head.startsWith("II*\0") || head.startsWith("MM\0*")) return "TIFF";
  if (head.startsWith("%PDF")) return "PDF";
  if (head.startsWith("\xff\x0a") || head.startsWith("JXL ", 4)) return "JPEG XL";
  if (head.startsWith("jP  ", 4)) return "JPEG 2000";
  if (/^\s*(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i.test(head) && /<svg/i.test(head))
    return "SVG";
  return null;
}

const heifBrands = new Set(
  "avif avis heic heix heim heis hevc hevx hevm hevs mif1 mif2 msf1 miaf".split(" "),
);

/** Still pictures in ISO media files, by the main or a compatible brand. */
function sniffBrands(bytes: Uint8Array): "heif" | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString("latin1");
  const boxSize = Buffer.from(text.slice(0, 4), "latin1").readUInt32BE(0);
  for (let at = 8; at + 4 <= Math.min(boxSize, text.length); at += 4) {
    // At 12 is the minor version.
    if (at !== 12 && heifBrands.has(text.slice(at, at + 4))) return "heif";
  }
  return null;
}
