import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { rowStamp } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import type { IndexedCar } from "./car-index.ts";

/** The seller's cars may be listed until then, in ms; Infinity where nothing can end it, 0 where they may not. */
const listableUntil = sql<number>`case
  when c.hidden_at is not null then 0
  when not c.published_as_dealer or u.is_dealer_by_hand then 'Infinity'::float8
  else coalesce(extract(epoch from u.dealer_until)::float8 * 1000, 0) end`;

function activeCars(db: Kysely<DB>) {
  return (
    db
      .selectFrom("cars as c")
      .innerJoin("users as u", "u.id", "c.owner_id")
      // A literal: a cursor takes no parameters.
      .where("c.state", "=", sql.lit("active"))
  );
}

/**
 * The query's rows in batches, read in the order they lie in the table: by the primary key, a large table costs many
 * times as much. One transaction: all rows are as of its beginning. The next batch is on its way while one is worked in.
 */
export async function* inBatches<Row>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, never, Row>,
  size: number,
): AsyncGenerator<Row[]> {
  const trx = await db.startTransaction().setAccessMode("read only").execute();
  try {
    // All rows will be read: the plan that is quickest for the first tenth is of no use.
    await sql`set local cursor_tuple_fraction = 1`.execute(trx);
    await sql`declare search_rows no scroll cursor for ${query}`.execute(trx);
    const fetchNext = async () => (await sql<Row>`fetch ${sql.lit(size)} from search_rows`.execute(trx)).rows;
    let next = fetchNext();
    for (;;) {
      const rows = await next;
      if (rows.length === 0) break;
      next = fetchNext();
      // Awaited above; a failure before that must not count as unhandled.
      next.catch(() => {});
      yield rows;
    }
  } finally {
    // Nothing was written: there is nothing to commit.
    await trx
      .rollback()
      .execute()
      .catch(() => {});
  }
}

function indexedCars(db: Kysely<DB>) {
  return activeCars(db).select([
    "c.id",
    rowStamp.as("stamp"),
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

/** All active cars. */
export function readAllCars(db: Kysely<DB>, batch: number): AsyncGenerator<IndexedCar[]> {
  return inBatches(db, indexedCars(db), batch);
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

/** Of all active cars, what tells whether one is as it was: a small part of the whole rows. */
export function readAllStandings(db: Kysely<DB>, batch: number): AsyncGenerator<CarStanding[]> {
  return inBatches(
    db,
    activeCars(db).select(["c.id", rowStamp.as("stamp"), listableUntil.as("listableUntil")]),
    batch,
  );
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
    select count(*)::float8 as size, coalesce(sum(${rowStamp}), 0)::float8 as checksum
    from cars c join users u on u.id = c.owner_id
    where c.state = 'active' and ${listableUntil} > ${now}`.execute(db);
  return rows[0] ?? { size: 0, checksum: 0 };
}
