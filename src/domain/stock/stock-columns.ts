import {
  type CarField,
  carFieldNames,
  carFieldTable,
  type FactColumn,
  isStockFact,
  type StockFact,
} from "#domain/cars/car-fields.ts";
import { fold } from "#domain/text/fold.ts";
import { type StockColumn, stockTable } from "./stock-table.ts";

export type { StockColumn } from "./stock-table.ts";

const isColumn = (name: string): name is StockColumn => Object.hasOwn(stockTable, name);

/** The columns of the template, in its order (specification.md#stock). */
export const stockColumns: readonly StockColumn[] = Object.keys(stockTable).filter(isColumn);

/** The columns that fill a fact of a car, as the table of its fields describes them. */
export const factColumns: readonly FactOfFile[] = carFieldNames
  .filter(isStockFact)
  .flatMap((name) => {
    const field = carFieldTable[name];
    return field.stock === undefined || field.kind === "list" ? [] : [{ name, column: field.stock, field }];
  })
  .toSorted((a, b) => stockColumns.indexOf(a.column) - stockColumns.indexOf(b.column));

export interface FactOfFile {
  readonly name: StockFact;
  readonly column: FactColumn;
  readonly field: Exclude<CarField, { kind: "list" }>;
}

/** A file without one of these could publish nothing. */
export const requiredColumns: readonly StockColumn[] = factColumns.flatMap(({ column, field }) =>
  field.isRequired === true ? [column] : [],
);

/** Cells whose numbers tell which decimal sign a file writes. */
export const numberColumns: readonly StockColumn[] = factColumns.flatMap(({ column, field }) =>
  field.kind === "number" || field.kind === "year" ? [column] : [],
);

/** Between the pictures of a cell. */
export const pictureSeparator = "|";

/** Our own units beside a name, "Preis (EUR)", "Leistung in kW": another unit makes it another column. */
const unit = /[\s(]+(?:in )?(?:km|kw|ccm|cm3|cc|eur|euro|€)\)?$/;

/** What is equal of two names of a column: "Kilometer-Stand (km)", "kilometer stand". */
function nameKey(name: string): string {
  return fold(name.replaceAll(/[-_.:*]+/g, " ")).replace(unit, "");
}

const columnByName: ReadonlyMap<string, StockColumn> = new Map(
  stockColumns.flatMap((column) =>
    [column, ...stockTable[column].names].map((name) => [nameKey(name), column] as const),
  ),
);

/** Every name that a file may give a column. */
export const knownNames: readonly string[] = [...columnByName.keys()];

/** The column that a header's cell names, in any of the table's languages; null for any other text. */
export function readColumn(name: string): StockColumn | null {
  return columnByName.get(nameKey(name)) ?? null;
}

/**
 * The columns that a header names. Where a column stands there by the template's name, another name for it is a column
 * of the dealer's own and is not read.
 */
export function readHeader(header: readonly string[]): (StockColumn | null)[] {
  const own = new Set(header.map((name) => fold(name)));
  return header.map((name) => {
    const column = readColumn(name);
    return column !== null && fold(name) !== column && own.has(column) ? null : column;
  });
}

/** What a file calls our columns, by its header. */
export function headersOf(header: readonly string[]): ReadonlyMap<string, string> {
  const columns = readHeader(header);
  return new Map(
    header.flatMap((name, at) => {
      const column = columns[at] ?? null;
      return column === null ? [] : [[column, name] as const];
    }),
  );
}

/** The separator that a file's first line states, as Excel writes it ("sep=;"); null where the line is another one. */
export function statedSeparator(line: string): string | null {
  const stated = /^\s*"?sep=([^\sA-Za-z0-9"]|\t)"?[;,\t|]*\s*$/i.exec(line)?.[1];
  return stated ?? null;
}

/**
 * The separator of a file by its header: the stated one, or the sign that separates most of our column names. Null where
 * it finds fewer than three of them.
 */
export function findSeparator(header: string, stated: string | null = null): string | null {
  const counted = (stated === null ? [";", ",", "\t", "|"] : [stated]).map((sign) => {
    const names = header.split(sign).map((name) => readColumn(name.replace(/^\s*"|"\s*$/g, "")));
    return { sign, known: new Set(names.filter((name) => name !== null)).size };
  });
  const best = counted.toSorted((a, b) => b.known - a.known)[0];
  return best === undefined || best.known < 3 ? null : best.sign;
}

/** Its letters and digits, joined by hyphens. */
function slug(text: string | undefined, maxLength: number): string {
  return fold(text ?? "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replaceAll(/^-+|-+$/g, "");
}

/** A car's reference where the file has no column for one: of what does not change while it is for sale. */
export function madeReference(cells: Readonly<Partial<Record<string, string>>>): string {
  const figures = [cells["viti"]?.slice(0, 4), cells["km"]].map((text) =>
    (text ?? "").replaceAll(/\D/g, "").slice(0, 7),
  );
  return [slug(cells["marka"], 13), slug(cells["modeli"], 13), ...figures]
    .filter((part) => part !== "")
    .join("-");
}
