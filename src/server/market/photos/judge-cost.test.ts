import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  codedItem,
  colourProfile,
  exifItem,
  gridItems,
  heicFile,
  heifBox,
  heifFile,
  ispe,
} from "#testing/heic.ts";
import {
  deflatedZeros,
  exifBlock,
  exifSegment,
  jpegSegment,
  noise,
  pngChunk,
  withJpegSegments,
  withJpegSize,
  withPngChunks,
  withPngSize,
} from "#testing/pictures.ts";

// Pictures take their time on a busy machine; what is measured is the processor's time, not the clock's.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** specification.md#safety. The deciding step alone: what passes it is decoded by processes with limits of their own. */
const maxMs = 200;
/** Beside the file itself. What a file claims to hold would be a hundred times that. */
const maxMegabytes = 24;

const megabyte = 2 ** 20;
const program = fileURLToPath(new URL("../../../../testing/judge-picture-process.ts", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vetura-judge-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function manyTimes(times: number, part: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => part));
}

/** The largest and the most twisted that we could think of, up to what an upload may bring. */
async function hostilePictures(): Promise<Record<string, Uint8Array>> {
  const jpeg = await noise(64, 48).jpeg().toBuffer();
  const png = await noise(64, 48).png().toBuffer();
  const webp = await noise(64, 48).webp().toBuffer();
  const avif = await noise(64, 48).avif({ effort: 0 }).toBuffer();
  const header = Buffer.concat([png.subarray(0, 8), pngChunk("IHDR", png.subarray(16, 29))]);
  const bomb = (width: number, height: number) =>
    withPngSize(
      Buffer.concat([
        header,
        pngChunk("IDAT", deflatedZeros(64 * megabyte)),
        pngChunk("IEND", Buffer.alloc(0)),
      ]),
      width,
      height,
    );
  const fullBlock = exifBlock(Array.from({ length: 5_000 }, () => ({ tag: 0x112, value: 9 })));
  const rubbish = Buffer.alloc(20 * megabyte, "abcdefghij");
  const heic = heicFile("noise");
  const tile = codedItem("red", 64, 64);
  const [coding = Buffer.alloc(0)] = tile.properties ?? [];
  const tiled = (count: number) => {
    const properties = Array.from({ length: count }, (_, index) => (index === 0 ? ispe(64, 64) : coding));
    const tiles = Array.from({ length: 4_000 }, () => ({ ...tile, properties }));
    return heifFile(gridItems(250, { width: 512, height: 512 }, tiles));
  };
  return {
    "a bomb of 30,000 x 30,000": bomb(30_000, 30_000),
    "a JPEG that claims 65,000 x 65,000": withJpegSize(jpeg, 65_000, 65_000),
    "a PNG that claims more than its data holds": bomb(7_000, 7_000),
    "a PNG profile that unpacks to 64 MB": withPngChunks(
      png,
      pngChunk("iCCP", Buffer.concat([Buffer.from("icc\0\0", "latin1"), deflatedZeros(64 * megabyte)])),
    ),
    "a PNG text that unpacks to 64 MB": withPngChunks(
      png,
      pngChunk("zTXt", Buffer.concat([Buffer.from("a\0\0", "latin1"), deflatedZeros(64 * megabyte)])),
    ),
    "a PNG with 200,000 chunks": withPngChunks(
      png,
      manyTimes(200_000, pngChunk("tEXt", Buffer.from("a\0b"))),
    ),
    "a JPEG with 300 full EXIF blocks": withJpegSegments(jpeg, manyTimes(300, exifSegment(fullBlock))),
    "a JPEG with 100,000 comments": withJpegSegments(
      jpeg,
      manyTimes(100_000, jpegSegment(0xfe, Buffer.from("x"))),
    ),
    "a JPEG with 5,000 scans": Buffer.concat([
      jpeg.subarray(0, -2),
      manyTimes(5_000, jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))),
      jpeg.subarray(-2),
    ]),
    "a JPEG of nothing but markers": Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(20 * megabyte, 0xff)]),
    "20 MB behind a JPEG": Buffer.concat([jpeg, rubbish]),
    "20 MB behind a cut WebP": Buffer.concat([webp.subarray(0, -40), rubbish]),
    "20 MB behind half an AVIF": Buffer.concat([avif.subarray(0, avif.length / 2), rubbish]),
    "a HEIC that claims 30,000 x 30,000": heifFile([{ ...tile, properties: [coding, ispe(30_000, 30_000)] }]),
    "a HEIC of 4,000 tiles with 64 properties each": tiled(64),
    "a HEIC of 4,000 tiles with 250 properties each": tiled(250),
    "a HEIC with a million boxes": Buffer.concat([heic, manyTimes(1_000_000, heifBox("free"))]),
    "a HEIC with a profile of 20 MB": heifFile([
      { ...tile, properties: [...(tile.properties ?? []), colourProfile(rubbish)] },
    ]),
    "a HEIC with 20 MB of EXIF": heifFile([tile, exifItem(Buffer.concat([fullBlock, rubbish]), 1)]),
    "20 MB behind half a HEIC": Buffer.concat([heic.subarray(0, heic.length / 2), rubbish]),
    "20 MB of an SVG": Buffer.concat([Buffer.from("<svg>"), rubbish]),
    "20 MB of white space": Buffer.alloc(20 * megabyte, " "),
    "a GIF of 20 MB": Buffer.concat([Buffer.from("GIF89a"), rubbish]),
    "a TIFF of 20 MB": Buffer.concat([Buffer.from("II*\0", "latin1"), rubbish]),
    "a PDF of 20 MB": Buffer.concat([Buffer.from("%PDF-1.7"), rubbish]),
    "a picture cut in the middle": jpeg.subarray(0, jpeg.length / 2),
    nothing: Buffer.alloc(0),
  };
}

const measured = z.object({ milliseconds: z.number(), megabytes: z.number() });

test("judging any input takes less than 200 ms and bounded memory (specification.md#safety)", async () => {
  // The small ones first: what a large file itself takes would hide what a small one makes of it.
  const pictures = Object.entries(await hostilePictures()).toSorted(([, a], [, b]) => a.length - b.length);
  const files = pictures.map((_, index) => join(folder, String(index)));
  for (const [index, [, bytes]] of pictures.entries()) await writeFile(files[index] ?? "", bytes);
  // A process of its own: its highest memory is then the pictures' alone.
  const child = fork(program, files, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const exited = once(child, "exit");
  const [answer] = await once(child, "message");
  await exited;
  const figures = z.array(measured).length(files.length).parse(answer);
  const tooDear = pictures.flatMap(([name], index) => {
    const { milliseconds = Infinity, megabytes = Infinity } = figures[index] ?? {};
    return milliseconds > maxMs || megabytes > maxMegabytes
      ? [`${name}: ${milliseconds} ms, ${megabytes} MB`]
      : [];
  });
  expect(tooDear).toEqual([]);
});
