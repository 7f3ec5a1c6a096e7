import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { type EndpointName, endpoints } from "#contract/endpoints.ts";
import { readArchive } from "#server/platform/backup/archive.ts";
import { takeBackup } from "#server/platform/backup/take-backup.ts";
import { DiskFileStore } from "#server/market/photos/disk-file-store.ts";
import { expectFaults } from "#testing/faults.ts";
import { withClient } from "#testing/backups.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import {
  applyStock,
  checkStock,
  readRows,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";
import type { TestUser } from "#testing/app.ts";
import { createLogger } from "./log.ts";

// Many small questions; machines that test are busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
expectFaults("job.failed");

/** Each way in which a number comes to the site, with a number of its own. */
const planted = {
  published: "WVWZZZ1KPAB987651",
  edited: "WVWZZZ1KEDT987652",
  paid: "WVWZZZ1KPAD987653",
  waiting: "WVWZZZ1KWAT987654",
  file: "WVWZZZ1KFYL987655",
  mistyped: "WVWZZZ1KMST98765",
  corrected: "WVWZZZ1KCRT987657",
  compared: "WVWZZZ1KCMP987658",
  unapplied: "WVWZZZ1KNAP987659",
} as const;

let site: PaymentSite;
let owner: TestUser;
let backups: string;
const lines: string[] = [];
const carIds: string[] = [];
/** A checked import that its dealer has not applied. */
let waitingImport: string;

async function publishAndPay(vin: string, isPaid: boolean): Promise<void> {
  const seller = await site.registerSeller();
  const checkout = await site.checkOut(seller, { car: { vin } });
  if (!isPaid) return;
  await site.provider.pay(checkout.sessionId);
  await site.verify(checkout.sessionId);
  expect(await site.drainJobs()).toEqual([]);
}

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), "vetura-vin-"));
  site = await createPaymentSite({ log: createLogger((line) => lines.push(line)) });
  owner = await site.registerUser({
    isDealerByHand: true,
    businessName: "Auto Viktima",
    phone: "+38349777123",
  });
  const earlier = await site.publishCar(owner, { vin: planted.published, mileage: 190_000 });
  const car = await site.publishCar(owner, { vin: planted.published.toLowerCase(), mileage: 90_000 });
  const edited = await site.publishCar(owner, {});
  const form = await site.carFields(owner, { images: edited.images, vin: planted.edited, mileage: 150_000 });
  expect((await site.call(`PUT /api/cars/${edited._id}`, { as: owner, body: form })).status).toBe(200);
  carIds.push(earlier._id, car._id, edited._id);
  await publishAndPay(planted.paid, true);
  await publishAndPay(planted.waiting, false);
  const rows = [
    stockRow({ referenca: "V-A", vin: planted.file.toLowerCase(), fotot: "a.jpg" }),
    stockRow({ referenca: "V-B", vin: planted.mistyped, fotot: "b.jpg" }),
    stockRow({ referenca: "V-C", vin: "", fotot: "b.jpg" }),
  ];
  const zip = await zipOf({
    "s.csv": stockCsv(rows),
    "a.jpg": await stockPicture(1),
    "b.jpg": await stockPicture(2),
  });
  const checked = await checkStock(site, owner, zip);
  const answer = await site.call(`PUT /api/dealer/imports/${checked.id}/rows/4`, {
    as: owner,
    body: { vin: planted.corrected },
  });
  expect(answer.status).toBe(200);
  // Not even to its dealer.
  for (const told of [answer.body, checked, await readRows(site, owner, checked.id)])
    expect(found(JSON.stringify(told))).toEqual([]);
  expect(await applyStock(site, owner, checked.id)).toMatchObject({ status: "applied" });
  const unapplied = [stockRow({ referenca: "V-D", vin: planted.unapplied, fotot: "a.jpg" })];
  unapplied.push(stockRow({ referenca: "V-E", vin: planted.mistyped, fotot: "a.jpg" }));
  waitingImport = (await checkStock(site, owner, stockCsv(unapplied))).id;
  const stranger = await site.registerUser();
  for (const vin of [planted.compared, planted.published, `${planted.published}1`])
    await site.call(`POST /api/cars/${car._id}/vin-check`, { as: stranger, body: { vin } });
  await site.call(`PUT /api/cars/${car._id}/mileage-note`, { as: owner, body: { text: "Matësi u ndërrua" } });
  await site.services.start();
  await drainJobs(site.database, site.services.tasks);
  await site.services.schedule["review_cars"]?.run(new AbortController().signal);
});
afterAll(async () => {
  await site.close();
  await rm(backups, { recursive: true, force: true });
});

/**
 * The middles of the planted numbers in a text: what answers show of one is its first three and last four. Bytes are shown
 * as hexadecimal digits by the database.
 */
function found(text: string): string[] {
  const read = text.toUpperCase();
  return Object.entries(planted).flatMap(([way, vin]) => {
    const middle = vin.slice(2, 12);
    const spellings = [middle, ...[middle, middle.toLowerCase()].map(hexOf)];
    return spellings.some((spelling) => read.includes(spelling)) ? [way] : [];
  });
}
const hexOf = (text: string) => Buffer.from(text).toString("hex").toUpperCase();

