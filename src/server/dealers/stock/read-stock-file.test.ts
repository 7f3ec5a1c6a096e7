import { expect, test } from "vitest";
import { stockColumns } from "#domain/stock/stock-columns.ts";
import { stockCsv, stockRow } from "#testing/stock-files.ts";
import { readStockFile } from "./read-stock-file.ts";

const separators = ";".repeat(stockColumns.length - 1);

test("lines of nothing but separators are left out of a stock file, and the lines after them keep their number", async () => {
  const [header, first, second] = stockCsv([stockRow(), stockRow({ referenca: "A-2" })]).split("\r\n");
  const content = [header, first, separators, ` ${separators} `, "  ", second, separators, ""].join("\r\n");
  const file = await readStockFile(Buffer.from(content), "auto");
  if (!file.ok) throw new Error(JSON.stringify(file.faults));
  expect(file.rows.map(({ row, cells, faults }) => [row, cells["referenca"], faults])).toEqual([
    [2, "A-1", []],
    [6, "A-2", []],
  ]);
});

test("a stock file of separators alone below its header is empty", async () => {
  const content = `${stockCsv([])}${separators}\r\n${separators}\r\n`;
  expect(await readStockFile(Buffer.from(content), "auto")).toMatchObject({
    ok: false,
    faults: [{ code: "file_empty" }],
  });
});

test.each(["", "\r\n", `${";".repeat(90)}\r\n`])(
  "the empty mobile.de file %j is a stock without cars, and of no other format",
  async (content) => {
    expect(await readStockFile(Buffer.from(content), "mobile_de")).toMatchObject({ ok: true, rows: [] });
    expect(await readStockFile(Buffer.from(content), "vetura")).toMatchObject({ ok: false });
  },
);

test("a stock file in UTF-16 with NUL in it is no text: the database would not take its cells", async () => {
  const text = `\ufeff${stockCsv([stockRow({ pershkrimi: "a\0b" })])}`;
  expect(await readStockFile(Buffer.from(text, "utf16le"), "auto")).toMatchObject({
    ok: false,
    faults: [{ code: "file_not_text" }],
  });
});

test("an emoji stays whole wherever it stands in a long stock file", async () => {
  const rows = Array.from({ length: 60 }, (_, at) =>
    stockRow({ referenca: `A-${at}`, pershkrimi: "🚗".repeat(2_000) }),
  );
  // Read in pieces, which would end between the two halves of a letter in one of these files.
  for (const shift of ["", " "]) {
    const file = await readStockFile(Buffer.from(shift + stockCsv(rows)), "auto");
    if (!file.ok) throw new Error(JSON.stringify(file.faults));
    expect(new Set(file.rows.map(({ cells }) => cells["pershkrimi"]))).toEqual(new Set(["🚗".repeat(2_000)]));
  }
});

test.each([
  ["a file of one column", "referenca\r\nA-1\r\nA-2\r\n", "header_unknown"],
  ["UTF-16 without its mark", Buffer.from(stockCsv([stockRow()]), "utf16le"), "file_not_text"],
  ["a byte order mark alone", "\ufeff", "file_empty"],
  ["a page of HTML", "<!doctype html><html><body>Hyni</body></html>", "header_unknown"],
  ["a file whose first quote never closes", `"${stockCsv([stockRow()])}`, "file_not_csv"],
])("%s is no stock file", async (_, content, code) => {
  expect(await readStockFile(Buffer.from(content), "auto")).toMatchObject({ ok: false, faults: [{ code }] });
});
