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

/** What a listing adds to a history. */
export interface Addition {
  readonly reading: Reading;
  /** It takes the place of whatever the listing said before, under another number, too: that was the slip. */
  readonly isCorrection: boolean;
}

/**
 * What a listing adds when it says its mileage at this moment; null for the mileage that it said last. A correction has the
 * time of the reading under this number that it takes the place of, and no earlier one: who types a stranger's number
 * later would otherwise be earlier than an honest listing.
 */
export function additionTo(before: readonly Reading[], said: Reading, publishedAt: Date): Addition | null {
  const last = before.findLast(({ listing }) => listing === said.listing);
  if (last?.mileage === said.mileage) return null;
  const corrects = isCorrection(publishedAt, said.at);
  const at = corrects && last !== undefined ? last.at : said.at;
  return { reading: { ...said, at }, isCorrection: corrects };
}

/** The readings with an addition, oldest first. */
export function withAddition(before: readonly Reading[], addition: Addition | null): readonly Reading[] {
  if (addition === null) return before;
  const { reading, isCorrection: corrects } = addition;
  const kept = corrects ? before.filter(({ listing }) => listing !== reading.listing) : before;
  return [...kept, reading].toSorted((a, b) => a.at.getTime() - b.at.getTime());
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