const reads = (Object.keys(endpoints) as EndpointName[]).filter((name) => name.startsWith("GET "));
const files = ["/feeds/vehicles.csv", "/search.atom?brand=Volkswagen"] as const;

async function told(as: TestUser | null): Promise<string[]> {
  const shown: string[] = [];
  const look = async (name: string, address: string) => {
    const { body, headers } = await site.call(`GET /${address.slice(1)}`, { as });
    const where = found(JSON.stringify(body ?? "") + JSON.stringify([...headers]));
    if (where.length > 0) shown.push(`${where.join()} in ${name}`);
  };
  for (const name of reads) {
    const path = name.slice("GET ".length);
    const ids = path.includes("{id}") ? [...carIds, owner.id, waitingImport] : [""];
    for (const id of ids)
      for (const query of ["", "?q=Golf&limit=100"])
        await look(name, path.replace("{id}", id) + (as === owner && query !== "" ? "" : query));
  }
  for (const file of [...files, `/dealers/${owner.id}/feed.csv`, `/dealers/${owner.id}/feed.json`])
    await look(file, file);
  return [...new Set(shown)];
}

test("no read, feed or list tells anybody a whole number, but its owner's own export", async () => {
  const stranger = await site.registerUser({ isDealerByHand: true });
  const admin = await site.registerUser({ isAdmin: true });
  for (const as of [null, stranger, admin]) expect(await told(as)).toEqual([]);
  // The test itself would find it.
  expect(await told(owner)).toEqual(["published,edited,file,corrected in GET /api/me/export"]);
});

test("the queue of the review and the rows of a waiting import are among what was read", async () => {
  const admin = await site.registerUser({ isAdmin: true });
  const { body } = await site.call("GET /api/admin/review?limit=100", { as: admin });
  const queue = z.object({ cars: z.array(z.object({ car: z.object({ _id: z.string() }) })) }).parse(body);
  expect(queue.cars.map(({ car }) => car._id)).toContain(carIds[1]);
  const rows = await readRows(site, owner, waitingImport);
  expect(JSON.stringify(rows)).toContain("WVW••••••••••7659");
});

test("no mail, no log line, no file of the site and no row of the database has a whole number", async () => {
  const mails = await site.mails();
  expect(mails.map(({ subject }) => subject).join()).toContain("Kilometrat");
  expect(found(JSON.stringify(mails))).toEqual([]);
  expect(lines.length).toBeGreaterThan(0);
  expect(found(lines.join("\n"))).toEqual([]);
  const stored = await withClient(site.database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'graphile_worker')`,
    );
    const texts: { name: string; text: string }[] = [];
    for (const { name } of rows) {
      const all = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      texts.push(...all.rows.map(({ text }) => ({ name, text })));
    }
    return texts;
  });
  expect(stored.some(({ text }) => text.includes("WVW••••••••••7651"))).toBe(true);
  expect(stored.flatMap(({ name, text }) => found(text).map((way) => `${way} in ${name}`))).toEqual([]);
});

test("a backup and what is printed of it have no whole number, and neither has the folder of the site", async () => {
  const file = join(backups, "backup.tar");
  const result = await takeBackup({
    file,
    url: site.database.url,
    store: new DiskFileStore(join(site.dataDir, "photos")),
  });
  expect(found(JSON.stringify(result))).toEqual([]);
  let hasMasked = false;
  for await (const { name, bytes } of readArchive(file)) {
    const text = name.endsWith(".gz") ? (await uncompress(bytes)).toString() : bytes.toString("latin1");
    expect([name, found(text)]).toEqual([name, []]);
    hasMasked ||= text.includes("WVW••••••••••7651");
  }
  expect(hasMasked).toBe(true);
  // But the file of the import that waits, as its dealer sent it.
  expect(await filesWithNumbers()).toEqual([
    [join("photos", "imports", waitingImport), ["mistyped", "unapplied"]],
  ]);
});

test("a stock file that nobody applies is gone with its numbers after a week", async () => {
  const { pool } = site.database;
  await pool.query("update stock_imports set created_at = now() - interval '8 days' where id = $1", [
    waitingImport,
  ]);
  await site.services.schedule["sweep_stock_imports"]?.run(new AbortController().signal);
  expect(await filesWithNumbers()).toEqual([]);
});

const uncompress = promisify(gunzip);

/** The files below the site's folder that have whole numbers, with these. */
async function filesWithNumbers(): Promise<[file: string, ways: string[]][]> {
  const files: [string, string[]][] = [];
  for (const entry of await readdir(site.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const ways = found((await readFile(path)).toString("latin1"));
    if (ways.length > 0) files.push([relative(site.dataDir, path), ways]);
  }
  return files;
}

test("the owner's export has the numbers of the person's own cars alone", async () => {
  const shape = z.object({ vins: z.array(z.object({ carId: z.string(), vin: z.string() })) });
  const { vins } = shape.parse((await site.call("GET /api/me/export", { as: owner })).body);
  expect(vins.map(({ vin }) => vin).toSorted()).toEqual(
    [planted.published, planted.published, planted.edited, planted.file, planted.corrected].toSorted(),
  );
});
