/**
 * How well fingerprints find photos again: each photo of a folder is changed in twelve ways and looked up
 * among all of them. Prints the share found, the false matches, what a fingerprint costs per uploaded photo,
 * and time and memory of a look-up among a million random fingerprints.
 *
 *     npm run bench -- fingerprints FOLDER      photos as JPEG, PNG, WebP or AVIF; they are not stored
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp, { type Sharp } from "sharp";
import { foundBytes, fingerprintOf } from "#domain/photos/fingerprint.ts";
import { median } from "#domain/statistics/price-rank.ts";
import { createLogger } from "#server/log.ts";
import { createFingerprintMemory } from "#server/market/photo-twins/fingerprint-memory.ts";
import { createTwinFinder } from "#server/market/photo-twins/twin-finder.ts";
import { judgePicture } from "#server/market/photos/judge-picture.ts";
import { fingerprintPicture, renderPicture } from "#server/market/photos/render-picture.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { takePhotographs } from "#testing/photographs.ts";
import { startDatabase } from "./site.ts";

const folder = process.argv[2];
if (folder === undefined) throw new Error("Name a folder of photos: npm run bench -- fingerprints FOLDER");

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Step {
  readonly quality?: number;
  readonly draw?: (picture: Sharp, size: Size) => Sharp;
}

const jpeg = (quality: number): Step => ({ quality });

/** Crops these shares of width and height at each side. */
const crop = (left: number, right: number, top: number, bottom: number): Step => ({
  draw: (picture, { width, height }) =>
    picture.extract({
      left: Math.floor(width * left),
      top: Math.floor(height * top),
      width: Math.floor(width * (1 - left - right)),
      height: Math.floor(height * (1 - top - bottom)),
    }),
});

const frame: Step = {
  draw: (picture, { width }) => {
    const edge = Math.round(width * 0.04);
    return picture.extend({ top: edge, bottom: edge, left: edge, right: edge, background: "#c81e1e" });
  },
};

const banner: Step = {
  draw: (picture, { width, height }) => {
    const tall = Math.round(height * 0.12);
    const input = { create: { width, height: tall, channels: 3, background: "#103a6b" } } as const;
    return picture.composite([{ input, top: height - tall, left: 0 }]);
  },
};

const mirror: Step = { draw: (picture) => picture.flop() };
const half: Step = { draw: (picture, { width }) => picture.resize({ width: Math.round(width / 2) }) };
const brighter: Step = { draw: (picture) => picture.modulate({ brightness: 1.15 }) };

/**
 * Steps run one after the other, each on the previous file, which is a JPEG of quality 80 unless a step says
 * more.
 */
const changes: Readonly<Record<string, readonly Step[]>> = {
  "recompressed, quality 40": [jpeg(40)],
  "recompressed, quality 70": [jpeg(70)],
  "half as wide": [half],
  "cut by 5 % at each side": [crop(0.05, 0.05, 0.05, 0.05)],
  "cut by 10 % at each side": [crop(0.1, 0.1, 0.1, 0.1)],
  "cut by 15 % at the left": [crop(0.15, 0, 0, 0)],
  "cut by 15 % at the bottom": [crop(0, 0, 0, 0.15)],
  "in a frame of 4 %": [frame],
  "banner over the lowest 12 %": [banner],
  mirrored: [mirror],
  "15 % brighter": [brighter],
  "mirrored, quality 40": [mirror, jpeg(40)],
};
/** Beside the twelve: crops between those that are hashed, and several changes at once. */
const harder: Readonly<Record<string, readonly Step[]>> = {
  "cut by 2.5 % at each side": [crop(0.025, 0.025, 0.025, 0.025)],
  "cut by 7.5 % at each side": [crop(0.075, 0.075, 0.075, 0.075)],
  "cut by 4 % at the left": [crop(0.04, 0, 0, 0)],
  "cut by 8 % at the right": [crop(0, 0.08, 0, 0)],
  "cut by 11 % at the top": [crop(0, 0, 0.11, 0)],
  "mirrored, cut by 5 % at each side, quality 50": [mirror, crop(0.05, 0.05, 0.05, 0.05), jpeg(50)],
  "in a frame, mirrored": [frame, mirror],
  "cut by 5 % at each side, banner": [crop(0.05, 0.05, 0.05, 0.05), banner],
};

async function change(bytes: Buffer, steps: readonly Step[]): Promise<Buffer> {
  let file = bytes;
  for (const { draw, quality = 80 } of steps) {
    const size = await sharp(file).metadata();
    file = await (draw?.(sharp(file), size) ?? sharp(file)).jpeg({ quality }).toBuffer();
  }
  return file;
}

/** Computes it as an upload does. */
async function fingerprint(bytes: Buffer): Promise<Uint8Array | null> {
  const verdict = judgePicture(bytes);
  if (!verdict.ok) throw new Error(verdict.detail);
  return fingerprintPicture(verdict);
}

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

