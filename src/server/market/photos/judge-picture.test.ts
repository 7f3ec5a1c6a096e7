import * as fc from "#testing/properties.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { maxPhotoPixels } from "#domain/photos/photo-limits.ts";
import {
  codedItem,
  exifItem,
  gridItems,
  heicFile,
  heifBox,
  heifFile,
  imir,
  irot,
  ispe,
  type HeifItem,
} from "#testing/heic.ts";
import {
  deflatedZeros,
  exifBlock,
  exifSegment,
  fourColours,
  jpegSegment,
  noise,
  pngChunk,
  withJpegSegments,
  withJpegSize,
  withPngChunks,
  withPngSize,
} from "#testing/pictures.ts";
import { judgePicture } from "./judge-picture.ts";
import type { SoundPicture } from "./picture-verdict.ts";

// Pictures take their time on a busy machine; no test here measures it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let jpeg: Buffer;
let progressive: Buffer;
let png: Buffer;
let webp: Buffer;
let avif: Buffer;
const heic = heicFile("noise");

beforeAll(async () => {
  jpeg = await noise(64, 48).jpeg().toBuffer();
  progressive = await noise(64, 48).jpeg({ progressive: true }).toBuffer();
  png = await noise(64, 48).png().toBuffer();
  webp = await noise(64, 48).webp().toBuffer();
  avif = await noise(64, 48).avif({ effort: 0 }).toBuffer();
});

function sound(bytes: Uint8Array): SoundPicture {
  const verdict = judgePicture(bytes);
  if (!verdict.ok) throw new Error(`refused: ${verdict.reason}, ${verdict.detail}`);
  return verdict;
}

function reasonOf(bytes: Uint8Array): string {
  const verdict = judgePicture(bytes);
  return verdict.ok ? "taken" : verdict.reason;
}

/** A HEIF file that announces other brands, in turn. */
function branded(file: Buffer, ...brands: string[]): Buffer {
  const changed = Buffer.from(file);
  for (let at = 8; at < file.readUInt32BE(0); at += 4) {
    // At 12 is the minor version.
    if (at !== 12) changed.write(brands[(at / 4) % brands.length] ?? "", at, "latin1");
  }
  return changed;
}

/** EXIF that tells the first item's orientation. */
function oriented(value: number): HeifItem {
  return exifItem(exifBlock([{ tag: 0x0112, value }], false), 1);
}

