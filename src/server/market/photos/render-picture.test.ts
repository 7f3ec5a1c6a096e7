import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import {
  photoFormats,
  photoWidths,
  type PhotoFormat,
  type PhotoWidth,
} from "#domain/photos/photo-addresses.ts";
import {
  auxiliary,
  codedItem,
  colourProfile,
  exifItem,
  fourTiles,
  gridItems,
  heicFile,
  heifFile,
  imir,
  irot,
  type CodedPicture,
  type HeifItem,
} from "#testing/heic.ts";
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
  test("a large picture has every width in every format in its own proportions", async () => {
    const photo = await render(await noise(2000, 1500).jpeg().toBuffer());
    expect(photo).toMatchObject({ width: 2000, height: 1500 });
    for (const width of photoWidths) {
      for (const format of photoFormats) {
        const facts = await sharp(fileOf(photo, width, format)).metadata();
        expect(facts).toMatchObject({ width, height: (width * 3) / 4 });
        expect(facts.format).toBe({ jpg: "jpeg", webp: "webp", avif: "heif" }[format]);
      }
    }
  });

  test("a small picture is never enlarged and is served unchanged at the larger widths", async () => {
    const photo = await render(await fourColours(500, 400).png().toBuffer());
    for (const format of photoFormats) {
      expect((await sharp(fileOf(photo, 320, format)).metadata()).width).toBe(320);
      for (const width of [640, 960, 1600] as const) {
        expect((await sharp(fileOf(photo, width, format)).metadata()).width).toBe(500);
      }
    }
  });

  test("the smallest picture has all addresses too", async () => {
    const photo = await render(await fourColours(1, 1).webp().toBuffer());
    for (const width of photoWidths) expect(fileOf(photo, width, "jpg").length).toBeGreaterThan(0);
  });

  test("the thumbhash is about 25 bytes in base64", async () => {
    const { thumbhash } = await render(await fourColours().jpeg().toBuffer());
    expect(Buffer.from(thumbhash, "base64").length).toBeGreaterThan(10);
    expect(Buffer.from(thumbhash, "base64").length).toBeLessThan(30);
  });
});

describe("upright rendering", () => {
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
  ])("a picture with EXIF orientation %i is rendered upright", async (orientation, seen) => {
    const stored = await fourColours(240, 160).jpeg({ quality: 95 }).toBuffer();
    const photo = await render(
      withJpegSegments(stored, exifSegment(exifBlock([{ tag: 0x0112, value: orientation }]))),
    );
    const sideways = orientation >= 5;
    expect(photo).toMatchObject(sideways ? { width: 160, height: 240 } : { width: 240, height: 160 });
    for (const format of photoFormats) {
      const file = fileOf(photo, 1600, format);
      expect(await quarters(file)).toEqual(seen);
      expect((await sharp(file).metadata()).width).toBe(photo.width);
    }
  });

  test("a large sideways picture has its width limits after it was turned", async () => {
    const stored = await noise(2400, 1800).jpeg().toBuffer();
    const photo = await render(withJpegSegments(stored, exifSegment(exifBlock([{ tag: 0x0112, value: 6 }]))));
    expect(photo).toMatchObject({ width: 1800, height: 2400 });
    expect(await sharp(fileOf(photo, 960, "jpg")).metadata()).toMatchObject({ width: 960, height: 1280 });
  });
});

