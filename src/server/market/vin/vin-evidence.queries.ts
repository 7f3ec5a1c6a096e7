import { type Kysely, sql, type Transaction } from "kysely";
import { type SignalEvidence, type VinSignalKind, vinSignalKinds } from "#domain/admin/review-signals.ts";
import { makeOfVin, makersOfVin } from "#domain/cars/vin.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { evidenceKey } from "#domain/review/signals.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { minDrop } from "#domain/cars/mileage-history.ts";

const maxEvidence = 20;

/**
 * Other cars on sale with the same number, first those that had it before this one, the newest first (index
 * car_vins_hash); the signal `vin_twice`.
 */
export async function findSameVin(db: Kysely<DB>, carId: string) {
  const { rows } = await sql<{ carId: string; isSameOwner: boolean; wasFirst: boolean; mileage: number }>`
    select c.id as "carId", c.owner_id = own.owner_id as "isSameOwner", v.set_at < o.set_at as "wasFirst", c.mileage
    from car_vins v join cars own on own.id = v.car_id
    join car_vins o on o.hash = v.hash and o.car_id <> v.car_id
    join cars c on c.id = o.car_id join users u on u.id = c.owner_id
    where v.car_id = ${carId} and is_on_sale(c, u)
    order by v.set_at < o.set_at, c.created_at desc, c.id limit ${sql.lit(maxEvidence)}`.execute(db);
  return rows;
}

/** The number's manufacturer code is one of other brands; null where it is not, or not known. The signal `vin_other_make`. */
export async function findOtherMake(
  db: Kysely<DB>,
  carId: string,
): Promise<{ masked: string; brand: string } | null> {
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
export async function findLowerReading(db: Kysely<DB>, carId: string) {
  const { rows } = await sql<{ mileage: number; earlierMileage: number; earlierAt: Date }>`
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

type Finders = {
  readonly [Kind in VinSignalKind]: (db: Kysely<DB>, carId: string) => Promise<SignalEvidence[Kind][]>;
};

/** What the number that a car has shows of it. */
const finders: Finders = {
  mileage_lower_than_before: async (db, carId) => {
    const own = await findLowerReading(db, carId);
    if (own === null) return [];
    const monthBefore = dayOf(own.earlierAt).slice(0, 7);
    return [{ mileage: own.mileage, mileageBefore: own.earlierMileage, monthBefore }];
  },
  vin_twice: async (db, carId) => {
    const others = await findSameVin(db, carId);
    return others.map(({ carId: otherCarId, wasFirst }) => ({ otherCarId, wasFirst }));
  },
  vin_other_make: async (db, carId) => {
    const other = await findOtherMake(db, carId);
    return other === null ? [] : [{ brand: other.brand, make: makersOfVin(other.masked).join(", ") }];
  },
};

/** What the numbers that a car has and had show of it, for the review; no number and no hash is part of it. */
export async function findVinEvidence<Kind extends VinSignalKind>(
  db: Kysely<DB>,
  carId: string,
  kind: Kind,
): Promise<SignalEvidence[Kind][]> {
  const find: Finders[Kind] = finders[kind];
  // Of the same evidence the one of now.
  const all = [...(await loadKept(db, carId, kind)), ...(await find(db, carId))];
  return [...new Map(all.map((evidence) => [evidenceKey(kind, evidence), evidence])).values()];
}

/** Index vin_evidence_car. */
async function loadKept<Kind extends VinSignalKind>(
  db: Kysely<DB>,
  carId: string,
  kind: Kind,
): Promise<SignalEvidence[Kind][]> {
  const rows = await db
    .selectFrom("vin_evidence")
    .select("evidence")
    .where("car_id", "=", carId)
    .where("kind", "=", kind)
    .orderBy("noted_at")
    .$castTo<{ evidence: SignalEvidence[Kind] }>()
    .execute();
  return rows.map(({ evidence }) => evidence);
}

/** Keeps what the number of a car shows of it, before the car loses it. */
export async function keepVinEvidence(trx: Transaction<DB>, carId: string, hash: Buffer): Promise<void> {
  const rows: { car_id: string; hash: Buffer; kind: VinSignalKind; evidence: string }[] = [];
  for (const kind of vinSignalKinds)
    for (const evidence of await finders[kind](trx, carId))
      rows.push({ car_id: carId, hash, kind, evidence: JSON.stringify(evidence) });
  if (rows.length > 0) await trx.insertInto("vin_evidence").values(rows).execute();
}

/** The car has the number again, and is looked at with it. */
export async function forgetVinEvidence(trx: Transaction<DB>, carId: string, hash: Buffer): Promise<void> {
  await trx.deleteFrom("vin_evidence").where("car_id", "=", carId).where("hash", "=", hash).execute();
}
