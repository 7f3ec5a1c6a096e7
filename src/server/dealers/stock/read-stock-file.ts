import { parse } from "csv-parse";
import type { FaultCode } from "#domain/messages/stock-faults.ts";
import { decodeText } from "#domain/stock/decode-text.ts";
import { importLimits } from "#domain/dealers/import-limits.ts";
import type { AskedFormat, ImportFormat } from "#domain/stock/import-states.ts";
import { minMobileCells, mobileColumns } from "#domain/stock/mobile-de.ts";
import {
  findSeparator,
  knownNames,
  madeReference,
  readHeader,
  requiredColumns,
  statedSeparator,
  type StockColumn,
} from "#domain/stock/stock-columns.ts";
import { nearestWord } from "#domain/stock/stock-values.ts";
import type { FileRow } from "./check-rows.ts";
import { fault, type RowFault } from "./row-fault.ts";

/** What makes a whole file unusable: where, and why. */
export interface FileFault {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly code: FaultCode;
  /** What was perhaps meant. */
  readonly nearest?: string | null;
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

/** The first line that says something, whatever separates its cells. */
function firstLine(text: string): string {
  return /^\s*(.*)$/m.exec(text)?.[1] ?? "";
}

/** The table of a file that begins with Excel's line "sep=;", with what that line states. */
function withoutStated(text: string): { text: string; stated: string | null } {
  const [line] = /^\s*[^\r\n]*(?:\r\n|\r|\n|$)/.exec(text) ?? [""];
  const stated = statedSeparator(line);
  // The empty line keeps the file's numbering of lines.
  return stated === null ? { text, stated } : { text: `\n${text.slice(line.length)}`, stated };
}

/**
 * Reads a stock file: our own format with a header line, or mobile.de's without one. Faults of the whole file make it
 * unusable; those of a line stand with its row, which counts the file's lines from 1. A file without a column of
 * references gets made ones, unless `needsReference`: nobody looks at what a feed brings before it is applied.
 */
export async function readStockFile(
  bytes: Uint8Array,
  asked: AskedFormat,
  { needsReference = false } = {},
): Promise<StockFile> {
  if (bytes.length > importLimits.maxCsvBytes) return refuse("file_too_large");
  const decoded = decodeText(bytes);
  if (decoded === null) return refuse("file_not_text");
  const { text, stated } = withoutStated(decoded.text);
  // Each file of mobile.de's is the whole stock: an empty one archives all of it, once the dealer agrees.
  const mayBeEmpty = asked === "mobile_de";
  if (text.trim() === "" && !mayBeEmpty) return refuse("file_empty");
  const head = firstLine(text);
  const separator = findSeparator(head, stated) ?? findSeparator(head);
  const isMobile =
    asked === "mobile_de" || (asked === "auto" && separator === null && head.split(";").length >= manyCells);
  if (!isMobile && separator === null) return refuse("header_unknown", { value: head.slice(0, 200) });
  const lines = linesOf(text, isMobile ? ";" : (separator ?? ";"));
  let row = 1;
  try {
    const rows: FileRow[] = [];
    let columns: readonly (string | null)[] | null = isMobile ? mobileNames() : null;
    let header: readonly string[] = isMobile ? mobileColumns.map(({ name }) => name) : [];
    const isKnown = (_: string, at: number) => isMobile || (columns?.[at] ?? null) !== null;
    for await (const line of lines) {
      ({ row } = line);
      if (columns === null) {
        header = line.cells.map((name) => name.trim());
        columns = readHeader(header);
        const wrong = headerFaults(columns, header, row, needsReference);
        if (wrong.length > 0) return { ok: false, faults: wrong };
        continue;
      }
      // Spreadsheets leave lines of separators behind, for rows that somebody emptied.
      if (line.cells.every((cell) => cell.trim() === "")) continue;
      if (rows.length >= importLimits.maxRows) return refuse("too_many_rows", { row });
      rows.push(isMobile ? readMobileRow(line, columns) : readRow(line, columns, header));
    }
    if (rows.length === 0 && !mayBeEmpty) return refuse("file_empty");
    return {
      ok: true,
      format: isMobile ? "mobile_de" : "vetura",
      columns: header.filter(isKnown),
      rows,
    };
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))
      return refuse("file_not_csv", { row: row + 1 });
    throw error;
  }
}

function mobileNames(): (string | null)[] {
  const names: (string | null)[] = Array.from({ length: minMobileCells }, () => null);
  for (const { name, position } of mobileColumns) names[position] = name;
  return names;
}

function headerFaults(
  columns: readonly (string | null)[],
  header: readonly string[],
  row: number,
  needsReference: boolean,
): FileFault[] {
  const twice = header.filter((_, at) => columns[at] !== null && columns.indexOf(columns[at] ?? "") !== at);
  const needed: readonly StockColumn[] = needsReference ? ["referenca", ...requiredColumns] : requiredColumns;
  const missing = needed.filter((name) => !columns.includes(name));
  const unread = header.filter((name, at) => columns[at] === null && name !== "");
  return [
    ...twice.map((name) => ({ row, column: name, value: name, code: "column_twice" as const })),
    ...missing.map((name) => ({
      row,
      column: name,
      value: "",
      code: "column_missing" as const,
      nearest: unread.find((other) => nearestColumn(other) === name) ?? null,
    })),
  ];
}

/** The column whose name somebody may have misspelt so; null where none is near. */
function nearestColumn(name: string): StockColumn | null {
  const near = nearestWord(name, knownNames);
  return near === null ? null : (readHeader([near])[0] ?? null);
}

function cellCount(cells: readonly string[], column: string, allowed: number): RowFault {
  return fault("cell_count", { column, value: String(cells.length), allowed: String(allowed) });
}

function readMobileRow({ row, cells }: Line, columns: readonly (string | null)[]): FileRow {
  // Of mobile.de's hundred columns an empty one says nothing.
  const byColumn = Object.fromEntries(
    columns.flatMap((name, at) =>
      name === null || (cells[at] ?? "") === "" ? [] : [[name, cells[at] ?? ""]],
    ),
  );
  const isShort = cells.length < minMobileCells;
  const column = columns[cells.length] ?? columns.find((name) => name !== null) ?? "";
  return { row, cells: byColumn, faults: isShort ? [cellCount(cells, column, columns.length)] : [] };
}

/** Spreadsheets write cells without a name behind a line, and leave out the empty ones at its end. */
function readRow(
  { row, cells }: Line,
  columns: readonly (string | null)[],
  header: readonly string[],
): FileRow {
  const byColumn: Record<string, string> = {};
  const omitted: string[] = [];
  for (const [at, name] of columns.entries()) {
    const cell = cells[at];
    if (name !== null && cell !== undefined) byColumn[name] = cell;
    else if (name !== null) omitted.push(name);
  }
  const isCut = omitted.some((name) => name === "referenca" || requiredColumns.some((each) => each === name));
  const hasMore = cells.slice(columns.length).some((cell) => cell.trim() !== "");
  if (!columns.includes("referenca")) byColumn["referenca"] = madeReference(byColumn);
  // The cells that a correction may fill are all there, whatever the line has.
  if (isCut) for (const name of omitted) byColumn[name] = "";
  const column =
    header[Math.min(cells.length, header.length - 1)] ?? header.find((_, at) => columns[at] !== null) ?? "";
  return { row, cells: byColumn, faults: isCut || hasMore ? [cellCount(cells, column, columns.length)] : [] };
}
