import type { Kysely, Transaction } from "kysely";
import { type SignalEvidence, type VinSignalKind, vinSignalKinds } from "#domain/admin/review-signals.ts";
import { makersOfVin } from "#domain/cars/vin.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { evidenceKey } from "#domain/review/signals.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { findLowerReading, findOtherMake, findSameVin } from "./signals.queries.ts";

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
