import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** Pictures for tests: valid ones, and parts to corrupt, inflate and falsify them. */

export const RED = [220, 30, 30] as const;
export const GREEN = [30, 160, 40] as const;
export const BLUE = [30, 40, 220] as const;
export const YELLOW = [230, 220, 40] as const;
type Colour = readonly [number, number, number];

/** A picture with a colour in each quarter: red and green above, blue and yellow below. */
export function fourColours(width = 240, height = 160): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = x < width / 2;
      const colour = y < height / 2 ? (left ? RED : GREEN) : left ? BLUE : YELLOW;
      pixels.set(colour, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The colour of each quarter of a picture: top left, top right, bottom left, bottom right. */
export async function quarters(picture: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Colour => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].map(nameOf);
}

function nameOf(colour: Colour): string {
  const names = { red: RED, green: GREEN, blue: BLUE, yellow: YELLOW };
  for (const [name, known] of Object.entries(names)) {
    if (known.every((value, channel) => Math.abs(value - (colour[channel] ?? 0)) < 40)) return name;
  }
  return colour.join(",");
}

/** Noise: a picture that compresses badly, so that truncation shows. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
}

/** A JPEG segment: marker, length, body. */
export function jpegSegment(marker: number, body: Uint8Array): Buffer {
  const length = body.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), body]);
}

/** A JPEG with segments inserted after its start marker. */
export function withJpegSegments(jpeg: Buffer, ...segments: Uint8Array[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** A JPEG whose frame header claims another size. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  for (let at = 2; at < changed.length; at += 2 + changed.readUInt16BE(at + 2)) {
    const marker = changed[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) {
      changed.writeUInt16BE(height, at + 5);
      changed.writeUInt16BE(width, at + 7);
      return changed;
    }
  }
  throw new Error("no frame header");
}

/** A PNG chunk: length, type, body, checksum. */
export function pngChunk(type: string, body: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const out = Buffer.alloc(typed.length + 8);
  out.writeUInt32BE(body.length, 0);
  typed.copy(out, 4);
  out.writeUInt32BE(crc32(typed), typed.length + 4);
  return out;
}

/** A PNG with chunks inserted after its header. */
export function withPngChunks(png: Buffer, ...chunks: Uint8Array[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** A PNG whose header claims another size, with a valid checksum. */
export function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), pngChunk("IHDR", header), png.subarray(33)]);
}

/** Zeros, compressed about a thousand to one. */
export function deflatedZeros(bytes: number): Buffer {
  return deflateSync(Buffer.alloc(bytes), { level: 9 });
}

/** An EXIF block (TIFF structure) with one directory of SHORT entries. */
export function exifBlock(entries: readonly { tag: number; value: number }[], little = true): Buffer {
  const out = Buffer.alloc(14 + entries.length * 12);
  const uint16 = (value: number, at: number) =>
    little ? out.writeUInt16LE(value, at) : out.writeUInt16BE(value, at);
  const uint32 = (value: number, at: number) =>
    little ? out.writeUInt32LE(value, at) : out.writeUInt32BE(value, at);
  out.write(little ? "II" : "MM", 0, "latin1");
  uint16(42, 2);
  uint32(8, 4);
  uint16(entries.length, 8);
  for (const [index, entry] of entries.entries()) {
    const at = 10 + index * 12;
    uint16(entry.tag, at);
    uint16(3, at + 2);
    uint32(1, at + 4);
    uint16(entry.value, at + 8);
  }
  return out;
}

/** A JPEG APP1 segment with an EXIF block. */
export function exifSegment(block: Uint8Array): Buffer {
  return jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), block]));
}
