import { expect, test } from "vitest";
import { carColors } from "#domain/cars/car-colors.ts";
import { stockRow } from "#testing/stock-files.ts";
import { type StockColumn, stockColumns } from "#domain/stock/stock-columns.ts";
import { type ColumnWords, stockTable } from "#domain/stock/stock-table.ts";
import { readChoice, wordKey } from "#domain/stock/stock-values.ts";
import { RowChecker } from "./check-rows.ts";
import { readStockFile } from "./read-stock-file.ts";

/** How the columns of a file stand in it, and a car of it. */
type Sheet = readonly (readonly string[])[];

const german: Sheet = [
  [
    "Marke",
    "Modell",
    "Baujahr",
    "Kilometerstand",
    "Preis",
    "Kraftstoff",
    "Getriebe",
    "Karosserie",
    "Ort",
    "Beschreibung",
    "Bilder",
  ],
  [
    "VW",
    "Golf",
    "2018",
    "85.000",
    "12.500,00 €",
    "Benzin",
    "Schaltgetriebe",
    "Kombi",
    "Priština",
    "Gepflegt; Nichtraucher",
    "a.jpg",
  ],
];
const english: Sheet = [
  [
    "make",
    "model",
    "year",
    "mileage",
    "price",
    "fuel",
    "transmission",
    "body",
    "city",
    "description",
    "photos",
  ],
  [
    "Volkswagen",
    "Golf",
    "2018",
    "85,000",
    "€12,500.00",
    "Petrol",
    "Automatic",
    "Estate",
    "Pristina",
    'One owner, "as new"',
    "a.jpg",
  ],
];
const serbian: Sheet = [
  [
    "Marka",
    "Model",
    "Godište",
    "Kilometraža",
    "Cena (EUR)",
    "Gorivo",
    "Menjač",
    "Karoserija",
    "Grad",
    "Opis",
    "Slike",
  ],
  [
    "Volkswagen",
    "Golf",
    "2018",
    "85.000 km",
    "12500",
    "Dizel",
    "Automatski",
    "Limuzina",
    "Peć",
    "Redovno održavan",
    "a.jpg",
  ],
];
const albanian: Sheet = [stockColumns, stockColumns.map((column) => stockRow()[column])];

function written(sheet: Sheet, separator: string, { end = "\r\n", all = false } = {}): string {
  const quote = (cell: string) =>
    all || /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return sheet.map((cells) => cells.map(quote).join(separator) + end).join("");
}

function checkedRows(file: Awaited<ReturnType<typeof readStockFile>>) {
  if (!file.ok) throw new Error(JSON.stringify(file.faults));
  const checker = new RowChecker(
    {
      format: file.format,
      headers: new Map(),
      cars: [],
      removedReferences: new Set(),
      seller: { name: "Auto Arta", phone: "+38344123456", town: null },
      catalogue: new Map([["Volkswagen", ["Golf"]]]),
      aliases: new Map(),
      pictures: new Map([["a.jpg", { hash: "a" }]]),
      photosByHash: new Map(),
      ownPhotoIds: new Set(),
      photoIdIn: () => null,
      photoUrl: (id) => id,
      isZip: true,
      picturesOf: () => "",
      codes: new Map(),
      now: new Date("2026-11-23"),
    },
    file.rows,
  );
  return file.rows.map((row) => checker.check(row));
}

/** Excel's "Unicode text": UTF-16 with its mark, tabs. */
const unicodeText = (sheet: Sheet) => Buffer.from(`\ufeff${written(sheet, "\t")}`, "utf16le");

const files: readonly (readonly [string, string | Buffer, number])[] = [
  ["Excel in German, CSV UTF-8", `\ufeff${written(german, ";")}`, 2],
  [
    "Excel in German, CSV (Windows-1252)",
    Buffer.from(written(german, ";").replaceAll("š", "\x9a").replaceAll("€", "\x80"), "latin1"),
    2,
  ],
  ["Excel in German, Unicode text", unicodeText(german), 2],
  ["Excel with its line of the separator", `\ufeffsep=;\r\n${written(german, ";")}`, 3],
  [
    "LibreOffice after Excel, the line quoted and filled up",
    `"sep=,"${",".repeat(10)}\n${written(german, ",", { end: "\n", all: true })}`,
    3,
  ],
  ["Excel with a stated tab", `sep=\t\r\n${written(german, "\t")}`, 3],
  ["LibreOffice in German, all texts quoted", written(german, ";", { end: "\n", all: true }), 2],
  ["Numbers in German", written(german, ";", { end: "\n" }), 2],
  ["Google Sheets in German", written(german, ",", { end: "\r\n" }), 2],
  ["Excel in English", written(english, ","), 2],
  ["Excel in English, Unicode text", unicodeText(english), 2],
  ["Google Sheets in English", written(english, ",", { end: "\r\n" }), 2],
  [
    "Numbers in English, with an empty table's rest",
    written([...english, Array.from({ length: 11 }, () => "")], ",", { end: "\n" }),
    2,
  ],
  ["Excel for the old Mac, CR alone", written(english, ";", { end: "\r" }), 2],
  ["Excel in Serbian", `\ufeff${written(serbian, ";")}`, 2],
  [
    "Excel in Albanian, with empty columns behind",
    written(
      albanian.map((cells) => cells.concat("", "", "")),
      ";",
    ),
    2,
  ],
  [
    "a header with empty columns that its lines lack",
    written([[...(german[0] ?? []), "", ""], german[1] ?? []], ";"),
    2,
  ],
];

