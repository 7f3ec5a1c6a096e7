import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import {
  PHOTO_FORMATS,
  PHOTO_WIDTHS,
  type PhotoFormat,
  type PhotoWidth,
} from "#domain/photos/photo-addresses.ts";
import { exifBlock, exifSegment, fourColours, noise, quarters, withJpegSegments } from "#testing/pictures.ts";
import { judgePicture } from "./judge-picture.ts";
import {
  prepareRendering,
  renderPicture,
  UnreadablePictureError,
  type RenderedPhoto,
} from "./render-picture.ts";

// Pictures take their time on a busy machine; no test here measures it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

async function render(bytes: Uint8Array): Promise<RenderedPhoto> {
  const verdict = judgePicture(bytes);
  if (!verdict.ok) throw new Error(`refused: ${verdict.detail}`);
  return renderPicture(verdict);
}

function fileOf(photo: RenderedPhoto, width: PhotoWidth, format: PhotoFormat): Buffer {
  const found = photo.renditions.filter((one) => one.format === format && one.widths.includes(width));
  expect(found).toHaveLength(1);
  return Buffer.from(found[0]?.bytes ?? []);
}

/** The red of a picture's first pixel. */
async function red(photo: RenderedPhoto): Promise<number> {
  return (
    (
      await sharp(fileOf(photo, 320, "jpg"))
        .raw()
        .toBuffer()
    )[0] ?? 0
  );
}

describe("widths and formats", () => {
  test("a large picture stands at every width in every format, in its own proportions", async () => {
    const photo = await render(await noise(2000, 1500).jpeg().toBuffer());
    expect(photo).toMatchObject({ width: 2000, height: 1500 });
    for (const width of PHOTO_WIDTHS) {
      for (const format of PHOTO_FORMATS) {
        const facts = await sharp(fileOf(photo, width, format)).metadata();
        expect(facts).toMatchObject({ width, height: (width * 3) / 4 });
        expect(facts.format).toBe({ jpg: "jpeg", webp: "webp", avif: "heif" }[format]);
      }
    }
  });

  test("a small picture is never blown up, and answers at the larger widths as it is", async () => {
    const photo = await render(await fourColours(500, 400).png().toBuffer());
    for (const format of PHOTO_FORMATS) {
      expect((await sharp(fileOf(photo, 320, format)).metadata()).width).toBe(320);
      for (const width of [640, 960, 1600] as const) {
        expect((await sharp(fileOf(photo, width, format)).metadata()).width).toBe(500);
      }
    }
  });

  test("the smallest picture of all has its addresses too", async () => {
    const photo = await render(await fourColours(1, 1).webp().toBuffer());
    for (const width of PHOTO_WIDTHS) expect(fileOf(photo, width, "jpg").length).toBeGreaterThan(0);
  });

  test("the thumbhash is some 25 bytes in base64", async () => {
    const { thumbhash } = await render(await fourColours().jpeg().toBuffer());
    expect(Buffer.from(thumbhash, "base64").length).toBeGreaterThan(10);
    expect(Buffer.from(thumbhash, "base64").length).toBeLessThan(30);
  });
});

describe("uprightness", () => {
  // What one sees of the stored quarters (red green / blue yellow) once the picture is turned as EXIF says.
  test.each([
    [1, ["red", "green", "blue", "yellow"]],
    [2, ["green", "red", "yellow", "blue"]],
    [3, ["yellow", "blue", "green", "red"]],
    [4, ["blue", "yellow", "red", "green"]],
    [5, ["red", "blue", "green", "yellow"]],
    [6, ["blue", "red", "yellow", "green"]],
    [7, ["yellow", "green", "blue", "red"]],
    [8, ["green", "yellow", "red", "blue"]],
  ])("EXIF orientation %i", async (orientation, seen) => {
    const stored = await fourColours(240, 160).jpeg({ quality: 95 }).toBuffer();
    const photo = await render(
      withJpegSegments(stored, exifSegment(exifBlock([{ tag: 0x0112, value: orientation }]))),
    );
    const sideways = orientation >= 5;
    expect(photo).toMatchObject(sideways ? { width: 160, height: 240 } : { width: 240, height: 160 });
    for (const format of PHOTO_FORMATS) {
      const file = fileOf(photo, 1600, format);
      expect(await quarters(file)).toEqual(seen);
      expect((await sharp(file).metadata()).width).toBe(photo.width);
    }
  });

  test("a large sideways picture keeps its width limits upright", async () => {
    const stored = await noise(2400, 1800).jpeg().toBuffer();
    const photo = await render(withJpegSegments(stored, exifSegment(exifBlock([{ tag: 0x0112, value: 6 }]))));
    expect(photo).toMatchObject({ width: 1800, height: 2400 });
    expect(await sharp(fileOf(photo, 960, "jpg")).metadata()).toMatchObject({ width: 960, height: 1280 });
  });
});

