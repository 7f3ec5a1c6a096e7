import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { minDrop, type Reading } from "#domain/cars/mileage-history.ts";
import { retention } from "#domain/privacy/retention.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { VinParts } from "./seal-vin.ts";

/** So many readings of a number are looked at, the newest. */
const maxReadings = 500;

export interface StoredReading extends Reading {
  readonly id: string;
}

/**
 * The readings under a number's hash, oldest first, without those of other cars that an admin has hidden (index
 * mileage_readings_vin).
 */
export async function loadReadings(db: Kysely<DB>, hash: Buffer, carId: string): Promise<StoredReading[]> {
  const rows = await db
    .selectFrom("mileage_readings")
    .select(["id", "listing_id as listing", "mileage", "read_at as at"])
    .where("vin_hash", "=", hash)
    .where(sql<boolean>`(listing_id = ${carId} or not said_by_hidden_car(listing_id))`)
    .orderBy("read_at", "desc")
    .orderBy("id", "desc")
    .limit(maxReadings)
    .execute();
  return rows.toReversed();
}

/** What a listing has said, under whatever number (index mileage_readings_listing). */
export async function deleteReadingsOf(trx: Transaction<DB>, listingId: string): Promise<void> {
  await trx.deleteFrom("mileage_readings").where("listing_id", "=", listingId).execute();
}

export async function insertReading(
  trx: Transaction<DB>,
  reading: Reading & { readonly vinHash: Buffer; readonly ownerId: string },
): Promise<void> {
  await trx
    .insertInto("mileage_readings")
    .values({
      id: uuidv7(),
      vin_hash: reading.vinHash,
      listing_id: reading.listing,
      owner_id: reading.ownerId,
      mileage: reading.mileage,
      read_at: reading.at,
    })
    .execute();
}

/** A car with a number, and the database's time. */
export async function findCarWithVin(trx: Transaction<DB>, carId: string) {
  const row = await trx
    .selectFrom("cars as c")
    .innerJoin("car_vins as v", "v.car_id", "c.id")
    .select(["c.id", "c.owner_id", "c.mileage", "c.created_at", "v.hash", "v.lower_since", "v.note"])
    .select(sql<Date>`now()`.as("now"))
    .where("c.id", "=", carId)
    .executeTakeFirst();
  return row ?? null;
}

/** Gives a car a number; another one than it has begins without a note. */
export async function writeVin(trx: Transaction<DB>, carId: string, vin: VinParts): Promise<void> {
  await trx
    .insertInto("car_vins")
    .values({ car_id: carId, sealed: vin.sealed, hash: vin.hash, masked: vin.masked })
    .onConflict((conflict) =>
      conflict
        .column("car_id")
        .doUpdateSet((eb) => ({
          sealed: eb.ref("excluded.sealed"),
          hash: eb.ref("excluded.hash"),
          masked: eb.ref("excluded.masked"),
          set_at: eb.ref("excluded.set_at"),
          lower_since: null,
          lower_public_at: null,
          note: null,
        }))
        .whereRef("car_vins.hash", "!=", sql`excluded.hash`),
    )
    .execute();
}

export async function removeVin(trx: Transaction<DB>, carId: string): Promise<void> {
  await trx.deleteFrom("car_vins").where("car_id", "=", carId).execute();
}

/** Notes that a listing's reading is lower than an earlier one, or that it is not any more. */
export async function writeLower(
  trx: Transaction<DB>,
  carId: string,
  lower: { since: Date; publicAt: Date } | null,
): Promise<void> {
  await trx
    .updateTable("car_vins")
    .set({ lower_since: lower?.since ?? null, lower_public_at: lower?.publicAt ?? null })
    .where("car_id", "=", carId)
    .execute();
}

/** The owner's note; with one a lower reading is public from now on. Null takes it away. */
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

/** The listings with this number whose lower readings nobody but their owners sees yet (index car_vins_hash). */
export async function loadPendingListings(db: Kysely<DB>, hash: Buffer): Promise<string[]> {
  const rows = await db
    .selectFrom("car_vins")
    .select("car_id")
    .where("hash", "=", hash)
    .where("lower_public_at", ">", sql<Date>`now()`)
    .execute();
  return rows.map(({ car_id: id }) => id);
}

/** Whom the mail about a lower reading goes to, and about which car; null where it is none any more. */
export async function loadLowerMail(db: Kysely<DB>, carId: string) {
  const row = await db
    .selectFrom("car_vins as v")
    .innerJoin("cars as c", "c.id", "v.car_id")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select(["u.email", "c.brand", "c.model", "c.year", "c.mileage", "v.lower_since", "v.lower_public_at"])
    .where("v.car_id", "=", carId)
    .where("v.lower_since", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}

/** The numbers of a person's cars, sealed, for their export (index cars_owner). */
export async function loadOwnVins(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("car_vins as v")
    .innerJoin("cars as c", "c.id", "v.car_id")
    .select(["v.car_id", "v.sealed", "v.note", "v.lower_since", "v.lower_public_at"])
    .where("c.owner_id", "=", userId)
    .orderBy("c.id")
    .execute();
}

/** What a person's listings have said of their mileage, oldest first (index mileage_readings_owner). */
export async function loadOwnReadings(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("mileage_readings")
    .select(["listing_id", "mileage", "read_at"])
    .where("owner_id", "=", userId)
    .orderBy("read_at")
    .orderBy("id")
    .execute();
}

/** Readings that are too old to say anything (index mileage_readings_age). */
export async function deleteOldReadings(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from mileage_readings where read_at < now() - make_interval(years => ${retention.mileageYears})`.execute(
    db,
  );
}

/**
 * Takes back what is no longer so: the earlier reading was corrected, or its listing is hidden. The cars' signals are looked
 * at anew (admin/review). Index mileage_readings_vin; cars with a lower reading are few (car_vins_lower).
 */
export async function endLower(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update car_vins v set lower_since = null, lower_public_at = null
    where v.lower_since is not null and not exists (
      select from mileage_readings r join mileage_readings e on e.vin_hash = r.vin_hash and (e.read_at, e.id) < (r.read_at, r.id)
      where r.vin_hash = v.hash and r.listing_id = v.car_id and e.mileage - r.mileage > ${sql.lit(minDrop)}
        and not said_by_hidden_car(e.listing_id))
    returning v.car_id as id`.execute(db);
  const cars = rows.map(({ id }) => id);
  if (cars.length > 0) await sql`select note_for_review(${cars}::uuid[])`.execute(db);
}
