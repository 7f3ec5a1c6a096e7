import { type Kysely, sql, type Transaction } from "kysely";
import { minDrop, type OwnReading, type Reading, waitDays } from "#domain/cars/mileage-history.ts";
import type { VinBefore } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { joinVin } from "./seal-vin.ts";

export interface NewReading extends Reading {
  readonly id: string;
  readonly toldAt: Date | null;
  /** Others see it since then, with the owner's note; null: they wait for the seven days. */
  readonly publicAt: Date | null;
}
export type StoredReading = NewReading & OwnReading;

/** What a listing has said under a number's hash, oldest first (function mileage_history). */
export async function loadListingReadings(
  db: Kysely<DB>,
  hash: Buffer,
  listingId: string,
): Promise<StoredReading[]> {
  const { rows } = await sql<StoredReading>`
    select r.id, r.mileage, r.read_at as at, r.highest, m.told_at as "toldAt", m.public_at as "publicAt"
    from mileage_history(${hash}::bytea, ${listingId}::uuid) r join mileage_readings m on m.id = r.id
    where r.listing_id = ${listingId}
    order by r.read_at, r.id`.execute(db);
  return rows;
}

/**
 * The history under a number's hash as the page of a car shows it, oldest first: without lower readings that are not
 * public yet, those of listings other than `trustedId`. Empty where one listing alone has said it. Of more than `most`
 * readings, the highest and the newest (function mileage_history).
 */
export async function loadShownReadings(
  db: Kysely<DB>,
  { hash, carId, trustedId, most }: { hash: Buffer; carId: string; trustedId: string | null; most: number },
): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    with shown as (
      select r.*, row_number() over (order by r.read_at desc, r.id desc) as newest,
        row_number() over (order by r.mileage desc, r.read_at, r.id) as rank
      from mileage_history(${hash}::bytea, ${carId}::uuid) r
      where not (coalesce(r.highest - r.mileage, 0) > ${sql.lit(minDrop)}
        and r.listing_id is distinct from ${trustedId}::uuid
        and exists (select from mileage_readings w where w.id = r.id
          and coalesce(w.public_at, w.told_at + make_interval(days => ${sql.lit(waitDays)})) > now())))
    select mileage, read_at as at from shown
    where (newest < ${most} or rank = 1) and (select count(distinct listing_id) from shown) > 1
    order by read_at, id`.execute(db);
  return rows;
}

/** A car with a number, and the database's time. */
export async function findCarWithVin(trx: Transaction<DB>, carId: string) {
  const row = await trx
    .selectFrom("cars as c")
    .innerJoin("car_vins as v", "v.car_id", "c.id")
    .select([
      "c.id",
      "c.owner_id",
      "c.mileage",
      "c.created_at",
      "v.hash",
      "v.set_at",
      "v.lower_since",
      "v.note",
    ])
    .select(sql<Date>`now()`.as("now"))
    .where("c.id", "=", carId)
    .executeTakeFirst();
  return row ?? null;
}

/** A car's number as it is stored, since when the car has it, and its owner's note; null for a car without one. */
export async function loadVin(db: Kysely<DB>, carId: string): Promise<VinBefore | null> {
  const row = await db
    .selectFrom("car_vins")
    .select(["masked", "hash", "sealed", "set_at", "note"])
    .where("car_id", "=", carId)
    .executeTakeFirst();
  return row === undefined ? null : { number: joinVin(row), setAt: row.set_at.toISOString(), note: row.note };
}

export async function removeVin(trx: Transaction<DB>, carId: string): Promise<void> {
  await trx.deleteFrom("car_vins").where("car_id", "=", carId).execute();
}

/** The owner's note, which the review reads; with one a lower reading is public from now on. Null takes it away. */
export async function writeNote(trx: Transaction<DB>, carId: string, note: string | null): Promise<void> {
  await trx
    .updateTable("car_vins")
    .set({
      note,
      ...(note === null
        ? {}
        : {
            lower_public_at: sql<Date | null>`case when lower_since is not null then least(lower_public_at, now()) end`,
          }),
    })
    .where("car_id", "=", carId)
    .execute();
  // The reading's own: it stays public where the number is taken away.
  if (note !== null)
    await sql`
      update mileage_readings r set public_at = v.lower_public_at from car_vins v
      where v.car_id = ${carId} and r.listing_id = v.car_id and r.vin_hash = v.hash and r.told_at is not null`.execute(
      trx,
    );
  await noteCarForReview(trx, carId);
}

/** What is stored of a car's number; null for a car without one. */
export async function findVin(db: Kysely<DB>, carId: string) {
  const row = await db
    .selectFrom("car_vins")
    .select(["hash", "lower_since", "lower_public_at", "note"])
    .select(sql<boolean>`coalesce(lower_public_at <= now(), false)`.as("is_lower_public"))
    .where("car_id", "=", carId)
    .executeTakeFirst();
  return row ?? null;
}

/** Has a car looked at by the review. */
export async function noteCarForReview(trx: Transaction<DB>, carId: string): Promise<void> {
  await sql`select note_for_review(array[${carId}]::uuid[])`.execute(trx);
}
