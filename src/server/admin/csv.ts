/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = "\ufeff";

// Characters that start a formula in spreadsheets (OWASP "CSV injection"), full-width forms included.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** An amount of money as a cell. */
interface Decimal {
  readonly cents: number;
}

/** Cents as an amount with two decimals for spreadsheets: -350 is "-3,50". */
export function decimal(cents: number): Decimal {
  return { cents };
}

function decimalText({ cents }: Decimal): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? "-" : ""}${whole},${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

/** A value as a cell: a text that a spreadsheet would compute gets a leading quote. */
function cell(value: string | number | Decimal): string {
  if (typeof value === "object") return decimalText(value);
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[";,\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of the file. Semicolons, because in Albanian spreadsheets the comma is the decimal sign. */
export function csvLine(values: readonly (string | number | Decimal)[]): string {
  return `${values.map(cell).join(";")}\r\n`;
}
