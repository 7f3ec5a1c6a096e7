import { type Kysely, sql } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { IndexedCar } from "./car-index.ts";

/** The seller's cars may be listed until then, in ms; Infinity where nothing can end it, 0 where they may not. */
const listableUntil = sql<number>`case
  when not c.published_as_dealer or u.is_dealer_by_hand then 'Infinity'::float8
  else coalesce(extract(epoch from u.dealer_until)::float8 * 1000, 0) end`;

// A row's xmin changes with every change of the row, whoever made it: no column has to be kept up for this.
const stamp = sql<number>`(c.xmin::text::bigint)::float8`;

function activeCars(db: Kysely<DB>) {
  return db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .where("c.state", "=", "active");
}

function indexedCars(db: Kysely<DB>) {
  return activeCars(db).select([
    "c.id",
    stamp.as("stamp"),
    "c.number",
    "c.brand",
    "c.model",
    "c.year",
    "c.type",
    "c.price",
    "c.mileage",
    "c.fuel",
    "c.origin",
    "c.transmission",
    "c.condition",
    "c.location",
    "c.customs_paid as customsPaid",
    "c.color",
    "c.description",
    sql<number>`floor(extract(epoch from c.created_at) * 1000)::float8`.as("createdAt"),
    sql<number | null>`extract(epoch from c.sponsored_until)::float8 * 1000`.as("sponsoredUntil"),
    listableUntil.as("listableUntil"),
  ]);
}

/** Active cars in the order of their ids, after one of them; the primary key leads. */
export function readCarsAfter(db: Kysely<DB>, after: string | null, limit: number): Promise<IndexedCar[]> {
  const query = indexedCars(db).orderBy("c.id").limit(limit);
  return (after === null ? query : query.where("c.id", ">", after)).execute();
}

/** Those of these cars that are active. */
export function readCars(db: Kysely<DB>, ids: readonly string[]): Promise<IndexedCar[]> {
  return indexedCars(db)
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export interface CarStanding {
  id: string;
  stamp: number;
  listableUntil: number;
}

/** What tells whether a car is as it was, in the order of ids: a small part of the whole rows. */
export function readStandingsAfter(
  db: Kysely<DB>,
  after: string | null,
  limit: number,
): Promise<CarStanding[]> {
  const query = activeCars(db)
    .select(["c.id", stamp.as("stamp"), listableUntil.as("listableUntil")])
    .orderBy("c.id")
    .limit(limit);
  return (after === null ? query : query.where("c.id", ">", after)).execute();
}

/** Cars whose listing hangs on these sellers being dealers. Index cars_owner. */
export async function readDealerCarIds(db: Kysely<DB>, sellers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("cars")
    .select("id")
    .where("owner_id", "=", sql<string>`any(${sellers}::uuid[])`)
    .where("state", "=", "active")
    .where("published_as_dealer", "=", true)
    .execute();
  return rows.map((row) => row.id);
}

/** About how many cars are active; the planner's figure, for making room. */
export async function estimateCars(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ estimate: number }>`
    select greatest(reltuples, 0)::float8 as estimate from pg_class where oid = 'cars'::regclass`.execute(db);
  return rows[0]?.estimate ?? 0;
}

/** How many cars are public at a moment (ms), and the sum of their stamps: what the index must come to. */
export async function readChecksum(db: Kysely<DB>, now: number): Promise<{ size: number; checksum: number }> {
  const { rows } = await sql<{ size: number; checksum: number }>`
    select count(*)::float8 as size, coalesce(sum(${stamp}), 0)::float8 as checksum
    from cars c join users u on u.id = c.owner_id
    where c.state = 'active' and ${listableUntil} > ${now}`.execute(db);
  return rows[0] ?? { size: 0, checksum: 0 };
}