describe("the served picture", () => {
  test("a served picture contains no EXIF, position, names, comments or profile", async () => {
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

  test("colours of a wide profile are converted to sRGB", async () => {
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

  test("transparency becomes white", async () => {
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

  test("grey, 16-bit and CMYK pictures are converted to sRGB", async () => {
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

describe("damage that only the decoder finds", () => {
  test("half a JPEG with an end marker behind it is refused", async () => {
    const whole = await noise(600, 400).jpeg().toBuffer();
    const half = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from([0xff, 0xd9])]);
    await expect(render(half)).rejects.toThrow(UnreadablePictureError);
  });

  test("padding behind a JPEG's picture data, as some phones write it, is accepted", async () => {
    for (const progressive of [false, true]) {
      const whole = await noise(600, 400).jpeg({ progressive }).toBuffer();
      const padded = Buffer.concat([whole.subarray(0, -2), Buffer.alloc(16), Buffer.from([0xff, 0xd9])]);
      expect(await render(padded)).toMatchObject({ width: 600, height: 400 });
    }
  });

  test("a WebP and an AVIF with invalid picture data are refused", async () => {
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

describe("HEIC", () => {
  const upright = ["red", "green", "blue", "yellow"];

  test("a HEIC in 8 or 10 bits is rendered at every width in every format", async () => {
    for (const name of ["four-colours", "four-colours-10-bit"] satisfies CodedPicture[]) {
      const photo = await render(heicFile(name));
      expect(photo).toMatchObject({ width: 240, height: 160 });
      for (const format of photoFormats) expect(await quarters(fileOf(photo, 640, format))).toEqual(upright);
    }
  });

  test("a HEIC in tiles, as iPhones write it, is one picture, cut where tiles exceed the edge", async () => {
    const photo = await render(heifFile(gridItems(2, { width: 120, height: 100 }, fourTiles())));
    expect(photo).toMatchObject({ width: 120, height: 100 });
    expect(await quarters(fileOf(photo, 320, "jpg"))).toEqual(upright);
  });

  test("a large HEIC in tiles is shrunk to the widths", async () => {
    const tiles = Array.from({ length: 8 * 6 }, () => codedItem("tile-512", 512, 512));
    const photo = await render(heifFile(gridItems(8, { width: 4032, height: 3024 }, tiles, [irot(3)])));
    expect(photo).toMatchObject({ width: 3024, height: 4032 });
    for (const width of photoWidths) {
      expect((await sharp(fileOf(photo, width, "webp")).metadata()).width).toBe(width);
    }
  });

  // What one sees of the tiles (red green / blue yellow) once they are turned and mirrored as the file says.
  test.each<[string, Buffer[], number, string[]]>([
    ["a turn by 0", [irot(0)], 6, upright],
    ["a turn by 90", [irot(1)], 8, ["green", "yellow", "red", "blue"]],
    ["a turn by 180", [irot(2)], 3, ["yellow", "blue", "green", "red"]],
    ["a turn by 270", [irot(3)], 6, ["blue", "red", "yellow", "green"]],
    ["a mirror", [imir(1)], 2, ["green", "red", "yellow", "blue"]],
    ["a turn and a mirror", [irot(3), imir(1)], 5, ["red", "blue", "green", "yellow"]],
    ["EXIF alone", [], 6, ["blue", "red", "yellow", "green"]],
    ["EXIF alone, mirrored", [], 7, ["yellow", "green", "blue", "red"]],
  ])("a HEIC is turned upright once by %s", async (_, properties, orientation, seen) => {
    const items: HeifItem[] = [
      ...gridItems(2, { width: 128, height: 96 }, fourTiles(), properties),
      exifItem(exifBlock([{ tag: 0x0112, value: orientation }], false), 1),
    ];
    const photo = await render(heifFile(items));
    const file = fileOf(photo, 320, "jpg");
    expect(await quarters(file)).toEqual(seen);
    // Red and green lie side by side in what is stored.
    const sideways = Math.abs(seen.indexOf("red") - seen.indexOf("green")) === 2;
    const size = sideways ? { width: 96, height: 128 } : { width: 128, height: 96 };
    expect(photo).toMatchObject(size);
    expect(await sharp(file).metadata()).toMatchObject(size);
  });

  test("a HEIC with several pictures, a thumbnail and a depth map is rendered as its primary picture", async () => {
    const depth = codedItem("yellow", 64, 64);
    const photo = await render(
      heifFile([
        codedItem("four-colours", 240, 160),
        codedItem("red", 64, 64),
        { ...codedItem("green", 64, 64), references: [{ type: "thmb", to: [1] }] },
        {
          ...depth,
          properties: [...(depth.properties ?? []), auxiliary("urn:mpeg:hevc:2015:auxid:2")],
          references: [{ type: "auxl", to: [1] }],
        },
      ]),
    );
    expect(photo).toMatchObject({ width: 240, height: 160 });
    expect(await quarters(fileOf(photo, 320, "jpg"))).toEqual(upright);
    expect(await render(heicFile("noise"))).toMatchObject({ width: 160, height: 120 });
  });

  test("a transparent HEIC has a white background", async () => {
    const photo = await render(heicFile("half-transparent"));
    expect(await quarters(fileOf(photo, 320, "jpg"))).toEqual(["red", "255,255,255", "red", "255,255,255"]);
  });

  test("a HEIC in Display P3, as iPhones write it, is converted to sRGB, and an invalid profile is ignored", async () => {
    const p3 = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
      .withIccProfile("p3")
      .png()
      .toBuffer();
    const { icc = Buffer.alloc(0) } = await sharp(p3).metadata();
    const picture = codedItem("red", 64, 64);
    const withProfile = (profile: Uint8Array) =>
      heifFile([{ ...picture, properties: [...(picture.properties ?? []), colourProfile(profile)] }]);
    const plain = await red(await render(heifFile([picture])));
    expect(await red(await render(withProfile(icc)))).toBeGreaterThan(plain + 6);
    expect(await red(await render(withProfile(Buffer.alloc(9_000, 7))))).toBe(plain);
  });

  test("a rendered HEIC contains nothing of its EXIF", async () => {
    const block = Buffer.concat([
      exifBlock([{ tag: 0x0112, value: 1 }]),
      Buffer.from("Arben Krasniqi 42.66"),
    ]);
    const file = heifFile([codedItem("four-colours", 240, 160), exifItem(block, 1)]);
    expect(file.includes("Arben")).toBe(true);
    for (const { bytes } of (await render(file)).renditions) {
      const facts = await sharp(bytes).metadata();
      expect([facts.exif, facts.icc, facts.xmp, facts.orientation]).toEqual(Array(4).fill(undefined));
      expect(Buffer.from(bytes).includes("Arben")).toBe(false);
    }
  });

  test("a HEIC that is damaged inside or has another size than declared is refused", async () => {
    const { data, properties = [] } = codedItem("noise", 160, 120);
    const rotten = Buffer.from(data);
    rotten.fill(0xff, Math.floor(rotten.length / 4));
    await expect(render(heifFile([{ type: "hvc1", data: rotten, properties }]))).rejects.toThrow(
      UnreadablePictureError,
    );
    await expect(render(heifFile([{ type: "hvc1", data, properties: properties.slice(1) }]))).rejects.toThrow(
      UnreadablePictureError,
    );
    await expect(render(heifFile([codedItem("tile-512", 64, 64)]))).rejects.toThrow(UnreadablePictureError);
    const tile = codedItem("red", 64, 64);
    await expect(
      render(heifFile(gridItems(2, { width: 4_000, height: 3_000 }, [tile, tile]))),
    ).rejects.toThrow(UnreadablePictureError);
  });
});

test("only four of the image library's loaders are enabled", async () => {
  prepareRendering();
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`);
  await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported|blocked|corrupt/i);
  await expect(sharp(await noise(9, 9).gif().toBuffer()).metadata()).rejects.toThrow(/unsupported|blocked/i);
  await expect(sharp("package.json").metadata()).rejects.toThrow(/unsupported|blocked/i);
  expect((await sharp(await noise(9, 9).webp().toBuffer()).metadata()).format).toBe("webp");
});