describe("what is served holds nothing but the picture", () => {
  test("no EXIF, position, names, comments or profile", async () => {
    const tagged = await fourColours(400, 300)
      .withIccProfile("p3")
      .withExif({
        IFD0: { Artist: "Arben Krasniqi", Make: "Testphone" },
        IFD3: { GPSLatitude: "42/1 39/1 50/1", GPSLatitudeRef: "N" },
      })
      .jpeg()
      .toBuffer();
    const photo = await render(Buffer.concat([tagged, Buffer.from("PK\x03\x04 behind the end")]));
    for (const { bytes } of photo.renditions) {
      const facts = await sharp(bytes).metadata();
      expect([facts.exif, facts.icc, facts.xmp, facts.iptc, facts.orientation]).toEqual(
        Array(5).fill(undefined),
      );
      for (const word of ["Arben", "Testphone", "behind the end"]) {
        expect(Buffer.from(bytes).includes(word)).toBe(false);
      }
    }
  });

  test("colours of a wide profile come out as sRGB, not reinterpreted", async () => {
    // The same numbers mean a redder red in P3: converted, the red channel must rise.
    const plain = sharp({
      create: { width: 64, height: 64, channels: 3, background: { r: 200, g: 60, b: 60 } },
    });
    const inSrgb = await render(await plain.clone().png().toBuffer());
    const converted = await plain.clone().withIccProfile("p3").png().toBuffer();
    const roundTrip = await render(converted);
    expect(Math.abs((await red(roundTrip)) - (await red(inSrgb)))).toBeLessThan(6);
    expect((await sharp(converted).metadata()).icc).toBeDefined();
    // Without its profile the same file would be paler.
    const [pale] = await sharp(converted, { ignoreIcc: true }).raw().toBuffer();
    expect(pale).toBeLessThan((await red(inSrgb)) - 6);
  });

  test("white stands behind what is transparent", async () => {
    const transparent = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const photo = await render(transparent);
    const [red, green, blue] = await sharp(fileOf(photo, 320, "jpg"))
      .raw()
      .toBuffer();
    expect([red, green, blue]).toEqual([255, 255, 255]);
  });

  test("grey, 16-bit and CMYK pictures come out as sRGB", async () => {
    const sources = [
      await fourColours().greyscale().jpeg().toBuffer(),
      await fourColours().toColourspace("rgb16").png().toBuffer(),
      await fourColours().toColourspace("cmyk").jpeg().toBuffer(),
    ];
    for (const source of sources) {
      const photo = await render(source);
      expect(await sharp(fileOf(photo, 640, "jpg")).metadata()).toMatchObject({ space: "srgb", channels: 3 });
    }
  });
});

describe("damage that only the decoder sees", () => {
  test("half a JPEG with an end marker put behind it is refused", async () => {
    const whole = await noise(600, 400).jpeg().toBuffer();
    const half = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from([0xff, 0xd9])]);
    await expect(render(half)).rejects.toThrow(UnreadablePictureError);
  });

  test("padding behind a JPEG's picture data, as some phones write it, is forgiven", async () => {
    for (const progressive of [false, true]) {
      const whole = await noise(600, 400).jpeg({ progressive }).toBuffer();
      const padded = Buffer.concat([whole.subarray(0, -2), Buffer.alloc(16), Buffer.from([0xff, 0xd9])]);
      expect(await render(padded)).toMatchObject({ width: 600, height: 400 });
    }
  });

  test("a WebP and an AVIF with rubbish for picture data are refused", async () => {
    for (const whole of [
      await noise(300, 200).webp().toBuffer(),
      await noise(300, 200).avif({ effort: 0 }).toBuffer(),
    ]) {
      const rotten = Buffer.from(whole);
      rotten.fill(0xff, Math.floor(rotten.length / 4));
      await expect(render(rotten)).rejects.toThrow(/./);
    }
  });
});

test("of the library's loaders only our four are left", async () => {
  prepareRendering();
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`);
  await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported|blocked|corrupt/i);
  await expect(sharp(await noise(9, 9).gif().toBuffer()).metadata()).rejects.toThrow(/unsupported|blocked/i);
  await expect(sharp("package.json").metadata()).rejects.toThrow(/unsupported|blocked/i);
  expect((await sharp(await noise(9, 9).webp().toBuffer()).metadata()).format).toBe("webp");
});
