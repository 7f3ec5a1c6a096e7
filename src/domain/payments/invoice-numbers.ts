/**
 * The number series of a document: per year one for invoices and one for credit notes ("GJ-"), and separate
 * ones for test payments. `year`: when the money came or went back.
 */
export function invoiceSeries(document: { year: number; isCreditNote: boolean; isTest: boolean }): string {
  const { year, isCreditNote, isTest } = document;
  return `${isTest ? "PROVË-" : ""}${isCreditNote ? "GJ-" : ""}${year}`;
}

/** A document's printed number: "2026-000001". Beyond a million a year it has seven digits. */
export function invoiceNumber(series: string, position: number): string {
  return `${series}-${String(position).padStart(6, "0")}`;
}
