import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { csvLine } from "#domain/format/csv.ts";
import { stockColumns, type StockColumn } from "#domain/stock/stock-columns.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import {
  checkStock,
  mobileLine,
  readRows,
  stockCsv,
  stockPicture,
  stockRow,
  zipOf,
} from "#testing/stock-files.ts";

let app: TestApp;
let dealer: TestUser;
let foreign: { number: number; photo: string };

beforeAll(async () => {
  app = await createTestApp();
  dealer = await app.registerUser({ isDealerByHand: true, businessName: "Auto Arta", phone: "+38344123456" });
  const other = await app.registerUser({ isDealerByHand: true });
  const car = await app.publishCar(other, { reference: "A-1" });
  foreign = { number: car.number, photo: car.images[0] ?? "" };
});
afterAll(() => app.close());

type Cells = Partial<Record<StockColumn, string>>;
/** [cells of the row, column, code]; the value is the cell's unless it is given. */
type Planted = readonly [cells: Cells, column: string, code: string, value?: string];

const long = (length: number) => "x".repeat(length);

/** What every message says what to do with. */
const remedy =
  /Shkruani|Shkruajeni|Plotësojeni|Korrigjo|Hiqni|Hiqeni|Ruaje|Ngarko|Përdorni|Jepini|Lejohen|Shkurto|Shtoje|Shtoni|Kontrolloni|Ndajeni|Krijo|Lini|Vendosni|Zvogëlo|Mbylleni|Shkarkoni|Shkruani|Ndryshojeni/;

