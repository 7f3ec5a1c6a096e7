import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { rowStamp } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { endsModulus, type IndexedCar } from "./car-index.ts";

/** The car of the view, `p`, is on sale until then, in ms; Infinity where nothing ends it by itself. */
const listableUntil = sql<number>`extract(epoch from p.until)::float8 * 1000`;

/** A registration ends with its month, as it is in Kosovo. */
const registeredEnd = sql<number | null>`extract(epoch from
  ((c.registered_until || '-01')::date + interval '1 month') at time zone 'Europe/Belgrade')::float8 * 1000`;

/** Cars on sale. PostgreSQL 18 and later read `cars` once for it: the view's own scan goes with the join by id. */
function carsOnSale(db: Kysely<DB>) {
  return db
    .selectFrom("cars as c")
    .innerJoin("public_cars as p", "p.id", "c.id")
    .where(sql<boolean>`p.on_sale`);
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
  return carsOnSale(db).select([
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
    registeredEnd.as("registeredEnd"),
    "c.power",
    "c.engine_size as engineSize",
    "c.description",
    sql<number>`floor(extract(epoch from c.created_at) * 1000)::float8`.as("createdAt"),
    sql<number | null>`extract(epoch from c.sponsored_until)::float8 * 1000`.as("sponsoredUntil"),
    listableUntil.as("listableUntil"),
  ]);
}

/** All cars on sale. */
export function readAllCars(db: Kysely<DB>, batch: number): AsyncGenerator<IndexedCar[]> {
  return inBatches(db, indexedCars(db), batch);
}

/** Those of these cars that are on sale. */
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

/** Of all cars on sale, what tells whether one is as it was: a small part of the whole rows. */
export function readAllStandings(db: Kysely<DB>, batch: number): AsyncGenerator<CarStanding[]> {
  return inBatches(
    db,
    carsOnSale(db).select(["c.id", rowStamp.as("stamp"), listableUntil.as("listableUntil")]),
    batch,
  );
}

/** Cars that these sellers have, or would have, on sale. Index cars_owner. */
export async function readSellerCarIds(db: Kysely<DB>, sellers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("cars")
    .select("id")
    .where("owner_id", "=", sql<string>`any(${sellers}::uuid[])`)
    .where("state", "=", "active")
    .execute();
  return rows.map((row) => row.id);
}

/** About how many cars are active; the planner's figure, for making room. */
export async function estimateCars(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ estimate: number }>`
    select greatest(reltuples, 0)::float8 as estimate from pg_class where oid = 'cars'::regclass`.execute(db);
  return rows[0]?.estimate ?? 0;
}

export interface Checksum {
  size: number;
  /** Of the cars' stamps. */
  checksum: number;
  /** Of their listings' ends, each by `endsModulus`. */
  ends: number;
}

/** How many cars are on sale at a moment (ms), with the sums that the index must come to. */
export async function readChecksum(db: Kysely<DB>, now: number): Promise<Checksum> {
  const { rows } = await sql<Checksum>`
    select count(*)::float8 as size, coalesce(sum(stamp), 0)::float8 as checksum,
      coalesce(sum(mod(floor(until)::bigint, ${sql.lit(endsModulus)})) filter (where until < 'Infinity'), 0)::float8 as ends
    from (
      select ${rowStamp} as stamp, ${listableUntil} as until
      from cars c join public_cars p on p.id = c.id
      where p.on_sale
    ) as on_sale
    where until > ${now}`.execute(db);
  return rows[0] ?? { size: 0, checksum: 0, ends: 0 };
}
