import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { z } from "zod";
import { carsOf, createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import {
  applyStock,
  checkStock,
  runImports,
  mobileLine,
  readImport,
  sendStock,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

// Files that are made to harm, or that a program made badly. Faults of cells: faults.integration.test.ts.

let app: TestApp;
let dealer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto Arta", phone: "+38344123456" });
});
afterAll(() => app.close());

const central = "PK\u0001\u0002";

/** Changes each entry of a ZIP's list at its end. */
function withEntries(zip: Buffer, change: (entry: Buffer, number: number) => void): Buffer {
  const changed = Buffer.from(zip);
  let number = 0;
  for (
    let at = changed.indexOf(central, 0, "latin1");
    at >= 0;
    at = changed.indexOf(central, at + 1, "latin1")
  )
    change(changed.subarray(at), number++);
  return changed;
}

const csv = stockCsv([stockRow()]);

test("a ZIP whose files would unpack to more than a gigabyte is refused before any is unpacked", async () => {
  const zip = await zipOf({ "s.csv": csv, "a.jpg": await stockPicture(1) });
  const bomb = withEntries(zip, (entry, number) => {
    if (number === 0) return;
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(1_000_000_001, 24);
  });
  const checked = await checkStock(app, dealer, bomb);
  expect(checked).toMatchObject({ status: "failed", faults: [{ row: 1, code: "zip_too_large" }] });
  expect(checked.faults[0]?.message).toContain("Zvogëloni");
});

test("a ZIP whose list of names alone is larger than 16 MB is refused", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `${at}-${"x".repeat(60_000)}.jpg`);
  const zip = await zipOf({ "s.csv": csv, ...Object.fromEntries(names.map((name) => [name, "x"])) });
  expect(zip.length).toBeGreaterThan(16_000_000);
  expect(await checkStock(app, dealer, zip)).toMatchObject({
    status: "failed",
    faults: [{ code: "zip_too_large" }],
  });
});

test("a file of a ZIP that is larger than it says is broken, however large it would become", async () => {
  const files = new ZipFile();
  files.addBuffer(Buffer.from(csv), "s.csv");
  files.addBuffer(Buffer.alloc(10_000_000), "a.jpg");
  files.end();
  const zip = await buffer(files.outputStream);
  const lying = withEntries(zip, (entry, number) => {
    if (number > 0) entry.writeUInt32LE(20, 24);
  });
  expect((await checkStock(app, dealer, lying)).faults).toMatchObject([
    { row: 2, column: "fotot", value: "a.jpg", code: "picture_broken" },
  ]);
});

test("a symbolic link in a ZIP is nothing but a file with a path in it", async () => {
  const zip = await zipOf({ "s.csv": csv, "a.jpg": "/etc/passwd" });
  const linked = withEntries(zip, (entry, number) => {
    // Made on Unix: a link that everybody may read.
    entry.writeUInt16LE(0x031e, 4);
    if (number > 0) entry.writeUInt32LE(0o120_777 * 65_536, 38);
  });
  expect((await checkStock(app, dealer, linked)).faults).toMatchObject([
    { row: 2, column: "fotot", value: "a.jpg", code: "picture_not_a_picture" },
  ]);
  const table = withEntries(await zipOf({ "s.csv": "/etc/passwd" }), (entry) =>
    entry.writeUInt32LE(0o120_777 * 65_536, 38),
  );
  expect(await checkStock(app, dealer, table)).toMatchObject({ faults: [{ code: "header_unknown" }] });
});

test("a name that stands twice in a ZIP, and one in two folders, lead to one picture or to a fault, never to two cars' worth", async () => {
  const [first, second] = [await stockPicture(11), await stockPicture(12)];
  const twice = await zipOf({ "s.csv": csv, "a.jpg": first, "b.jpg": second });
  const same = Buffer.from(twice.toString("latin1").replaceAll("b.jpg", "a.jpg"), "latin1");
  expect((await checkStock(app, dealer, same)).summary).toMatchObject({ create: 1, faulty: 0 });
  const folders = await zipOf({ "s.csv": csv, "x/a.jpg": first, "y/a.jpg": second });
  expect((await checkStock(app, dealer, folders)).faults).toMatchObject([
    { row: 2, value: "a.jpg", code: "picture_not_found" },
  ]);
});

test("pictures are found by their names in a ZIP made on a Mac, which writes accents apart and does not say how", async () => {
  const row = stockRow({ referenca: "MAC-1", fotot: "škoda-përpara.jpg" });
  const name = "foto/škoda-përpara.jpg".normalize("NFD");
  const zip = await zipOf({ "stoku.csv": stockCsv([row]), [name]: await stockPicture(21) });
  const silent = withEntries(zip, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) & ~0x800, 8));
  expect(await checkStock(app, dealer, silent)).toMatchObject({ faults: [], summary: { create: 1 } });
  // And by a program of Windows, which has its own letters.
  const windows = Buffer.from(
    (
      await zipOf({
        "s.csv": stockCsv([stockRow({ fotot: "gjysmë.jpg" })]),
        "gjysm_.jpg": await stockPicture(22),
      })
    )
      .toString("latin1")
      .replaceAll("gjysm_.jpg", "gjysm\u0089.jpg"),
    "latin1",
  );
  const unsaid = withEntries(windows, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) & ~0x800, 8));
  expect(await checkStock(app, dealer, unsaid)).toMatchObject({ faults: [], summary: { create: 1 } });
});

