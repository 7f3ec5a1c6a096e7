/** Limits of a stock file (specification.md#stock). */
export const importLimits = {
  /** Size of the file as sent. */
  maxBytes: 300_000_000,
  maxRows: 5_000,
  maxPictures: 20_000,
  uploadsADay: 20,
  /** Size of the CSV itself, also inside a ZIP. */
  maxCsvBytes: 50_000_000,
  /** Of one cell, in characters. */
  maxCell: 20_000,
  /** Length of a picture's name or address, in bytes: longer ones fit no database index. */
  maxPictureName: 2_000,
  /** Faults in an answer; faults.csv has all of them. */
  shownFaults: 1_000,
  /** Percent of the stock: to archive more, the dealer must confirm. */
  manyMissingPercent: 30,
} as const;

const reference = /^[A-Za-z0-9._-]{1,40}$/;

/** Whether a text is a valid reference. Case matters. */
export function isReference(text: string): boolean {
  return reference.test(text);
}

const carNumber = /^V-([1-9]\d{0,14})$/;

/** The number in "V-123", which identifies a car without a reference; null for any other text. */
export function carNumberIn(text: string): number | null {
  const number = carNumber.exec(text)?.[1];
  return number === undefined ? null : Number(number);
}

/** Whether archiving so many cars of a stock needs a confirmation. */
export function areManyMissing(missing: number, stock: number): boolean {
  return missing * 100 > stock * importLimits.manyMissingPercent;
}
