import { parse } from "csv-parse";
import type { FaultCode } from "#domain/messages/stock-faults.ts";
import { decodeText } from "#domain/stock/decode-text.ts";
import { importLimits } from "#domain/dealers/import-limits.ts";
import type { AskedFormat, ImportFormat } from "#domain/stock/import-states.ts";
import { leastMobileCells, mobileColumns } from "#domain/stock/mobile-de.ts";
import { findSeparator, readColumn, requiredColumns } from "#domain/stock/stock-columns.ts";
import { fault, type FileRow, type RowFault } from "./check-rows.ts";

/** What makes a whole file unusable: where, and why. */
export interface FileFault {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly code: FaultCode;
}

export type StockFile =
  | {
      readonly ok: true;
      readonly format: ImportFormat;
      /** The known columns as the file's header calls them, in its order. */
      readonly columns: readonly string[];
      readonly rows: readonly FileRow[];
    }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

function refuse(code: FaultCode, more: Partial<FileFault> = {}): StockFile {
  return { ok: false, faults: [{ row: 1, column: "", value: "", code, ...more }] };
}

/** A mobile.de line has far more cells than our template. */
const manyCells = 50;

interface Line {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The lines of a CSV, in pieces, so that others have their turn meanwhile. Throws csv-parse's errors. */
async function* linesOf(text: string, separator: string): AsyncGenerator<Line> {
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 4_000_000,
  });
  const piece = 100_000;
  const write = async () => {
    for (let at = 0; at < text.length;) {
      // A letter of two units, as emoji are, is not cut in two.
      const end = at + piece + (/[\ud800-\udbff]/.test(text.charAt(at + piece - 1)) ? 1 : 0);
      if (!parser.write(text.slice(at, end))) await new Promise((resolve) => parser.once("drain", resolve));
      at = end;
    }
    parser.end();
  };
  const writing = write();
  writing.catch(() => undefined);
  const records: AsyncIterable<{ record: string[]; info: { records: number; empty_lines: number } }> = parser;
  for await (const { record, info } of records) yield { row: info.records + info.empty_lines, cells: record };
}

/** The first line that says something, whatever parts its cells. */
function firstLine(text: string): string {
  return /^\s*(.*)$/m.exec(text)?.[1] ?? "";
}

/**
 * Reads a stock file: our own format with a header line, or mobile.de's without one. Faults of the whole file make it
 * unusable; those of a line stand with its row, which counts the file's lines from 1.
 */
export async function readStockFile(bytes: Uint8Array, asked: AskedFormat): Promise<StockFile> {
  if (bytes.length > importLimits.maxCsvBytes) return refuse("file_too_large");
  const decoded = decodeText(bytes);
  if (decoded === null) return refuse("file_not_text");
  const { text } = decoded;
  if (text.trim() === "") return refuse("file_empty");
  const head = firstLine(text);
  const separator = findSeparator(head);
  const isMobile =
    asked === "mobile_de" || (asked === "auto" && separator === null && head.split(";").length >= manyCells);
  if (!isMobile && separator === null) return refuse("header_unknown", { value: head.slice(0, 200) });
  const lines = linesOf(text, isMobile ? ";" : (separator ?? ";"));
  let row = 1;
  try {
    const rows: FileRow[] = [];
    let columns: readonly (string | null)[] | null = isMobile ? mobileNames() : null;
    let header: readonly string[] = isMobile ? mobileColumns.map(({ name }) => name) : [];
    for await (const line of lines) {
      ({ row } = line);
      if (columns === null) {
        header = line.cells.map((name) => name.trim());
        columns = header.map((name) => readColumn(name));
        const wrong = headerFaults(columns, header, row);
        if (wrong.length > 0) return { ok: false, faults: wrong };
        continue;
      }
      // Spreadsheets leave lines of separators behind, for rows that somebody emptied.
      if (line.cells.every((cell) => cell.trim() === "")) continue;
      if (rows.length >= importLimits.maxRows) return refuse("too_many_rows", { row });
      rows.push(readRow(line, columns, header, isMobile));
    }
    if (rows.length === 0) return refuse("file_empty");
    return {
      ok: true,
      format: isMobile ? "mobile_de" : "vetura",
      columns: isMobile ? header : header.filter((name) => readColumn(name) !== null),
      rows,
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))
      return refuse("file_not_csv", { row: row + 1 });
    throw error;
  }
}

function mobileNames(): (string | null)[] {
  const names: (string | null)[] = Array.from({ length: leastMobileCells }, () => null);
  for (const { name, position } of mobileColumns) names[position] = name;
  return names;
}

function headerFaults(
  columns: readonly (string | null)[],
  header: readonly string[],
  row: number,
): FileFault[] {
  const twice = header.filter((_, at) => columns[at] !== null && columns.indexOf(columns[at] ?? "") !== at);
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  return [
    ...twice.map((name) => ({ row, column: name, value: name, code: "column_twice" as const })),
    ...missing.map((name) => ({ row, column: name, value: "", code: "column_missing" as const })),
  ];
}

function readRow(
  { row, cells }: Line,
  columns: readonly (string | null)[],
  header: readonly string[],
  isMobile: boolean,
): FileRow {
  const byColumn: Record<string, string> = {};
  const faults: RowFault[] = [];
  for (const [at, name] of columns.entries()) {
    if (name === null) continue;
    const cell = cells[at] ?? "";
    // Of mobile.de's hundred columns an empty one says nothing.
    if (!isMobile || cell !== "") byColumn[name] = cell;
  }
  const isWrong = isMobile ? cells.length < leastMobileCells : cells.length !== columns.length;
  if (isWrong) {
    const names = isMobile ? columns : header;
    const column =
      names[Math.min(cells.length, names.length - 1)] ?? names.find((name) => name !== null) ?? "";
    const value = String(cells.length);
    faults.push(fault("cell_count", { column, value, allowed: String(columns.length) }));
  }
  return { row, cells: byColumn, faults };
}
