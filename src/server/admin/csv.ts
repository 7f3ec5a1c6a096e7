/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = "\ufeff";

// What spreadsheets take for a formula (OWASP "CSV injection"), full-width forms included.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** One value as a cell: a text that a spreadsheet would compute is given a quote in front, so that it stays a text. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[";,\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of the file. Semicolons, as spreadsheets in Albanian expect: the comma is their decimal sign. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(cell).join(";")}\r\n`;
}
