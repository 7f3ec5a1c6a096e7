/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = "\ufeff";

// What spreadsheets take for a formula (OWASP "CSV injection"), full-width forms included.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A text as a cell that no spreadsheet computes: one that looks like a formula gets `'` in front. */
export function guardCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Takes exactly that `'` away again. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/** For files that programs read, which do not know the `'`: what makes a text a formula goes. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? withoutFormula(text.slice(1)) : text;
}

/** An amount of money as a cell. */
interface Decimal {
  readonly cents: number;
}

export type CsvCell = string | number | Decimal;

/** Cents as an amount with two digits, which spreadsheets compute with: -350 is "-3,50". */
export function decimal(cents: number): Decimal {
  return { cents };
}

function decimalText({ cents }: Decimal): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? "-" : ""}${whole},${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

/**
 * A line of a file, its texts guarded. Semicolons, as spreadsheets in Albanian expect: the comma is their decimal sign.
 * `separator` and `guard` for files of another format.
 */
export function csvLine(
  cells: readonly CsvCell[],
  { separator = ";", guard = guardCell }: { separator?: ";" | ","; guard?: (text: string) => string } = {},
): string {
  const texts = cells.map((cell) => {
    if (typeof cell === "object") return decimalText(cell);
    const text = typeof cell === "number" ? String(cell) : guard(cell);
    return /[";,\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(separator)}\r\n`;
}
