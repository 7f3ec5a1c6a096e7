import type { Kysely, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterSaying, isCorrection, isTypingError, waitDays } from "#domain/cars/mileage-history.ts";
import type { SealedVin } from "#domain/cars/vin.ts";
import { insertJob } from "#server/platform/jobs/jobs.queries.ts";
import type { VinBefore } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { partsOf, type VinChange } from "./seal-vin.ts";
import { forgetVinEvidence, keepVinEvidence } from "./vin-evidence.queries.ts";
import {
  backdateVin,
  deleteReadings,
  deleteReadingsSince,
  findCarWithVin,
  findChangedLower,
  findLowerSince,
  insertReading,
  loadCorrections,
  loadListingReadings,
  lockCarOfVin,
  noteCarForReview,
  removeVin,
  type StoredReading,
  writeCorrection,
  writeLower,
  writeVin,
} from "./vin.queries.ts";

/** The job that tells an owner of a lower reading. */
export const lowerMailTask = "send_lower_mileage_mail";

const dayMs = 86_400_000;

type CarWithVin = NonNullable<Awaited<ReturnType<typeof findCarWithVin>>>;

/**
 * Writes what a listing says of its car's number and mileage, in the transaction that publishes or changes it: the number
 * where the form says one, and a reading where the car has a number and its mileage is another one than it last said.
 * A reading far below an earlier one is told to the owner at once. Two listings that say something in the same moment
 * may miss each other: neither is earlier.
 */
export async function noteMileage(trx: Transaction<DB>, carId: string, vin: VinChange): Promise<void> {
  if (vin !== undefined) await changeVin(trx, carId, vin);
  const car = await findCarWithVin(trx, carId);
  if (car === null) return;
  const own = await loadListingReadings(trx, car.hash, carId);
  if (own.at(-1)?.mileage !== car.mileage) await say(trx, car, own);
  await tellLower(trx, car, own);
}

/** Gives the car this number, or none. */
async function changeVin(trx: Transaction<DB>, carId: string, vin: SealedVin | null): Promise<void> {
  const parts = vin === null ? null : partsOf(vin);
  const car = await findCarWithVin(trx, carId);
  if (car !== null && parts?.hash.equals(car.hash) === true) return;
  if (car !== null) await leaveVin(trx, car);
  if (parts === null) return;
  await writeVin(trx, carId, parts);
  await forgetVinEvidence(trx, carId, parts.hash);
}

/**
 * The car's number is taken away or replaced. What it showed of the car stays for the review, so that nobody gets out of it
 * that way. Where it was given within the day, the number was the slip, and what was said under it goes, too.
 */
async function leaveVin(
  trx: Transaction<DB>,
  { id: carId, hash, set_at: since, now }: CarWithVin,
): Promise<void> {
  await keepVinEvidence(trx, carId, hash);
  const slip = { since, until: now };
  if (isTypingError(slip, await loadCorrections(trx, carId))) {
    await deleteReadingsSince(trx, { hash, carId, since });
    await writeCorrection(trx, carId, slip);
  }
  await removeVin(trx, carId);
}

/**
 * Gives a car back the number that it had before a file gave it another one or took it away, null: none. Undone within the
 * day, nothing stays of the file's number. Call it before the car's mileage is written (`noteMileage`).
 */
export async function takeVinBack(
  trx: Transaction<DB>,
  carId: string,
  before: VinBefore | null,
): Promise<void> {
  const given = await findCarWithVin(trx, carId);
  await changeVin(trx, carId, before?.number ?? null);
  if (given !== null && isCorrection(given.set_at, given.now))
    await forgetVinEvidence(trx, carId, given.hash);
  if (before !== null) await backdateVin(trx, carId, before);
}

/** Adds what the car says now to its readings. `own`: those so far. */
async function say(trx: Transaction<DB>, car: CarWithVin, own: readonly StoredReading[]): Promise<void> {
  const { id: carId, mileage, now: at, created_at: publishedAt } = car;
  const corrected = await loadCorrections(trx, carId);
  const { kept, added, correction } = afterSaying(own, { at, mileage }, { publishedAt, corrected });
  await deleteReadings(
    trx,
    own.filter((reading) => !kept.includes(reading)).map(({ id }) => id),
  );
  if (correction !== null) await writeCorrection(trx, carId, correction);
  if (added === null) return;
  // The owner is told once, also of what is said after it.
  const { toldAt, publicAt } = toldOf(own);
  const about = { vinHash: car.hash, listing: carId, ownerId: car.owner_id };
  await insertReading(trx, { ...added, ...about, id: uuidv7(), toldAt, publicAt });
}

/** When the owner was told that a listing says less than an earlier one, and since when a note has it public. */
function toldOf(own: readonly StoredReading[]): { toldAt: Date | null; publicAt: Date | null } {
  const told = own.find((reading) => reading.toldAt !== null);
  return { toldAt: told?.toldAt ?? null, publicAt: told?.publicAt ?? null };
}

/** Tells the owner where the listing says less than an earlier one since now, and takes that back where it does not any more. */
async function tellLower(
  trx: Transaction<DB>,
  car: CarWithVin,
  own: readonly StoredReading[],
): Promise<void> {
  const { id: carId, hash, now } = car;
  const since = await findLowerSince(trx, hash, carId);
  const { toldAt, publicAt } = toldOf(own);
  const isKnown = (since !== null) === (car.lower_since !== null);
  if (isKnown && (since !== null || toldAt === null)) return;
  const told = toldAt ?? now;
  const waitedFor = new Date(told.getTime() + waitDays * dayMs);
  const noted = publicAt ?? (car.note === null ? null : now);
  const early = noted !== null && noted < waitedFor ? noted : null;
  await writeLower(
    trx,
    { carId, hash },
    since && { since, toldAt: told, early, publicAt: early ?? waitedFor },
  );
  if (since !== null)
    await insertJob(trx, {
      task: lowerMailTask,
      payload: { carId },
      runAt: null,
      maxAttempts: 15,
      key: `${lowerMailTask}:${carId}`,
      line: null,
    });
}

/**
 * Brings the notices of lower readings in line with what other listings say: one ends where the earlier reading is gone or
 * its listing is taken down, and comes where that is given back.
 */
export async function settleLower(db: Kysely<DB>): Promise<void> {
  for (const carId of await findChangedLower(db))
    await db.transaction().execute(async (trx) => {
      await lockCarOfVin(trx, carId);
      const car = await findCarWithVin(trx, carId);
      if (car === null) return;
      await tellLower(trx, car, await loadListingReadings(trx, car.hash, carId));
      await noteCarForReview(trx, carId);
    });
}