describe("recognising a picture's format", () => {
  test("JPEG, PNG, WebP, AVIF and HEIC are accepted with their size", () => {
    for (const [kind, bytes] of Object.entries({ jpeg, png, webp, avif })) {
      expect(sound(bytes)).toMatchObject({ kind, width: 64, height: 48, orientation: 1 });
    }
    // Its thumbnail is no picture of its own.
    expect(sound(heic)).toMatchObject({ kind: "heic", width: 160, height: 120, orientation: 1 });
  });

  test("HEIC and AVIF are recognised by the picture's codec, not by the brand", () => {
    expect(sound(branded(avif, "heic", "mif1"))).toMatchObject({ kind: "avif" });
    for (const brand of ["heic", "heix", "heim", "mif1", "msf1", "avif"]) {
      expect(sound(branded(heic, brand))).toMatchObject({ kind: "heic" });
      expect(sound(branded(heic, "isom", brand))).toMatchObject({ kind: "heic" });
    }
    expect(reasonOf(branded(heic, "isom", "mp41"))).toBe("not_a_picture");
  });

  test("a grid of HEVC tiles is a HEIC of the whole grid's size", () => {
    const tile = codedItem("tile-512", 512, 512);
    const tiles = Array.from({ length: 8 * 6 }, () => tile);
    expect(sound(heifFile(gridItems(8, { width: 4032, height: 3024 }, tiles)))).toMatchObject({
      kind: "heic",
      width: 4032,
      height: 3024,
    });
  });

  test("a HEIF file of anything but HEVC and AV1 is refused", () => {
    const { data, properties = [] } = codedItem("red", 64, 64);
    for (const type of ["jpeg", "avc1", "vvc1", "j2k1", "unci", "iovl", "mime"]) {
      expect(reasonOf(heifFile([{ type, data, properties }]))).toBe("unsupported_format");
      const mixed = [codedItem("red", 64, 64), { type, data, properties }];
      expect(reasonOf(heifFile(gridItems(2, { width: 128, height: 64 }, mixed)))).toBe("broken");
    }
  });

  test("other picture formats and other files are refused", async () => {
    const gif = await noise(8, 8).gif().toBuffer();
    const tiff = await noise(8, 8).tiff().toBuffer();
    const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`;
    expect(reasonOf(gif)).toBe("unsupported_format");
    expect(reasonOf(tiff)).toBe("unsupported_format");
    expect(reasonOf(Buffer.from("BM\x36\0\0\0", "latin1"))).toBe("unsupported_format");
    expect(reasonOf(Buffer.from(svg))).toBe("unsupported_format");
    expect(reasonOf(Buffer.from("%PDF-1.7\n"))).toBe("unsupported_format");
    expect(reasonOf(Buffer.from("<html><script>1</script>"))).toBe("not_a_picture");
    expect(reasonOf(Buffer.from("<?php echo 1;"))).toBe("not_a_picture");
    expect(reasonOf(Buffer.alloc(0))).toBe("not_a_picture");
  });

  test("a picture behind foreign bytes is refused", () => {
    expect(reasonOf(Buffer.concat([Buffer.from("<html>"), jpeg]))).toBe("not_a_picture");
  });
});

describe("sizes", () => {
  test("50 megapixels are accepted and one row more is refused", () => {
    const width = 10_000;
    const height = maxPhotoPixels / width;
    const rows = (count: number) => {
      const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
      header.writeUInt32BE(width, 0);
      header.writeUInt32BE(count, 4);
      return Buffer.concat([
        png.subarray(0, 8),
        pngChunk("IHDR", header),
        pngChunk("IDAT", deflatedZeros((width / 8 + 1) * count)),
        pngChunk("IEND", Buffer.alloc(0)),
      ]);
    };
    expect(sound(rows(height))).toMatchObject({ width, height });
    expect(reasonOf(rows(height + 1))).toBe("too_many_pixels");
  });

  test("very thin and very large pictures are refused in every format", async () => {
    expect(
      reasonOf(
        await sharp({ create: { width: 1, height: 400, channels: 3, background: "red" } })
          .png()
          .toBuffer(),
      ),
    ).toBe("sides_out_of_range");
    expect(reasonOf(withPngSize(png, 60_000, 100))).toBe("sides_out_of_range");
    expect(reasonOf(withPngSize(png, 30_000, 30_000))).toBe("too_many_pixels");
    expect(reasonOf(withPngSize(png, 2_147_483_647, 2_147_483_647))).toBe("too_many_pixels");
    expect(reasonOf(withPngSize(png, 0, 0))).toBe("broken");
    expect(reasonOf(withJpegSize(jpeg, 65_500, 65_500))).toBe("too_many_pixels");
    expect(reasonOf(withJpegSize(jpeg, 64, 0))).toBe("broken");
    const ispe = avif.indexOf("ispe") + 8;
    const giant = Buffer.from(avif);
    giant.writeUInt32BE(65_535, ispe);
    giant.writeUInt32BE(65_535, ispe + 4);
    expect(reasonOf(giant)).toBe("too_many_pixels");
  });

  test("the size of a HEIC is checked wherever it is declared: picture, tile and thumbnail", () => {
    const tile = codedItem("red", 64, 64);
    const bomb = { ...tile, properties: [...(tile.properties ?? []).slice(0, 1), ispe(30_000, 30_000)] };
    expect(reasonOf(heifFile([bomb]))).toBe("too_many_pixels");
    expect(reasonOf(heifFile([tile, bomb]))).toBe("too_many_pixels");
    expect(reasonOf(heifFile(gridItems(1, { width: 64, height: 64 }, [bomb])))).toBe("too_many_pixels");
    expect(reasonOf(heifFile(gridItems(1, { width: 30_000, height: 30_000 }, [tile])))).toBe(
      "too_many_pixels",
    );
    expect(reasonOf(heifFile([{ ...tile, properties: [ispe(400, 1)] }]))).toBe("sides_out_of_range");
    expect(reasonOf(heifFile([{ ...tile, properties: [ispe(0, 64)] }]))).toBe("broken");
    expect(reasonOf(heifFile([{ ...tile, properties: [] }, tile]))).toBe("broken");
  });

  test("a grid whose tiles are many times its size is refused before any is decoded", () => {
    const tile = codedItem("tile-512", 4_096, 4_096);
    const grid = (tiles: number) =>
      heifFile(
        gridItems(
          tiles,
          { width: 512, height: 512 },
          Array.from({ length: tiles }, () => tile),
        ),
      );
    expect(reasonOf(grid(4))).toBe("taken");
    expect(reasonOf(grid(7))).toBe("too_costly");
  });

  test("an item with more properties than a phone writes is refused", () => {
    const tile = codedItem("red", 64, 64);
    const padded = (count: number) =>
      heifFile([
        {
          ...tile,
          properties: [...(tile.properties ?? []), ...Array.from({ length: count }, () => irot(0))],
        },
      ]);
    expect(reasonOf(padded(32))).toBe("taken");
    expect(reasonOf(padded(64))).toBe("broken");
  });

  test("headers that claim more than their data can hold are refused without decoding", () => {
    expect(reasonOf(withJpegSize(jpeg, 7_000, 7_000))).toBe("broken");
    expect(reasonOf(withJpegSize(progressive, 7_000, 7_000))).toBe("broken");
    expect(reasonOf(withPngSize(png, 7_000, 7_000))).toBe("broken");
  });

  test("a picture of one colour over 12 megapixels is accepted", async () => {
    const plain = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: "#345" } });
    expect(reasonOf(await plain.clone().jpeg({ optimiseCoding: true, quality: 60 }).toBuffer())).toBe(
      "taken",
    );
    expect(reasonOf(await plain.clone().jpeg({ progressive: true, quality: 60 }).toBuffer())).toBe("taken");
    expect(reasonOf(await plain.clone().png({ compressionLevel: 9 }).toBuffer())).toBe("taken");
  });
});

describe("broken pictures", () => {
  const grid = heifFile([
    ...gridItems(
      2,
      { width: 128, height: 64 },
      [codedItem("red", 64, 64), codedItem("green", 64, 64)],
      [irot(1)],
    ),
    oriented(6),
  ]);

  test("a HEIC is refused without its primary item, its tiles or its items, or with two sets of them", () => {
    const tile = codedItem("red", 64, 64);
    const [whole, ...tiles] = gridItems(2, { width: 128, height: 64 }, [tile, tile]);
    expect(whole).toBeDefined();
    if (whole === undefined) return;
    const toTiles = (...to: number[]) =>
      heifFile([{ ...whole, references: [{ type: "dimg", to }] }, ...tiles]);
    expect(reasonOf(toTiles(2, 3))).toBe("taken");
    expect(reasonOf(toTiles(2, 4))).toBe("broken");
    expect(reasonOf(toTiles())).toBe("broken");
    expect(reasonOf(heifFile([{ ...whole, references: [] }, ...tiles]))).toBe("broken");
    expect(reasonOf(heifFile([]))).toBe("broken");
    const { length } = heifBox("ftyp", Buffer.alloc(16));
    expect(reasonOf(heic.subarray(0, length))).toBe("broken");
    expect(reasonOf(Buffer.concat([heic, heic.subarray(heic.readUInt32BE(0))]))).toBe("broken");
  });

  test("a picture cut off anywhere is refused", () => {
    for (const whole of [jpeg, progressive, png, webp, avif, heic, grid]) {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
          expect(reasonOf(whole.subarray(0, length))).not.toBe("taken");
        }),
      );
    }
  });

  test("changed bytes anywhere cause no exception and no picture over the limit", () => {
    for (const whole of [jpeg, progressive, png, webp, avif, heic, grid]) {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
          (changes) => {
            const changed = Buffer.from(whole);
            for (const [at, value] of changes) changed[at] = value;
            const verdict = judgePicture(changed);
            if (verdict.ok) expect(verdict.width * verdict.height).toBeLessThanOrEqual(maxPhotoPixels);
          },
        ),
        { numRuns: 300 },
      );
    }
  });

  test("a PNG with a wrong checksum in its picture data is refused", () => {
    const rotten = Buffer.from(png);
    const middle = Math.floor(rotten.length / 2);
    rotten[middle] = (rotten[middle] ?? 0) ^ 1;
    expect(reasonOf(rotten)).toBe("broken");
  });

  test("a WebP whose RIFF header claims more than there is, is refused", () => {
    const liar = Buffer.from(webp);
    liar.writeUInt32LE(0xffff_fff0, 4);
    expect(reasonOf(liar)).toBe("broken");
  });

  test("a JPEG with hundreds of scans is refused", () => {
    const scan = progressive.indexOf(Buffer.from([0xff, 0xda]));
    const scans = progressive.subarray(scan, -2);
    const many = Buffer.concat([
      progressive.subarray(0, scan),
      ...Array<Buffer>(100).fill(scans),
      Buffer.from([0xff, 0xd9]),
    ]);
    expect(reasonOf(many)).toBe("too_costly");
  });
});

describe("foreign data around a valid picture", () => {
  const payload = Buffer.from("<script>alert(1)</script>");

  test("data behind the end is removed in every format", () => {
    for (const [kind, whole] of Object.entries({ jpeg, progressive, png, webp, avif, heic })) {
      const clean = sound(whole).bytes;
      expect(Buffer.compare(sound(Buffer.concat([whole, payload])).bytes, clean), kind).toBe(0);
    }
  });

  test("a JPEG's comments, EXIF, XMP, thumbnails and unknown segments are removed", () => {
    const loaded = withJpegSegments(
      jpeg,
      exifSegment(Buffer.concat([exifBlock([{ tag: 0x0112, value: 6 }]), payload])),
      jpegSegment(0xe1, Buffer.concat([Buffer.from("http://ns.adobe.com/xap/1.0/\0"), payload])),
      jpegSegment(0xfe, payload),
      jpegSegment(0xed, payload),
      ...Array<Buffer>(80).fill(jpegSegment(0xe1, Buffer.alloc(60_000, 65))),
    );
    const verdict = sound(loaded);
    expect(verdict.orientation).toBe(6);
    expect(Buffer.compare(verdict.bytes, sound(jpeg).bytes)).toBe(0);
  });

  test("a PNG's texts are removed, compressed or not, by the ten thousand", () => {
    const loaded = withPngChunks(
      png,
      pngChunk("tEXt", Buffer.concat([Buffer.from("Author\0"), payload])),
      pngChunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), deflatedZeros(50_000_000)])),
      pngChunk("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflatedZeros(50_000_000)])),
      ...Array<Buffer>(50_000).fill(pngChunk("tEXt", Buffer.from("k\0v"))),
    );
    expect(Buffer.compare(sound(loaded).bytes, sound(png).bytes)).toBe(0);
  });

  test("a WebP's EXIF and XMP and all frames of an animation but the first are removed", async () => {
    const tagged = await fourColours()
      .withExif({ IFD0: { Artist: "Arben" } })
      .webp()
      .toBuffer();
    expect(tagged.includes("Arben")).toBe(true);
    expect(Buffer.from(sound(tagged).bytes).includes("Arben")).toBe(false);

    const frames = await Promise.all([20, 120, 220].map((grey) => greySquare(grey)));
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const one = Buffer.from(sound(animated).bytes);
    expect(animated.toString("latin1").match(/ANMF/g)).toHaveLength(3);
    expect(one.toString("latin1").match(/ANMF/g)).toHaveLength(1);
    const { data } = await sharp(one).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(30);
  });

  test("the remaining bytes decode to the same pixels", async () => {
    for (const whole of [jpeg, progressive, png, webp, avif]) {
      const before = await sharp(whole).raw().toBuffer();
      expect(Buffer.compare(await sharp(sound(whole).bytes).raw().toBuffer(), before)).toBe(0);
    }
  });

  test("a colour profile stays and an invalid one is removed", async () => {
    for (const wide of [
      await fourColours().withIccProfile("p3").jpeg().toBuffer(),
      await fourColours().withIccProfile("p3").png().toBuffer(),
      await fourColours().withIccProfile("p3").webp().toBuffer(),
    ]) {
      expect((await sharp(sound(wide).bytes).metadata()).icc?.length).toBeGreaterThan(300);
    }
    const rubbish = jpegSegment(
      0xe2,
      Buffer.concat([
        Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"),
        Buffer.alloc(4),
        Buffer.alloc(9_000, 7),
      ]),
    );
    expect((await sharp(sound(withJpegSegments(jpeg, rubbish)).bytes).metadata()).icc).toBeUndefined();
  });
});

describe("orientation", () => {
  test.each([true, false])("the orientation is read from EXIF (little-endian: %s)", (little) => {
    for (let value = 1; value <= 8; value++) {
      const exif = exifBlock(
        [
          { tag: 0x010f, value: 3 },
          { tag: 0x0112, value },
        ],
        little,
      );
      expect(sound(withJpegSegments(jpeg, exifSegment(exif))).orientation).toBe(value);
      expect(sound(withPngChunks(png, pngChunk("eXIf", exif))).orientation).toBe(value);
    }
  });

  test("an undefined orientation counts as upright", () => {
    for (const value of [0, 9, 65_535]) {
      const segment = exifSegment(exifBlock([{ tag: 0x0112, value }]));
      expect(sound(withJpegSegments(jpeg, segment)).orientation).toBe(1);
    }
  });

  test("a HEIC's orientation is left to the decoder where a property gives it, and read from EXIF otherwise", () => {
    const picture = codedItem("four-colours", 240, 160);
    const withProperty = (property: Buffer) => ({
      ...picture,
      properties: [...(picture.properties ?? []), property],
    });
    for (let value = 1; value <= 8; value++) {
      expect(sound(heifFile([picture, oriented(value)])).orientation).toBe(value);
      for (const property of [irot(0), irot(3), imir(1)]) {
        expect(sound(heifFile([withProperty(property), oriented(value)])).orientation).toBe(1);
      }
    }
  });

  test("invalid EXIF never causes an exception", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (block) => {
        expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(
          sound(withJpegSegments(jpeg, exifSegment(Buffer.concat([Buffer.from("II*\0"), block]))))
            .orientation,
        );
      }),
    );
  });
});

function greySquare(grey: number): Promise<Buffer> {
  const background = { r: grey, g: grey, b: grey };
  return sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer();
}