const inCells: readonly Planted[] = [
  [{ marka: "Volksvagen" }, "marka", "brand_unknown"],
  [{ marka: "" }, "marka", "value_missing"],
  [{ modeli: "" }, "modeli", "value_missing"],
  [{ modeli: long(61) }, "modeli", "text_too_long"],
  [{ modeli: "Golf 044 123 456" }, "modeli", "phone_in_text"],
  [{ viti: "dymijë" }, "viti", "number_invalid"],
  [{ viti: "1899" }, "viti", "year_out_of_range"],
  [{ viti: "3000" }, "viti", "year_out_of_range"],
  [{ viti: "2018,5" }, "viti", "year_out_of_range"],
  [{ viti: "" }, "viti", "value_missing"],
  [{ viti: "0" }, "viti", "year_out_of_range"],
  [{ viti: "-2018" }, "viti", "year_out_of_range"],
  [{ km: "shumë" }, "km", "number_invalid"],
  [{ km: "-5" }, "km", "out_of_range"],
  [{ km: "3.000.000" }, "km", "out_of_range"],
  [{ km: "" }, "km", "value_missing"],
  [{ km: "85 mijë" }, "km", "number_invalid"],
  [{ km: "85.000,5" }, "km", "number_not_whole"],
  [{ cmimi: "abc" }, "cmimi", "number_invalid"],
  [{ cmimi: "12.5.0" }, "cmimi", "number_invalid"],
  [{ cmimi: "500" }, "cmimi", "out_of_range"],
  [{ cmimi: "6000000" }, "cmimi", "out_of_range"],
  [{ cmimi: "12500,50" }, "cmimi", "number_not_whole"],
  [{ cmimi: "" }, "cmimi", "value_missing"],
  [{ cmimi: "0" }, "cmimi", "out_of_range"],
  [{ cmimi: "-12500" }, "cmimi", "out_of_range"],
  [{ cmimi: "9".repeat(30) }, "cmimi", "out_of_range"],
  [{ cmimi: "12500.50", km: "85.000" }, "km", "number_ambiguous"],
  [{ karburanti: "Ujë" }, "karburanti", "value_unknown"],
  [{ karburanti: "" }, "karburanti", "value_missing"],
  [{ karburanti: "Diesel|Benzinë" }, "karburanti", "value_unknown"],
  [{ transmisioni: "Gjysmë" }, "transmisioni", "value_unknown"],
  [{ transmisioni: "" }, "transmisioni", "value_missing"],
  [{ karroceria: "Limuzinë" }, "karroceria", "value_unknown"],
  [{ karroceria: "" }, "karroceria", "value_missing"],
  [{ ngjyra: long(41) }, "ngjyra", "text_too_long"],
  [{ ngjyra: "Zezë 044123456" }, "ngjyra", "phone_in_text"],
  [{ kw: "0" }, "kw", "out_of_range"],
  [{ kw: "150 PS" }, "kw", "number_invalid"],
  [{ kw: "2001" }, "kw", "out_of_range"],
  [{ kw: "110,5" }, "kw", "number_not_whole"],
  [{ cc: "2.0" }, "cc", "out_of_range"],
  [{ cc: "1968.5" }, "cc", "number_not_whole"],
  [{ cc: "5" }, "cc", "out_of_range"],
  [{ cc: "99999" }, "cc", "out_of_range"],
  [{ regjistrimi_pare: "1949-12" }, "regjistrimi_pare", "value_invalid"],
  [{ viti: "2020" }, "regjistrimi_pare", "value_invalid", "05.2018"],
  [{ origjina: "Hënë" }, "origjina", "value_unknown"],
  [{ gjendja: "Super" }, "gjendja", "value_unknown"],
  [{ doganuar: "ndoshta" }, "doganuar", "value_unknown"],
  [{ qyteti: "Londër" }, "qyteti", "value_unknown"],
  [{ qyteti: "" }, "qyteti", "value_missing"],
  [{ pershkrimi: long(5_001) }, "pershkrimi", "text_too_long", long(500)],
  [{ pershkrimi: long(20_001) }, "pershkrimi", "cell_too_long", long(500)],
  [{ referenca: "" }, "referenca", "value_missing"],
  [{ referenca: "A 1" }, "referenca", "reference_invalid"],
  [{ referenca: "Ë-1" }, "referenca", "reference_invalid"],
  [{ referenca: long(41) }, "referenca", "reference_invalid"],
  [{ fotot: "" }, "fotot", "pictures_missing"],
  [{ fotot: Array.from({ length: 11 }, () => "a.jpg").join("|") }, "fotot", "pictures_too_many", "11"],
  [{ fotot: "a.jpg|mungon.jpg" }, "fotot", "picture_not_found", "mungon.jpg"],
  [{ fotot: "gif.jpg" }, "fotot", "picture_not_a_picture"],
  [{ fotot: "tekst.jpg" }, "fotot", "picture_not_a_picture"],
  [{ fotot: "gjysmë.jpg" }, "fotot", "picture_broken"],
  [{ fotot: "bombë.png" }, "fotot", "picture_too_large"],
  [{ fotot: "http://example.com/a.jpg" }, "fotot", "picture_address"],
  [{ fotot: "https://127.0.0.1/a.jpg" }, "fotot", "picture_address"],
  [{ fotot: "file:///etc/passwd" }, "fotot", "picture_address"],
  [{ fotot: "https://169.254.169.254/latest/meta-data" }, "fotot", "picture_address"],
  [{ fotot: "https://[::1]/a.jpg" }, "fotot", "picture_address"],
  [{ fotot: "https://dikush:fjala@example.com/a.jpg" }, "fotot", "picture_address"],
  [{ fotot: "https://vetura.invalid/a.jpg" }, "fotot", "picture_unreachable"],
];