test.each(files)("a stock file is read as %s writes it", async (_, content, row) => {
  const file = await readStockFile(Buffer.from(content), "auto");
  const [checked] = checkedRows(file);
  expect(checked?.faults).toEqual([]);
  expect(checked).toMatchObject({
    row,
    outcome: "create",
    plan: { fields: { brand: "Volkswagen", model: "Golf", year: 2018, mileage: 85_000, price: 12_500 } },
  });
});

test("words in other languages are shown beside what they were read as", async () => {
  const [checked] = checkedRows(await readStockFile(Buffer.from(written(german, ";")), "auto"));
  expect(checked?.reference).toBe("vw-golf-2018-85000");
  expect(checked?.plan?.fields).toMatchObject({
    fuel: "Benzinë",
    transmission: "Manual",
    type: "Wagon",
    location: "Prishtinë",
  });
  expect(checked?.plan?.changes.slice(3).map(({ before, after }) => [before, after])).toEqual([
    ["VW", "Volkswagen"],
    ["Benzin", "Benzinë"],
    ["Schaltgetriebe", "Manual"],
    ["Kombi", "Karavan"],
    ["Priština", "Prishtinë"],
  ]);
});

test("a word or a column that is not known is a fault that proposes the nearest", async () => {
  const [header = [], car = []] = german;
  const misspelt = [header, car.map((cell) => (cell === "Schaltgetriebe" ? "Schaltgetribe" : cell))];
  const [checked] = checkedRows(await readStockFile(Buffer.from(written(misspelt, ";")), "auto"));
  expect(checked?.faults).toMatchObject([{ code: "value_unknown", value: "Schaltgetribe" }]);
  expect(checked?.faults[0]?.message).toContain("«Schaltgetriebe»");
  const other = [header.map((name) => (name === "Preis" ? "Preiss" : name)), car];
  expect(await readStockFile(Buffer.from(written(other, ";")), "auto")).toMatchObject({
    ok: false,
    faults: [{ row: 1, column: "cmimi", code: "column_missing", nearest: "Preiss" }],
  });
});

test("a column in PS is not read as kW, and a template's name wins over another name of its column", async () => {
  const [header = [], car = []] = english;
  const sheet = [
    [...header, "Power (PS)", "Marka", "Farbe"],
    [...car, "150", "Volkswagen", "schwarz"],
  ];
  const file = await readStockFile(Buffer.from(written(sheet, ";")), "auto");
  const [checked] = checkedRows(file);
  expect(checked?.plan?.fields).toMatchObject({ power: null, brand: "Volkswagen", color: "E zezë" });
  if (file.ok) expect(file.columns).toEqual([...header.slice(1), "Marka", "Farbe"]);
});

test("a line that a spreadsheet left short says nothing of its optional cells, and a cut one is a fault", async () => {
  const columns = ["referenca", ...(english[0] ?? [])];
  const short = [columns, ["A-1", ...(english[1] ?? []).slice(0, -1)], ["A-2", "Volkswagen", "Golf"]];
  const file = await readStockFile(Buffer.from(written(short, ";")), "auto");
  if (!file.ok) throw new Error(JSON.stringify(file.faults));
  expect(file.rows.map(({ faults }) => faults.map(({ code }) => code))).toEqual([[], ["cell_count"]]);
  expect(file.rows[0]?.cells).not.toHaveProperty("fotot");
});

test("a feed without references is refused: nobody looks at it before it is applied", async () => {
  const file = await readStockFile(Buffer.from(written(german, ";")), "auto", { needsReference: true });
  expect(file).toMatchObject({ ok: false, faults: [{ column: "referenca", code: "column_missing" }] });
});

test("no name stands for two columns, and no word for two values", () => {
  const names = new Map<string, string>();
  for (const column of stockColumns)
    for (const name of [column, ...stockTable[column].names]) {
      expect([name, names.get(wordKey(name)) ?? column]).toEqual([name, column]);
      names.set(wordKey(name), column);
    }
  const worded: [StockColumn, string, string][] = stockColumns.flatMap((column) => {
    const row: ColumnWords = stockTable[column];
    return Object.entries(row.words ?? {}).flatMap(([value, words]) =>
      words.map((word): [StockColumn, string, string] => [column, word, value]),
    );
  });
  for (const [column, word, value] of worded)
    expect([column, word, String(readChoice(column, word))]).toEqual([column, word, value]);
  expect(readChoice("ngjyra", "weiss")).toBe(carColors[1]);
});
