/** Bounds of a file of stock (specification.md#stock). */
export const importLimits = {
  /** Of the file as it is sent. */
  maxBytes: 300_000_000,
  maxRows: 5_000,
  maxPictures: 20_000,
  uploadsADay: 20,
  /** Of the CSV by itself, also inside a ZIP. */
  maxCsvBytes: 50_000_000,
  /** Of one cell, in characters. */
  maxCell: 20_000,
  /** Of a picture's name or address, in bytes: longer ones are in no index of the database. */
  maxPictureName: 2_000,
  /** Faults in an answer; all of them are in faults.csv. */
  shownFaults: 1_000,
  /** Percent of the stock: where more would be archived, the dealer is asked once more. */
  manyMissingPercent: 30,
} as const;

const reference = /^[A-Za-z0-9._-]{1,40}$/;

/** Whether a text may be a dealer's own name for a car. Case counts. */
export function isReference(text: string): boolean {
  return reference.test(text);
}

const carNumber = /^V-([1-9]\d{0,14})$/;

/** The number in "V-123", by which an import knows a car that has no reference; null for any other text. */
export function carNumberIn(text: string): number | null {
  const number = carNumber.exec(text)?.[1];
  return number === undefined ? null : Number(number);
}

/** Whether so many missing cars of a stock are asked about once more. */
export function areManyMissing(missing: number, stock: number): boolean {
  return missing * 100 > stock * importLimits.manyMissingPercent;
}
