/** What a listing said of a car's mileage, under its identification number. */
export interface Reading {
  readonly at: Date;
  /** Kilometres. */
  readonly mileage: number;
}

/** Less than this below an earlier reading is a slip, a rounding or another unit of the instrument. In km. */
export const minDrop = 1_000;
/** A change so soon after a figure was typed corrects it, in hours. */
export const correctionHours = 24;
/** Figures that a listing corrected stood less than this within `correctionDays`, all together; else they count. In hours. */
export const maxCorrectedHours = 48;
export const correctionDays = 30;
/** A lower reading is public so many days after its owner was told, or at once with the owner's note. */
export const waitDays = 7;
export const maxNote = 500;

const hourMs = 3_600_000;

/** Whether a change at this moment may correct what was typed then. */
export function isCorrection(typedAt: Date, at: Date): boolean {
  return at.getTime() - typedAt.getTime() < correctionHours * hourMs;
}

/** A listing's reading among those of all listings with the number. */
export interface OwnReading extends Reading {
  /** The highest that any listing said before it; null where none did. Kilometres. */
  readonly highest: number | null;
}

/** Since when a listing said figures that it then corrected, and until when. */
export interface Correction {
  readonly since: Date;
  readonly until: Date;
}

/** A listing's readings under a number once it says its mileage. */
export interface AfterSaying<R> {
  /** Of those so far. */
  readonly kept: readonly R[];
  /** Null where the listing says again what it said. */
  readonly added: Reading | null;
  /** What is to be remembered of a correction; null on the day of the publication. */
  readonly correction: Correction | null;
}

function isFarBelow(mileage: number, other: number | null): boolean {
  return other !== null && other - mileage > minDrop;
}

/** How many of the newest readings are slips: a day old at most, and far below earlier ones or far above what is said now. */
function countSlips(own: readonly OwnReading[], said: Reading): number {
  const firstGood = own.findLastIndex(
    ({ at, mileage, highest }) =>
      !isCorrection(at, said.at) || !(isFarBelow(mileage, highest) || isFarBelow(said.mileage, mileage)),
  );
  return own.length - 1 - firstGood;
}

/**
 * Whether what a listing takes back is a typing error: it stood less than a day, and with what the listing `corrected`
 * within `correctionDays` not too long. Who alternates between two figures or numbers makes none.
 */
export function isTypingError(slip: Correction, corrected: readonly Correction[]): boolean {
  if (!isCorrection(slip.since, slip.until)) return false;
  const earlier = corrected.filter(({ since }) => since.getTime() !== slip.since.getTime());
  const ms = [...earlier, slip].reduce((sum, { since, until }) => sum + until.getTime() - since.getTime(), 0);
  return ms < maxCorrectedHours * hourMs;
}

/**
 * The time of what is said in the place of a slip: the slip's, so that a chain of low figures is as old as its first. A
 * figure that is far higher and not low itself has its own: it may be a slip, and then has its day to be corrected.
 */
function timeOf(said: Reading, slip: OwnReading): Date {
  const isUp = isFarBelow(slip.mileage, said.mileage) && !isFarBelow(said.mileage, slip.highest);
  return isUp ? said.at : slip.at;
}

/**
 * A listing's readings under a number (`own`, oldest first) once it says its mileage at this moment. On the day of its
 * publication that takes the place of what it said before. Later it takes the place of slips alone, and only while the
 * listing does not correct itself again and again (`corrected`: within `correctionDays`).
 */
export function afterSaying<R extends OwnReading>(
  own: readonly R[],
  said: Reading,
  { publishedAt, corrected }: { readonly publishedAt: Date; readonly corrected: readonly Correction[] },
): AfterSaying<R> {
  const last = own.at(-1);
  if (last === undefined) return { kept: [], added: said, correction: null };
  if (last.mileage === said.mileage) return { kept: own, added: null, correction: null };
  if (isCorrection(publishedAt, said.at))
    return { kept: [], added: { ...said, at: timeOf(said, last) }, correction: null };
  const kept = own.slice(0, own.length - countSlips(own, said));
  const slip = own[kept.length];
  const correction = { since: slip?.at ?? said.at, until: said.at };
  if (slip === undefined || !isTypingError(correction, corrected))
    return { kept: keptReadings(own), added: said, correction: null };
  const isSaidAgain = kept.at(-1)?.mileage === said.mileage;
  return { kept, added: isSaidAgain ? null : { ...said, at: timeOf(said, slip) }, correction };
}

/**
 * Of a listing's readings under one number, oldest first, those that are stored beside the one that it says now: the
 * first, the highest, the lowest and the last. Who edits a hundred times pushes nothing out of the history, nor does a
 * slip that is corrected.
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
