import { expect, test } from "vitest";
import { stockCsv, stockRow } from "#testing/stock-files.ts";
import { readStockFile } from "./read-stock-file.ts";

const separators = ";".repeat(17);

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
