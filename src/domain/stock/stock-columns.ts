import { fold } from "#domain/text/fold.ts";

/** The columns of the template, in its order (specification.md#stock). */
export const stockColumns = [
  "referenca",
  "marka",
  "modeli",
  "viti",
  "km",
  "cmimi",
  "karburanti",
  "transmisioni",
  "karroceria",
  "ngjyra",
  "kw",
  "cc",
  "origjina",
  "gjendja",
  "doganuar",
  "qyteti",
  "pershkrimi",
  "fotot",
] as const;
export type StockColumn = (typeof stockColumns)[number];

/** A file without one of these could publish nothing. */
export const requiredColumns: readonly StockColumn[] = [
  "referenca",
  "marka",
  "modeli",
  "viti",
  "km",
  "cmimi",
  "karburanti",
  "transmisioni",
  "karroceria",
  "qyteti",
];

/** Cells whose numbers tell which decimal sign a file writes. */
export const numberColumns: readonly StockColumn[] = ["viti", "km", "cmimi", "kw", "cc"];

/** Between the pictures of a cell. */
export const pictureSeparator = "|";

const byName: ReadonlyMap<string, StockColumn> = new Map(stockColumns.map((column) => [column, column]));

/** The column that a header names, whatever its case and accents ("Çmimi", "KM"); null for any other text. */
export function readColumn(header: string): StockColumn | null {
  return byName.get(fold(header)) ?? null;
}

/** What a file calls our columns, by its header. */
export function headersOf(header: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    header.flatMap((name) => {
      const column = readColumn(name);
      return column === null ? [] : [[column, name] as const];
    }),
  );
}

/**
 * The separator of a file by its header: the sign that parts most of our column names. Null where no sign finds three of them.
 */
export function findSeparator(header: string): string | null {
  const counted = [";", ",", "\t", "|"].map((sign) => {
    const names = header.split(sign).map((name) => readColumn(name.replace(/^\s*"|"\s*$/g, "")));
    return { sign, known: names.filter((name) => name !== null).length };
  });
  const best = counted.toSorted((a, b) => b.known - a.known)[0];
  return best === undefined || best.known < 3 ? null : best.sign;
}

const formula = /^[=+\-@]/;

/** A cell as the export writes it: one that a spreadsheet would compute gets `'` in front. */
export function guardCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Takes exactly that `'` away again. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/** A line of our files: semicolons, because the comma is the decimal sign here. Cells are written as they are. */
export function writeLine(cells: readonly string[]): string {
  const line = cells.map((cell) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${line.join(";")}\r\n`;
}
