import { type Kysely, sql } from "kysely";
import { minDrop } from "#domain/cars/mileage-history.ts";
import { makeOfVin } from "#domain/cars/vin.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Evidence for the review of a car, in plain values: no number and no hash is part of it. */
export interface SameVin {
  readonly carId: string;
  readonly number: number;
  readonly title: string;
  readonly ownerId: string;
  /** The owner of the car that is asked about has listed it twice. */
  readonly isSameOwner: boolean;
  /** The car that is asked about had the number before. */
  readonly wasFirst: boolean;
  readonly mileage: number;
  readonly createdAt: Date;
}

export interface OtherMake {
  /** "WVW••••••••••1234" */
  readonly masked: string;
  readonly brand: string;
}

export interface LowerReading {
  /** Kilometres. */
  readonly mileage: number;
  /** The highest reading before it, and when it was said. */
  readonly earlierMileage: number;
  readonly earlierAt: Date;
}

const maxEvidence = 20;

/**
 * Other cars on sale with the same number, first those that had it before this one, the newest first (index
 * car_vins_hash); the signal `vin_twice`.
 */
export async function findSameVin(db: Kysely<DB>, carId: string): Promise<SameVin[]> {
  const { rows } = await sql<SameVin>`
    select c.id as "carId", c.number, c.brand || ' ' || c.model || ', ' || c.year as title, c.owner_id as "ownerId",
      c.owner_id = own.owner_id as "isSameOwner", v.set_at < o.set_at as "wasFirst", c.mileage, c.created_at as "createdAt"
    from car_vins v join cars own on own.id = v.car_id
    join car_vins o on o.hash = v.hash and o.car_id <> v.car_id
    join cars c on c.id = o.car_id join users u on u.id = c.owner_id
    where v.car_id = ${carId} and is_on_sale(c, u)
    order by v.set_at < o.set_at, c.created_at desc, c.id limit ${sql.lit(maxEvidence)}`.execute(db);
  return rows;
}

/** The number's manufacturer code is one of other brands; null where it is not, or not known. The signal `vin_other_make`. */
export async function findOtherMake(db: Kysely<DB>, carId: string): Promise<OtherMake | null> {
  const row = await db
    .selectFrom("car_vins as v")
    .innerJoin("cars as c", "c.id", "v.car_id")
    .select(["v.masked", "c.brand"])
    .where("v.car_id", "=", carId)
    .executeTakeFirst();
  return row !== undefined && makeOfVin(row.masked, row.brand) === "mismatch" ? row : null;
}

/**
 * The newest of the car's readings that is more than `minDrop` km below an earlier one; null where none is (function
 * mileage_history). The signal `mileage_lower_than_before`.
 */
export async function findLowerReading(db: Kysely<DB>, carId: string): Promise<LowerReading | null> {
  const { rows } = await sql<LowerReading>`
    select r.mileage, r.highest as "earlierMileage", e.read_at as "earlierAt"
    from car_vins v cross join lateral mileage_history(v.hash, v.car_id) r
    cross join lateral (
      select read_at from mileage_readings e
      where e.vin_hash = v.hash and e.mileage = r.highest and (e.discounted_at is null or e.listing_id = v.car_id)
      order by read_at, id limit 1) e
    where v.car_id = ${carId} and r.listing_id = v.car_id and r.highest - r.mileage > ${sql.lit(minDrop)}
    order by r.read_at desc, r.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