test("a name with NUL in it is refused with its ZIP, which a mobile.de file would bring into the database", async () => {
  const line = mobileLine({ interne_nummer: "M1", bild_id: "M1" });
  const zip = await zipOf({ "s.csv": line, "M1_a.jpg": await stockPicture(1) });
  const broken = Buffer.from(zip.toString("latin1").replaceAll("M1_a.jpg", "M1_\0.jpg"), "latin1");
  expect(await checkStock(app, dealer, broken)).toMatchObject({
    status: "failed",
    faults: [{ code: "zip_path" }],
  });
});

test("20,001 pictures in a file are too many", async () => {
  const rows = Array.from({ length: 2_001 }, (_, at) =>
    stockRow({
      referenca: `P-${at}`,
      fotot: Array.from({ length: 10 }, (__, photo) => `${at}-${photo}.jpg`).join("|"),
    }),
  );
  const checked = await checkStock(app, dealer, stockCsv(rows));
  expect(checked).toMatchObject({ status: "failed", faults: [{ row: 1, code: "too_many_pictures" }] });
  expect(checked.faults[0]?.message).toContain("20.000");
});

test("an address that is longer than any index takes is the fault of its cell", async () => {
  let path = "";
  // Not compressible, as a signed address is.
  for (let at = 0; path.length < 6_000; at++) path += crypto.randomUUID() + String(at);
  const address = `https://foto.example/${path}.jpg`;
  const checked = await checkStock(app, dealer, stockCsv([stockRow({ fotot: address })]));
  expect(checked).toMatchObject({
    status: "ready",
    faults: [{ row: 2, column: "fotot", value: address.slice(0, 500), code: "picture_address" }],
  });
});

test("NUL in a corrected cell is left out, and half a letter is a fault", async () => {
  const picture = await stockPicture(31);
  const rows = [stockRow({ referenca: "N-1", modeli: "" })];
  const { id } = await checkStock(app, dealer, await zipOf({ "s.csv": stockCsv(rows), "a.jpg": picture }));
  const correct = async (cells: string) =>
    app.call(`PUT /api/dealer/imports/${id}/rows/2`, {
      as: dealer,
      raw: cells,
      headers: { "content-type": "application/json" },
    });
  expect(await correct('{"modeli":"Golf\\ud800"}')).toMatchObject({
    status: 200,
    body: { outcome: "faulty", faults: [{ column: "modeli", value: "Golf\ufffd", code: "encoding_mixed" }] },
  });
  expect(await correct('{"modeli":"Go\\u0000lf","km":85000}')).toMatchObject({
    status: 200,
    body: { outcome: "create", cells: { modeli: "Golf", km: "85000" } },
  });
});

test("a file that is gone before it is checked says so", async () => {
  const answer = await sendStock(app, dealer, csv);
  const { id } = z.object({ id: z.string() }).parse(answer.body);
  await rm(join(app.dataDir, "photos", "imports", id));
  await runImports(app);
  expect(await readImport(app, dealer, id)).toMatchObject({
    status: "failed",
    faults: [{ row: 1, code: "file_gone" }],
  });
});

test("a month that is none, and a value that is on no list any more, are faults of their cells", async () => {
  const mobile = await checkStock(app, dealer, mobileLine({ interne_nummer: "M9", ez: "13.2018" }), {
    format: "mobile_de",
  });
  expect(mobile.faults).toContainEqual(
    expect.objectContaining({ row: 1, column: "ez", value: "13.2018", code: "month_invalid" }),
  );
  const car = await app.publishCar(dealer, { reference: "OLD-1" });
  await sql`update cars set location = 'Qytet i vjetër' where id = ${car._id}`.execute(app.database.db);
  const row = stockRow({ referenca: "OLD-1", cmimi: "9999", qyteti: "Qytet i vjetër", fotot: "" });
  const checked = await checkStock(app, dealer, stockCsv([row]));
  expect(checked.faults).toMatchObject([
    { row: 2, column: "qyteti", value: "Qytet i vjetër", code: "value_invalid" },
  ]);
});

test("dealers' own short names of brands are read, misspelt ones are asked about", async () => {
  const picture = await stockPicture(41);
  const rows = ["VW", "vw", "Mercedes", "mercedes benz", "SKODA", "Rolls Royce", "Volksvagen"].map(
    (marka, at) => stockRow({ referenca: `BR-${at}`, marka, modeli: "X", fotot: "a.jpg" }),
  );
  const zip = await zipOf({ "s.csv": stockCsv(rows), "a.jpg": picture });
  const checked = await checkStock(app, dealer, zip);
  expect(checked.faults).toMatchObject([
    { row: 8, column: "marka", value: "Volksvagen", code: "brand_unknown" },
  ]);
  await applyStock(app, dealer, checked.id);
  const cars = carsOf(await app.call("GET /api/cars/my?limit=100", { as: dealer }));
  const brands = cars.flatMap(({ reference, brand }) =>
    reference?.startsWith("BR-") === true ? [brand] : [],
  );
  expect(brands.toSorted()).toEqual(
    ["Volkswagen", "Volkswagen", "Mercedes-Benz", "Mercedes-Benz", "Škoda", "Rolls-Royce"].toSorted(),
  );
});
