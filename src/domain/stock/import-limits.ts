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
  /** Faults in an answer; all of them are in faults.csv. */
  shownFaults: 1_000,
  /** Percent of the stock: where more would be archived, the dealer is asked once more. */
  manyMissingPercent: 30,
  maxReference: 40,
} as const;
