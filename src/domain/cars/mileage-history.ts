/** What a listing said of a car's mileage, under its identification number. */
export interface Reading {
  readonly at: Date;
  /** Kilometres. */
  readonly mileage: number;
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

/** What a listing adds to its history. */
export interface Addition extends Reading {
  /** It takes the place of whatever the listing said before, under another number, too: that was the slip. */
  readonly isCorrection: boolean;
}

/**
 * What a listing adds to its own readings under a number (oldest first) when it says its mileage at this moment; null for
 * the mileage that it said last. A correction has the time of the reading whose place it takes, never an earlier one: who
 * types a number later says something now, and could otherwise be earlier than an honest listing.
 */
export function additionTo(own: readonly Reading[], said: Reading, publishedAt: Date): Addition | null {
  const last = own.at(-1);
  if (last?.mileage === said.mileage) return null;
  const corrects = isCorrection(publishedAt, said.at);
  const at = corrects && last !== undefined ? last.at : said.at;
  return { at, mileage: said.mileage, isCorrection: corrects };
}

/**
 * Of a listing's readings under one number, oldest first, those that are stored: the first, the highest, the lowest and
 * the last. Who edits a hundred times pushes nothing out of the history.
 */
export function keptReadings<R extends Reading>(own: readonly R[]): R[] {
  const figures = own.map(({ mileage }) => mileage);
  const kept = new Set([
    0,
    figures.indexOf(Math.max(...figures)),
    figures.indexOf(Math.min(...figures)),
    own.length - 1,
  ]);
  return own.filter((_, at) => kept.has(at));
}