async function pictures(): Promise<Record<string, Uint8Array>> {
  const sound = await stockPicture(1, 640, 480);
  const bomb = Buffer.from(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  return {
    "foto/a.jpg": sound,
    "gif.jpg": Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1"),
    "tekst.jpg": Buffer.from("kjo nuk është foto"),
    "gjysmë.jpg": sound.subarray(0, 400),
    "bombë.png": bomb,
  };
}

test(
  "each of 60 wrong cells and more is named by row, column, value and what to do",
  { timeout: 120_000 },
  async () => {
    expect(new Set(inCells.map((planted) => JSON.stringify(planted))).size).toBeGreaterThanOrEqual(60);
    const files = await pictures();
    const found: unknown[] = [];
    // The row before and after are sound: the fault is named with its own row.
    for (const [cells, column, code, value] of inCells) {
      const rows = [
        stockRow({ referenca: "X-1" }),
        stockRow({ referenca: "X-2", ...cells }),
        stockRow({ referenca: "X-3" }),
      ];
      const checked = await checkStock(app, dealer, await zipOf({ "s.csv": stockCsv(rows), ...files }));
      expect(checked.summary, JSON.stringify(cells).slice(0, 80)).toMatchObject({ create: 2, faulty: 1 });
      const fault = checked.faults.find((each) => each.column === column && each.code === code);
      expect(fault, `${code} is not among ${JSON.stringify(checked.faults)}`).toBeDefined();
      expect(fault?.message).toMatch(remedy);
      found.push([fault?.row, fault?.column, fault?.code, fault?.value, value]);
    }
    expect(found).toEqual(
      inCells.map(([cells, column, code, value]) => [
        3,
        column,
        code,
        value ?? Object.entries(cells).find(([name]) => name === column)?.[1],
        value,
      ]),
    );
  },
);

test("a reference given twice is the later row's fault, and names the earlier one", async () => {
  const rows = [
    stockRow({ referenca: "D-1" }),
    stockRow({ referenca: "D-1" }),
    stockRow({ referenca: "d-1" }),
  ];
  const checked = await checkStock(
    app,
    dealer,
    await zipOf({ "s.csv": stockCsv(rows), ...(await pictures()) }),
  );
  expect(checked.summary).toMatchObject({ create: 2, faulty: 1 });
  expect(checked.faults).toMatchObject([
    { row: 3, column: "referenca", value: "D-1", code: "reference_twice" },
  ]);
  expect(checked.faults[0]?.message).toContain("rreshtin 2");
});

test("another dealer's file brings neither that dealer's cars nor photos", async () => {
  const rows = [
    stockRow({ referenca: `V-${foreign.number}` }),
    stockRow({ referenca: "A-1", fotot: `http://localhost:3000${foreign.photo}` }),
  ];
  const checked = await checkStock(
    app,
    dealer,
    await zipOf({ "s.csv": stockCsv(rows), ...(await pictures()) }),
  );
  expect(checked.faults).toMatchObject([
    { row: 2, column: "referenca", value: `V-${foreign.number}`, code: "reference_not_yours" },
    { row: 3, column: "fotot", code: "picture_not_yours" },
  ]);
});

test("a file name without a ZIP says that the ZIP is missing", async () => {
  const checked = await checkStock(app, dealer, stockCsv([stockRow()]));
  expect(checked.faults).toMatchObject([
    { row: 2, column: "fotot", value: "a.jpg", code: "picture_without_zip" },
  ]);
});

test("an account without a phone publishes no new car, and row 1 says why", async () => {
  const silent = await app.registerUser({ isDealerByHand: true });
  const rows = [stockRow()];
  const checked = await checkStock(
    app,
    silent,
    await zipOf({ "s.csv": stockCsv(rows), ...(await pictures()) }),
  );
  expect(checked).toMatchObject({
    status: "ready",
    summary: { create: 0, faulty: 1 },
    faults: [{ row: 1, code: "seller_phone_missing" }],
  });
});

test("a line with too few or too many cells, and letters of two encodings, are faults of that line", async () => {
  const csv = stockCsv([stockRow({ referenca: "L-1" }), stockRow({ referenca: "L-2" })]).split("\r\n");
  const short = [csv[0], "L-3;Volkswagen;Golf", csv[2], `${csv[1]};tepër`].join("\r\n");
  const files = await pictures();
  const cut = await checkStock(app, dealer, await zipOf({ "s.csv": short, ...files }));
  expect(cut.faults).toMatchObject([
    { row: 2, column: "viti", value: "3", code: "cell_count" },
    { row: 4, column: "fotot", value: String(stockColumns.length + 1), code: "cell_count" },
  ]);
  const sound = stockCsv([stockRow({ referenca: "M-1", qyteti: "Pejë" })]);
  const latin = csvLine(
    stockColumns.map(
      (column) =>
        stockRow({ referenca: "M-2", ngjyra: "", origjina: "", gjendja: "", qyteti: "Pejë" })[column],
    ),
  );
  const mixed = Buffer.concat([Buffer.from(sound), Buffer.from(latin, "latin1")]);
  const both = await checkStock(app, dealer, await zipOf({ "s.csv": mixed, ...files }));
  expect(both.summary).toMatchObject({ create: 1, faulty: 1 });
  expect(both.faults).toMatchObject([
    { row: 3, column: "qyteti", value: "Pej\ufffd", code: "encoding_mixed" },
  ]);
});

test("faults and changes name a column as the file's header does, and a correction may call it so", async () => {
  const files = await pictures();
  const rows = [stockRow({ referenca: "H-1", cmimi: "abc" }), stockRow({ referenca: "H-2" })];
  const csv = stockCsv(rows).replace("cmimi", " Çmimi ").replace("fotot", "FOTOT");
  const { id, columns, faults } = await checkStock(app, dealer, await zipOf({ "s.csv": csv, ...files }));
  expect([columns[5], columns.at(-1)]).toEqual(["Çmimi", "FOTOT"]);
  expect(faults).toMatchObject([{ row: 2, column: "Çmimi", value: "abc", code: "number_invalid" }]);
  const corrected = await app.call(`PUT /api/dealer/imports/${id}/rows/2`, {
    as: dealer,
    body: { Çmimi: "9.900", FOTOT: "mungon.jpg" },
  });
  expect(corrected.body).toMatchObject({
    faults: [{ column: "FOTOT", value: "mungon.jpg", code: "picture_not_found" }],
  });
  const [fresh] = await readRows(app, dealer, id, "?outcome=create");
  expect(fresh?.changes).toEqual([
    { column: "Çmimi", before: "", after: "12500" },
    { column: "km", before: "", after: "85000" },
    { column: "FOTOT", before: "", after: "1" },
  ]);
});

/** A text in a one-byte encoding, which differ in their sign for the euro here. */
function bytes(content: string, euro: number): Buffer {
  return Buffer.from(Array.from(content, (letter) => (letter === "€" ? euro : letter.charCodeAt(0))));
}

test("ISO-8859-15, Windows-1252 and UTF-16 are read, with any separator, order, case and accents of headers", async () => {
  const files = await pictures();
  const names = stockColumns.toReversed();
  const row = stockRow({ qyteti: "Pejë", cmimi: "12 500 €", km: "85.000", ngjyra: "E zezë" });
  const text = (separator: string) =>
    [names.map((name) => (name === "cmimi" ? "Çmimi" : name.toUpperCase())), names.map((name) => row[name])]
      .map((cells) => cells.map((cell) => `"${cell}"`).join(separator))
      .join("\n");
  const encoded = [
    bytes(text(";"), 0xa4),
    bytes(text(","), 0x80),
    Buffer.from(`\ufeff${text("\t")}`, "utf16le"),
    Buffer.from(`\ufeff${text(";")}`),
  ];
  for (const csv of encoded) {
    const checked = await checkStock(app, dealer, await zipOf({ "s.csv": csv, ...files }));
    expect(checked).toMatchObject({ faults: [], summary: { create: 1 } });
  }
});

const sound = stockCsv([stockRow()]);

/** [name, content, code, column]: what makes a whole file unusable. */
const wholeFiles: readonly (readonly [string, string | Uint8Array, string, string])[] = [
  ["an empty file", " \r\n\r\n", "file_empty", ""],
  ["a header alone", stockCsv([]), "file_empty", ""],
  ["a table without a header", "Golf;2018;Diesel\nPassat;2019;Diesel", "header_unknown", ""],
  ["a missing column", sound.replace("cmimi", "sasia"), "column_missing", "cmimi"],
  ["a column given twice", sound.replace("ngjyra", "cmimi"), "column_twice", "cmimi"],
  ["a binary file", "referenca;marka\0;modeli;viti", "file_not_text", ""],
  ["a quote that never ends", `${sound}"A-2;Golf`, "file_not_csv", ""],
  [
    "5,001 rows",
    stockCsv(Array.from({ length: 5_001 }, (_, at) => stockRow({ referenca: `R-${at}` }))),
    "too_many_rows",
    "",
  ],
];

test.each(wholeFiles)("%s makes a file unusable, with what to do", async (_, content, code, column) => {
  const checked = await checkStock(app, dealer, content);
  expect(checked).toMatchObject({ status: "failed", faults: [{ code, column }] });
  expect(checked.faults[0]?.message).toMatch(remedy);
  const apply = await app.call(`POST /api/dealer/imports/${checked.id}/apply`, {
    as: dealer,
    body: { archiveMissing: true },
  });
  expect(apply.status).toBe(409);
});

test(
  "hostile and broken ZIPs are refused by name, and nothing of them lands outside",
  { timeout: 60_000 },
  async () => {
    const photo = await stockPicture(1);
    const zip = await zipOf({ "s.csv": sound, "xx/a.jpg": photo });
    const replaced = (from: string, to: string) =>
      Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
    const encrypted = Buffer.from(zip);
    for (let at = encrypted.indexOf("PK\x01\x02"); at >= 0; at = encrypted.indexOf("PK\x01\x02", at + 1))
      encrypted.writeUInt16LE(encrypted.readUInt16LE(at + 8) | 1, at + 8);
    const files: [string, Uint8Array][] = [
      ["zip_broken", zip.subarray(0, zip.length - 40)],
      ["zip_broken", Buffer.from("nuk është ZIP")],
      ["zip_encrypted", encrypted],
      ["zip_path", replaced("xx/a.jpg", "../a.jpg")],
      ["zip_path", replaced("xx/a.jpg", "/x/a.jpg")],
      ["zip_no_csv", await zipOf({ "a.jpg": photo })],
      ["zip_many_csv", await zipOf({ "a.csv": sound, "b.csv": sound })],
      ["zip_nested", await zipOf({ "a.csv": sound, "b.zip": zip })],
      ["file_too_large", await zipOf({ "a.csv": Buffer.alloc(60_000_000, "a") })],
    ];
    for (const [code, content] of files) {
      const checked = await checkStock(app, dealer, content, { type: "application/zip" });
      expect([code, checked.status, checked.faults[0]?.code]).toEqual([code, "failed", code]);
      expect(checked.faults[0]?.message).toMatch(remedy);
    }
  },
);

test("a mobile.de file is read as far as it is known, and its unknown codes are faults with their value", async () => {
  const { db } = app.database;
  const germany = await app.registerUser({
    isDealerByHand: true,
    businessName: "Auto B",
    phone: "+38344123456",
  });
  await db.updateTable("dealers").set({ town: "Gjilan" }).where("user_id", "=", germany.id).execute();
  const car = {
    interne_nummer: "M_1",
    kategorie: "Car.Limousine",
    marke: "Volkswagen",
    modell: "Golf",
    leistung: "110",
    ez: "05.2018",
    kilometer: "85000",
    preis: "12500",
    beschaedigtes_fahrzeug: "1",
    farbe: "3",
    neufahrzeug: "2",
    bild_id: "M_1",
    waehrung: "USD",
    ccm: "1968",
    kraftstoffart: "2",
    getriebeart: "3",
  };
  const files = { "M_1_2.jpg": await stockPicture(2), "M_1_1.jpg": await stockPicture(1) };
  const content = await zipOf({ "export.csv": mobileLine(car), ...files });
  const checked = await checkStock(app, germany, content);
  expect(checked).toMatchObject({ format: "mobile_de", status: "ready", summary: { faulty: 1 } });
  const faults = checked.faults.map(({ row, column, value, code }) => [row, column, value, code].join(" "));
  expect(faults.toSorted()).toEqual(
    [
      "1 kategorie Car.Limousine code_unknown",
      "1 kraftstoffart 2 code_unknown",
      "1 getriebeart 3 code_unknown",
      "1 farbe 3 code_unknown",
      "1 neufahrzeug 2 flag_unknown",
      "1 waehrung USD currency_unknown",
    ].toSorted(),
  );
  expect(checked.faults.every(({ message }) => remedy.test(message))).toBe(true);
  await db
    .insertInto("stock_codes")
    .values([
      { format: "mobile_de", column_name: "kategorie", code: "Car.Limousine", value: "Sedan" },
      { format: "mobile_de", column_name: "farbe", code: "3", value: "Blu" },
    ])
    .execute();
  const corrected = await app.call(`PUT /api/dealer/imports/${checked.id}/rows/1`, {
    as: germany,
    body: { karburanti: "Diesel", transmisioni: "Manual", neufahrzeug: "0", waehrung: "EUR" },
  });
  expect(corrected.body).toMatchObject({ outcome: "create", faults: [] });
});
