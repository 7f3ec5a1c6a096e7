import { type Kysely, sql, type Transaction } from "kysely";
import {
  correctionDays,
  type Correction,
  minDrop,
  type OwnReading,
  type Reading,
  waitDays,
} from "#domain/cars/mileage-history.ts";
import { retention } from "#domain/privacy/retention.ts";
import type { VinBefore } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { joinVin, type VinParts } from "./seal-vin.ts";

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

/** What a listing corrected lately, under whatever number (primary key of mileage_corrections). */
export async function loadCorrections(db: Kysely<DB>, listingId: string): Promise<Correction[]> {
  return db
    .selectFrom("mileage_corrections")
    .select(["since", "until"])
    .where("listing_id", "=", listingId)
    .where("until", ">", sql<Date>`now() - make_interval(days => ${correctionDays})`)
    .execute();
}

/** Remembers a correction; slips since the same moment are one. */
export async function writeCorrection(
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

/**
 * Since when one of the car's own readings is more than `minDrop` km below an earlier one of any listing; null where none
 * is (function mileage_history).
 */
export async function findLowerSince(db: Kysely<DB>, hash: Buffer, carId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(read_at) as since from mileage_history(${hash}::bytea, ${carId}::uuid)
    where listing_id = ${carId} and highest - mileage > ${sql.lit(minDrop)}`.execute(db);
  return rows[0]?.since ?? null;
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

/** What a listing has said under a number since a moment (index mileage_readings_listing). */
export async function deleteReadingsSince(
  trx: Transaction<DB>,
  { hash, carId, since }: { hash: Buffer; carId: string; since: Date },
): Promise<void> {
  await trx
    .deleteFrom("mileage_readings")
    .where("listing_id", "=", carId)
    .where("vin_hash", "=", hash)
    .where("read_at", ">=", since)
    .execute();
}

export async function deleteReadings(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom("mileage_readings").where("id", "in", ids).execute();
}

export async function insertReading(
  trx: Transaction<DB>,
  reading: NewReading & { readonly vinHash: Buffer; readonly listing: string; readonly ownerId: string },
): Promise<void> {
  await trx
    .insertInto("mileage_readings")
    .values({
      id: reading.id,
      vin_hash: reading.vinHash,
      listing_id: reading.listing,
      owner_id: reading.ownerId,
      mileage: reading.mileage,
      read_at: reading.at,
      told_at: reading.toldAt,
      public_at: reading.publicAt,
    })
    .execute();
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

/** Gives a car without a number one. */
export async function writeVin(trx: Transaction<DB>, carId: string, vin: VinParts): Promise<void> {
  await trx
    .insertInto("car_vins")
    .values({ car_id: carId, sealed: vin.sealed, hash: vin.hash, masked: vin.masked })
    .execute();
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

/** The car has its number since then, and this note. */
export async function backdateVin(
  trx: Transaction<DB>,
  carId: string,
  { setAt, note }: Pick<VinBefore, "setAt" | "note">,
): Promise<void> {
  await trx.updateTable("car_vins").set({ set_at: setAt, note }).where("car_id", "=", carId).execute();
}

export async function removeVin(trx: Transaction<DB>, carId: string): Promise<void> {
  await trx.deleteFrom("car_vins").where("car_id", "=", carId).execute();
}

/**
 * Notes that a listing's reading is lower than an earlier one, or that it is not any more. `publicAt`: from when on others
 * see it; `early`: the same where that is before the seven days.
 */
export async function writeLower(
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

/** Readings that are too old to say anything, and corrections that count no more (indexes mileage_readings_age, mileage_corrections_until). */
export async function deleteOldReadings(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from mileage_readings where read_at < now() - make_interval(years => ${retention.mileageYears})`.execute(
    db,
  );
  await sql`
    delete from mileage_corrections where until < now() - make_interval(days => ${correctionDays})`.execute(
    db,
  );
}

/**
 * The cars whose notice of a lower reading is not what their number's history says now: an earlier reading was corrected,
 * or its listing was taken down or given back. What only the car's own readings say changes with the car. Function
 * mileage_history; of 100,000 numbers with 60,000 in two listings 2 s on a busy machine.
 */
export async function findChangedLower(db: Kysely<DB>): Promise<string[]> {
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

/** Locks a car's row, which is before those of its number and readings. */
export async function lockCarOfVin(trx: Transaction<DB>, carId: string): Promise<void> {
  await trx.selectFrom("cars").select("id").where("id", "=", carId).forUpdate().execute();
}

/** Has a car looked at by the review. */
export async function noteCarForReview(trx: Transaction<DB>, carId: string): Promise<void> {
  await sql`select note_for_review(array[${carId}]::uuid[])`.execute(trx);
}
