import type { Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { additionTo, isCorrection, keptReadings, waitDays } from "#domain/cars/mileage-history.ts";
import { insertJob } from "#server/platform/jobs/jobs.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { partsOf, type VinChange } from "./seal-vin.ts";
import {
  deleteReadings,
  deleteReadingsOf,
  findCarWithVin,
  findLowerSince,
  insertReading,
  loadListingReadings,
  removeVin,
  type StoredReading,
  writeLower,
  writeVin,
} from "./vin.queries.ts";

/** The job that tells an owner of a lower reading. */
export const lowerMailTask = "send_lower_mileage_mail";

const dayMs = 86_400_000;

/**
 * Writes what a listing says of its car's number and mileage, in the transaction that publishes or changes it: the number
 * where the form says one, and a reading where the car has a number and its mileage is another one than it last said.
 * A reading far below an earlier one is told to the owner at once. Two listings that say something in the same moment
 * may miss each other: neither is earlier.
 */
export async function noteMileage(trx: Transaction<DB>, carId: string, vin: VinChange): Promise<void> {
  if (vin === null) return forgetVin(trx, carId);
  if (vin !== undefined) await writeVin(trx, carId, partsOf(vin));
  const car = await findCarWithVin(trx, carId);
  if (car === null) return;
  const { now: at, created_at: publishedAt, hash, owner_id: ownerId, mileage } = car;
  const own = await loadListingReadings(trx, hash, carId);
  const addition = additionTo(own, { at, mileage }, publishedAt);
  // The owner is told once, also of what is said after it.
  const { toldAt, publicAt } = toldOf(own);
  if (addition !== null) {
    const added = { ...addition, id: uuidv7(), toldAt, publicAt };
    if (addition.isCorrection) await deleteReadingsOf(trx, carId);
    else {
      const kept = new Set(keptReadings([...own, added]).map(({ id }) => id));
      await deleteReadings(
        trx,
        own.map(({ id }) => id).filter((id) => !kept.has(id)),
      );
    }
    await insertReading(trx, { ...added, vinHash: hash, listing: carId, ownerId });
  }
  const since = await findLowerSince(trx, hash, carId);
  if ((since !== null) === (car.lower_since !== null)) return;
  const told = toldAt ?? at;
  const waitedFor = new Date(told.getTime() + waitDays * dayMs);
  const noted = publicAt ?? (car.note === null ? null : at);
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

/** When the owner was told that a listing says less than an earlier one, and since when a note has it public. */
function toldOf(own: readonly StoredReading[]): { toldAt: Date | null; publicAt: Date | null } {
  const told = own.find((reading) => reading.toldAt !== null);
  return { toldAt: told?.toldAt ?? null, publicAt: told?.publicAt ?? null };
}

/** The number is taken away; what was said under it stays, unless that corrects the publication. */
async function forgetVin(trx: Transaction<DB>, carId: string): Promise<void> {
  const car = await findCarWithVin(trx, carId);
  if (car === null) return;
  await removeVin(trx, carId);
  if (isCorrection(car.created_at, car.now)) await deleteReadingsOf(trx, carId);
}
