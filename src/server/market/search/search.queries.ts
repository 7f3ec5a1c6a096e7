import { type Kysely, sql } from "kysely";
import { searchedFacts } from "#domain/search/searched-facts.ts";
import { columnOf } from "#server/market/cars/car-columns.ts";
import { copyRows } from "#server/platform/db/copy-rows.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { confirmedAt, shownPriceBand } from "#server/market/cars/cars.queries.ts";
import { momentsModulus } from "./car-index.ts";
import type { IndexedCar } from "./indexed-car.ts";

/** Until when the view's car `p` is on sale, in ms; Infinity if no end is set. */
const listableUntil = sql<number>`extract(epoch from p.until)::float8 * 1000`;

/** A registration ends with its month in Kosovo. */
const registeredEnd = sql<number | null>`extract(epoch from
  ((c.registered_until || '-01')::date + interval '1 month') at time zone 'Europe/Belgrade')::float8 * 1000`;

/** When the car was last confirmed, in ms. */
const confirmed = sql<number>`floor(extract(epoch from ${confirmedAt}) * 1000)::float8`;

/** Cars on sale. PostgreSQL 18 and later scan `cars` once: the view's own scan is merged with the join by id. */
function carsOnSale(db: Kysely<DB>) {
  return db
    .selectFrom("cars as c")
    .innerJoin("public_cars as p", "p.id", "c.id")
    .where(sql<boolean>`p.on_sale`);
}

function indexedCars(db: Kysely<DB>) {
  return carsOnSale(db)
    .select([
      "c.id",
      "c.row_version as rowVersion",
      "c.number",
      ...searchedFacts.map((name) => sql.ref(`c.${columnOf(name)}`).as(name)),
      shownPriceBand.as("priceBand"),
      registeredEnd.as("registeredEnd"),
      "c.description",
      sql<number>`floor(extract(epoch from c.listed_at) * 1000)::float8`.as("listedAt"),
      confirmed.as("confirmed"),
      sql<number | null>`extract(epoch from c.sponsored_until)::float8 * 1000`.as("sponsoredUntil"),
      listableUntil.as("listableUntil"),
    ])
    .$castTo<IndexedCar>();
}

/** A row from COPY: JSON has no infinity, so it is a string. */
type Copied<Row extends { listableUntil: number }> = Omit<Row, "listableUntil"> & {
  listableUntil: number | string;
};

/** All cars on sale, from the database at this address. */
export async function* readAllCars(
  db: Kysely<DB>,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<IndexedCar[]> {
  for await (const cars of copyRows<Copied<IndexedCar>>(url, indexedCars(db).compile(), { signal })) {
    yield cars.map((car) => Object.assign(car, { listableUntil: Number(car.listableUntil) }));
  }
}

/** Those of these cars that are on sale. */
export function readCars(db: Kysely<DB>, ids: readonly string[]): Promise<IndexedCar[]> {
  return indexedCars(db)
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** The version data of a car: a small part of the row. */
export interface CarVersion {
  id: string;
  rowVersion: number;
  listableUntil: number;
  confirmed: number;
}

/** The versions of all cars on sale, from the database at this address. */
export async function* readAllVersions(
  db: Kysely<DB>,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<CarVersion[]> {
  const versions = carsOnSale(db).select([
    "c.id",
    "c.row_version as rowVersion",
    listableUntil.as("listableUntil"),
    confirmed.as("confirmed"),
  ]);
  for await (const cars of copyRows<Copied<CarVersion>>(url, versions.compile(), { signal })) {
    yield cars.map((car) => Object.assign(car, { listableUntil: Number(car.listableUntil) }));
  }
}

/** Cars of these sellers, on sale or not. Index cars_owner. */
export async function readSellerCarIds(db: Kysely<DB>, sellers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("cars")
    .select("id")
    .where("owner_id", "=", sql<string>`any(${sellers}::uuid[])`)
    .where("state", "=", "active")
    .execute();
  return rows.map((row) => row.id);
}

/** The planner's estimate of active cars, for making room. */
export async function estimateCars(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ estimate: number }>`
    select greatest(reltuples, 0)::float8 as estimate from pg_class where oid = 'cars'::regclass`.execute(db);
  return rows[0]?.estimate ?? 0;
}

export interface Checksum {
  size: number;
  /** Sum of the cars' row versions. */
  checksum: number;
  /** Sum of their listing ends, each modulo `momentsModulus`. */
  ends: number;
  /** The database's time, by which it decides who is a dealer, in ms. */
  at: number;
}

/** The number of cars on sale at a moment (ms), with the index's checksums. */
export async function readChecksum(db: Kysely<DB>, now: number): Promise<Checksum> {
  const { rows } = await sql<Checksum>`
    select count(*)::float8 as size, coalesce(sum(stamp), 0)::float8 as checksum,
      coalesce(sum(mod(floor(until)::bigint, ${sql.lit(momentsModulus)})) filter (where until < 'Infinity'), 0)::float8 as ends,
      extract(epoch from now())::float8 * 1000 as at
    from (
      select c.row_version as stamp, ${listableUntil} as until
      from cars c join public_cars p on p.id = c.id
      where p.on_sale
    ) as on_sale
    where until > ${now}`.execute(db);
  return rows[0] ?? { size: 0, checksum: 0, ends: 0, at: now };
}

/**
 * The sum of these cars' confirmations (ms), each modulo `momentsModulus`. Apart from `readChecksum`, which runs twice a
 * minute: for 100,000 cars this takes 300 ms instead of 100.
 */
export async function readConfirmations(db: Kysely<DB>, now: number): Promise<number> {
  const { sum } = await carsOnSale(db)
    .select(
      sql<number>`coalesce(sum(mod((${confirmed})::bigint, ${sql.lit(momentsModulus)})), 0)::float8`.as(
        "sum",
      ),
    )
    .where(sql<boolean>`${listableUntil} > ${now}`)
    .executeTakeFirstOrThrow();
  return sum;
}
