/**
 * The series that a document is numbered in: one a year for invoices, one for credit notes ("GJ-"), and others
 * where no real money moved. `year` is that in which the money came or went back.
 */
export function invoiceSeries(document: { year: number; isCreditNote: boolean; isTest: boolean }): string {
  const { year, isCreditNote, isTest } = document;
  return `${isTest ? "PROVË-" : ""}${isCreditNote ? "GJ-" : ""}${year}`;
}

/** A document's number as it is printed: "2026-000001". More than a million a year go on with seven digits. */
export function invoiceNumber(series: string, position: number): string {
  return `${series}-${String(position).padStart(6, "0")}`;
}
