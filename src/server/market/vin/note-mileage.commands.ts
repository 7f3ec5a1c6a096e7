import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import {
  afterSaying,
  type Correction,
  correctionDays,
  isCorrection,
  isTypingError,
  minDrop,
  waitDays,
} from "#domain/cars/mileage-history.ts";
import type { SealedVin } from "#domain/cars/vin.ts";
import { insertJob } from "#server/platform/jobs/jobs.queries.ts";
import type { VinBefore } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { partsOf, type VinChange } from "./seal-vin.ts";
import { forgetVinEvidence, keepVinEvidence } from "./vin-evidence.queries.ts";
import {
  findCarWithVin,
  loadListingReadings,
  noteCarForReview,
  removeVin,
  type StoredReading,
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

/** What a listing corrected lately, under whatever number (primary key of mileage_corrections). */
async function loadCorrections(db: Kysely<DB>, listingId: string): Promise<Correction[]> {
  return db
    .selectFrom("mileage_corrections")
    .select(["since", "until"])
    .where("listing_id", "=", listingId)
    .where("until", ">", sql<Date>`now() - make_interval(days => ${correctionDays})`)
    .execute();
}

/** Remembers a correction; slips since the same moment are one. */
async function writeCorrection(
  trx: Transaction<DB>,
  listingId: string,
  { since, until }: Correction,
): Promise<void> {
  await trx
    .insertInto("mileage_corrections")
    .values({ listing_id: listingId, since, until })
    .onConflict((conflict) => conflict.columns(["listing_id", "since"]).doUpdateSet({ until }))
    .execute();
}

/** Gives the car this number, or none. */
async function changeVin(trx: Transaction<DB>, carId: string, vin: SealedVin | null): Promise<void> {
  const parts = vin === null ? null : partsOf(vin);
  const car = await findCarWithVin(trx, carId);
  if (car !== null && parts?.hash.equals(car.hash) === true) return;
  if (car !== null) await leaveVin(trx, car);
  if (parts === null) return;
  const { sealed, hash, masked } = parts;
  await trx.insertInto("car_vins").values({ car_id: carId, sealed, hash, masked }).execute();
  await forgetVinEvidence(trx, carId, hash);
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
    // Index mileage_readings_listing.
    await trx
      .deleteFrom("mileage_readings")
      .where("listing_id", "=", carId)
      .where("vin_hash", "=", hash)
      .where("read_at", ">=", since)
      .execute();
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
  if (before === null) return;
  const { setAt, note } = before;
  await trx.updateTable("car_vins").set({ set_at: setAt, note }).where("car_id", "=", carId).execute();
}

/** Adds what the car says now to its readings. `own`: those so far. */
async function say(trx: Transaction<DB>, car: CarWithVin, own: readonly StoredReading[]): Promise<void> {
  const { id: carId, mileage, now: at, created_at: publishedAt } = car;
  const corrected = await loadCorrections(trx, carId);
  const { kept, added, correction } = afterSaying(own, { at, mileage }, { publishedAt, corrected });
  const gone = own.filter((reading) => !kept.includes(reading)).map(({ id }) => id);
  if (gone.length > 0) await trx.deleteFrom("mileage_readings").where("id", "in", gone).execute();
  if (correction !== null) await writeCorrection(trx, carId, correction);
  if (added === null) return;
  // The owner is told once, also of what is said after it.
  const { toldAt, publicAt } = toldOf(own);
  await trx
    .insertInto("mileage_readings")
    .values({
      id: uuidv7(),
      vin_hash: car.hash,
      listing_id: carId,
      owner_id: car.owner_id,
      mileage: added.mileage,
      read_at: added.at,
      told_at: toldAt,
      public_at: publicAt,
    })
    .execute();
}

/** When the owner was told that a listing says less than an earlier one, and since when a note has it public. */
function toldOf(own: readonly StoredReading[]): { toldAt: Date | null; publicAt: Date | null } {
  const told = own.find((reading) => reading.toldAt !== null);
  return { toldAt: told?.toldAt ?? null, publicAt: told?.publicAt ?? null };
}

/**
 * Notes that a listing's reading is lower than an earlier one, or that it is not any more. `publicAt`: from when on others
 * see it; `early`: the same where that is before the seven days.
 */
async function writeLower(
  trx: Transaction<DB>,
  { carId, hash }: { carId: string; hash: Buffer },
  lower: { since: Date; toldAt: Date; early: Date | null; publicAt: Date } | null,
): Promise<void> {
  await trx
    .updateTable("car_vins")
    .set({ lower_since: lower?.since ?? null, lower_public_at: lower?.publicAt ?? null })
    .where("car_id", "=", carId)
    .execute();
  await trx
    .updateTable("mileage_readings")
    .set({ told_at: lower?.toldAt ?? null, public_at: lower?.early ?? null })
    .where("listing_id", "=", carId)
    .where("vin_hash", "=", hash)
    .execute();
}

/** Tells the owner where the listing says less than an earlier one since now, and takes that back where it does not any more. */
async function tellLower(
  trx: Transaction<DB>,
  car: CarWithVin,
  own: readonly StoredReading[],
): Promise<void> {
  const { id: carId, hash, now } = car;
  const { rows } = await sql<{ since: Date | null }>`
    select min(read_at) as since from mileage_history(${hash}::bytea, ${carId}::uuid)
    where listing_id = ${carId} and highest - mileage > ${sql.lit(minDrop)}`.execute(trx);
  const since = rows[0]?.since ?? null;
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
 * The cars whose notice of a lower reading is not what their number's history says now: an earlier reading was corrected,
 * or its listing was taken down or given back. What only the car's own readings say changes with the car. Function
 * mileage_history; of 100,000 numbers with 60,000 in two listings 2 s on a busy machine.
 */
async function findChangedLower(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.car_id as id from car_vins v
    where (v.lower_since is not null
        or exists (select from mileage_readings o where o.vin_hash = v.hash and o.listing_id <> v.car_id))
      and (v.lower_since is not null) <> exists (
        select from mileage_history(v.hash, v.car_id) r
        where r.listing_id = v.car_id and r.highest - r.mileage > ${sql.lit(minDrop)})
    order by v.car_id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Brings the notices of lower readings in line with what other listings say: one ends where the earlier reading is gone or
 * its listing is taken down, and comes where that is given back.
 */
export async function settleLower(db: Kysely<DB>): Promise<void> {
  for (const carId of await findChangedLower(db))
    await db.transaction().execute(async (trx) => {
      // Before the rows of its number and readings.
      await trx.selectFrom("cars").select("id").where("id", "=", carId).forUpdate().execute();
      const car = await findCarWithVin(trx, carId);
      if (car === null) return;
      await tellLower(trx, car, await loadListingReadings(trx, car.hash, carId));
      await noteCarForReview(trx, carId);
    });
}
