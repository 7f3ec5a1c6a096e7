/** What a listing said of a car's mileage, under its identification number. */
export interface Reading {
  readonly at: Date;
  /** Kilometres. */
  readonly mileage: number;
  /** The listing that said it. */
  readonly listing: string;
}

/** Less than this below an earlier reading is a slip, a rounding or another unit of the instrument. In km. */
export const minDrop = 1_000;
/** A change so soon after the first publication corrects what was typed, in hours. */
export const correctionHours = 24;
/** A lower reading is public so many days after its owner was told, or at once with the owner's note. */
export const waitDays = 7;
export const maxNote = 500;

const hourMs = 3_600_000;

/** Whether a change at this moment corrects the publication, and so takes its reading's place. */
export function isCorrection(publishedAt: Date, at: Date): boolean {
  return at.getTime() - publishedAt.getTime() < correctionHours * hourMs;
}

/**
 * The readings after a listing says its mileage, oldest first. A correction takes the place of what the listing said
 * before under the same number, not of another listing's: who types a number later says something now. The same mileage
 * again is no reading.
 */
export function addReading<R extends Reading>(
  before: readonly R[],
  said: R,
  publishedAt: Date,
): readonly (R | Reading)[] {
  const isSaid = before.some(({ listing }) => listing === said.listing);
  if (isSaid && isCorrection(publishedAt, said.at))
    return [
      ...before.filter(({ listing }) => listing !== said.listing),
      { ...said, at: publishedAt },
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const last = before.findLast(({ listing }) => listing === said.listing);
  return last?.mileage === said.mileage ? before : [...before, said];
}

/** The readings that are more than `minDrop` below an earlier one. `readings`: oldest first. */
export function lowerReadings<R extends Reading>(readings: readonly R[]): R[] {
  let highest = Number.NEGATIVE_INFINITY;
  return readings.filter(({ mileage }) => {
    const isLower = highest - mileage > minDrop;
    highest = Math.max(highest, mileage);
    return isLower;
  });
}

/** Since when one of this listing's own readings is lower than an earlier one of any listing; null where none is. */
export function lowerSince(readings: readonly Reading[], listing: string): Date | null {
  return lowerReadings(readings).find((reading) => reading.listing === listing)?.at ?? null;
}