const names = (await readdir(folder)).filter((name) => /\.(?:jpe?g|png|webp|avif)$/i.test(name)).toSorted();
const photos: { readonly number: number; readonly bytes: Buffer; readonly fingerprint: Uint8Array }[] = [];
const memory = createFingerprintMemory();
for (const [number, name] of names.entries()) {
  const bytes = await sharp(await readFile(join(folder, name)))
    .rotate()
    .jpeg({ quality: 90 })
    .toBuffer();
  const made = await fingerprint(bytes);
  if (made === null) console.log(`${name}: too little contrast, no fingerprint`);
  else {
    photos.push({ number, bytes, fingerprint: made });
    memory.add(number, made.subarray(0, foundBytes));
  }
}
console.log(`${photos.length} photos of ${names.length} files`);

let falsely = 0;
for (const { number, fingerprint: own } of photos)
  falsely += memory.find(own, photos.length).filter((found) => found.number !== number).length;
const pairs = photos.length * (photos.length - 1);
console.log(`different photos taken for the same: ${falsely} of ${pairs} pairs (goal: 0)`);

async function findChanged(steps: readonly Step[]): Promise<{ found: number; others: number }> {
  let [found, others] = [0, 0];
  for (const { number, bytes } of photos) {
    const made = await fingerprint(await change(bytes, steps));
    const answers = made === null ? [] : memory.find(made, photos.length);
    if (answers.some((answer) => answer.number === number)) found++;
    others += answers.filter((answer) => answer.number !== number).length;
  }
  return { found, others };
}

let [total, confused] = [0, 0];
for (const [name, steps] of Object.entries(changes)) {
  const { found, others } = await findChanged(steps);
  total += found;
  confused += others;
  console.log(`  ${name}: ${found} of ${photos.length}`);
}
const tries = photos.length * Object.keys(changes).length;
console.log(`found again: ${share(total, tries)} (goal: 95 %); others found beside: ${confused} (goal: 0)`);
console.log("beside the twelve:");
for (const [name, steps] of Object.entries(harder)) {
  const { found, others } = await findChanged(steps);
  console.log(`  ${name}: ${found} of ${photos.length}, others found beside: ${others}`);
}

// Cost of the fingerprint per uploaded photo.
const [taken] = await takePhotographs();
const verdict = judgePicture(taken?.bytes ?? Buffer.alloc(0));
if (!verdict.ok) throw new Error(verdict.detail);
const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
const rounds = 5;
const whole = await cpuMs(async () => {
  for (let round = 0; round < rounds; round++) await renderPicture(verdict);
});
const small = { width: 100, height: 75, channels: 4, data: random(100 * 75 * 4) } as const;
const added = await cpuMs(async () => {
  for (let round = 0; round < 100; round++) fingerprintOf(small);
});
console.log(
  `taking in a photo of 12 MP: ${(whole / rounds).toFixed(0)} ms of the processor, ` +
    `of which ${(added / 100).toFixed(1)} ms for the fingerprint: ${((added / 100 / (whole / rounds)) * 100).toFixed(2)} % (goal: 10 %)`,
);

function random(length: number): Uint8Array {
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, () => Math.random() * 2 ** 32);
  return new Uint8Array(words.buffer, 0, length);
}

// A look-up among a million.
const many = 1_000_000;
const before = process.memoryUsage.rss();
const large = createFingerprintMemory();
for (let number = 0; number < many; number++) large.add(number, random(foundBytes));
globalThis.gc?.();
const bytesEach = (process.memoryUsage.rss() - before) / many;
const times: number[] = [];
const cpuTimes: number[] = [];
for (const { fingerprint: own } of photos.slice(0, 40)) {
  const start = performance.now();
  cpuTimes.push(await cpuMs(async () => large.find(own, 500)));
  times.push(performance.now() - start);
}
console.log(
  `a look-up among ${many}: median ${median(times)?.toFixed(1)} ms, ${median(cpuTimes)?.toFixed(1)} ms of the processor (goal: 50); ` +
    `memory ${bytesEach.toFixed(0)} bytes a photo (goal: 300)`,
);

// The same with worker thread and table: the first look-up loads the table, the next ones only new rows.
const embedded = await startDatabase();
const database = createDatabase(embedded.url, { log: createLogger(() => {}), statementTimeout: 0 });
await sql`alter table photo_fingerprints disable trigger all`.execute(database.db);
await sql`
  insert into photo_fingerprints (photo_id, hashes)
  select gen_random_uuid(), ${sql.raw(Array.from({ length: 22 }, () => "uuid_send(gen_random_uuid())").join(" || "))}
  from generate_series(1, ${many}::int)`.execute(database.db);
const finder = createTwinFinder({
  url: embedded.url,
  log: createLogger((line) => process.stderr.write(line)),
});
const asked = photos.slice(0, 10).map(({ fingerprint: own }) => own);
let start = performance.now();
await finder.find(asked.slice(0, 1), 500);
console.log(
  `the thread's first look-up, which reads the table: ${((performance.now() - start) / 1000).toFixed(1)} s`,
);
const car: number[] = [];
for (let round = 0; round < 10; round++) {
  start = performance.now();
  await finder.find(asked, 500);
  car.push(performance.now() - start);
}
console.log(
  `a car with ${asked.length} photos after that: median ${median(car)?.toFixed(0)} ms in the thread`,
);
await finder.stop();
await database.close();
await embedded.stop();
