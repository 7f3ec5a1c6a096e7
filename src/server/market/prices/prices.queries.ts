import { type Kysely, sql } from "kysely";
import type { ComparableState } from "#contract/prices.ts";
import type { CarAccess } from "#domain/cars/car-permissions.ts";
import type { PricedListing } from "#domain/prices/price-facts.ts";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import type { OwnedListing } from "#domain/prices/repeats.ts";
import { accessColumns, carAccess, shownPriceBand } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Age limit of listings for fitting and comparing (specification.md#price-estimate). In days. */
const listingsOfDays = 180;

/** The car joined as `c` was published within that time. */
const isRecent = sql<boolean>`c.created_at > now() - make_interval(days => ${sql.lit(listingsOfDays)})`;

/**
 * The car joined as `c`, of the seller `u`, may be used for fitting and comparing: neither it nor its seller
 * was hidden by an admin, and no report of it was upheld. Cars that ended otherwise count: somebody asked that
 * price.
 */
const counts = sql<boolean>`(c.hidden_at is null and unlisted_because(c, u) is distinct from 'suspended'
  and not exists (select from reports r where r.car_id = c.id and r.state in ('hidden', 'deleted')))`;

/** Facts of the car joined as `c` for estimates. */
const factColumns = [
  "c.id",
  "c.owner_id as ownerId",
  "c.brand",
  "c.model",
  "c.year",
  "c.mileage",
  "c.price",
  "c.fuel",
  "c.type",
  "c.transmission",
  "c.origin",
  "c.condition",
  "c.customs_paid as customsPaid",
  "c.power",
  "c.engine_size as engineSize",
] as const;

/** The day of publication in Kosovo. */
const publishedOn = sql<string>`to_char(c.created_at at time zone 'Europe/Belgrade', 'YYYY-MM-DD')`;

/** A comparable listing. The owner identifies repeated listings, and never leaves the server. */
export interface Comparable extends Omit<PricedListing, "mileage">, OwnedListing {
  readonly date: string;
  readonly state: ComparableState;
  /** Everybody may open it. */
  readonly isPublic: boolean;
}

/** A car whose band is due. */
export interface PricedCar extends Omit<PricedListing, "mileage" | "date">, OwnedListing {
  readonly description: string;
  readonly rowVersion: number;
  /** The last computed band, visible or not. */
  readonly band: PriceBand | null;
  /** The last result of the damage check; null if unchecked. */
  readonly damaged: boolean | null;
}

const pricedColumns = [
  ...factColumns,
  "c.description",
  "c.row_version as rowVersion",
  "c.price_band as band",
  "c.damaged",
] as const;

/** A car with its access data; null if missing. */
export async function loadPricedCar(
  db: Kysely<DB>,
  id: string,
): Promise<{ car: PricedCar; access: CarAccess; isDue: boolean; isJustEdited: boolean } | null> {
  const row = await db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select([
      ...pricedColumns,
      ...accessColumns,
      sql<boolean>`c.price_band_due is not null`.as("isDue"),
      sql<boolean>`coalesce(c.price_band_due > now(), false)`.as("isJustEdited"),
    ])
    .where("c.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { isDue, isJustEdited, ...car } = row;
  return { car, access: carAccess(row), isDue, isJustEdited };
}

/** Of these cars those on sale that people see rated above the market. By the primary key of cars. */
export function loadDearCars(db: Kysely<DB>, ids: readonly string[]): Promise<PricedCar[]> {
  return db
    .selectFrom("cars as c")
    .select(pricedColumns)
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("c.state", "=", "active")
    .where(shownPriceBand, "in", ["above", "far_above"])
    .execute();
}

/** Cars whose band is to be looked at now, the longest due first. Index cars_price_band_due. */
export function loadDueCars(db: Kysely<DB>, limit: number): Promise<PricedCar[]> {
  return db
    .selectFrom("cars as c")
    .select(pricedColumns)
    .where("c.price_band_due", "<=", sql<Date>`now()`)
    .orderBy("c.price_band_due")
    .limit(limit)
    .execute();
}

/** Years searched to either side, and listings per year with lower and with higher mileages. */
export const nearYears = 10;
export const nearInYear = 8;
/** So many of them are compared closely. */
export const maxNear = 100;
/** A year counts like so many kilometres (domain/prices/comparables.ts). */
export const kilometresOfYear = 25_000;

/** The point for finding comparables. */
export interface NearTo {
  readonly brand: string;
  readonly model: string;
  readonly year: number;
  /** In km. */
  readonly mileage: number;
}

/** Of the asked car joined as `a`, in the year joined as `y`. */
const nearInOneYear = (than: ">=" | "<", order: "asc" | "desc") => sql`(
  select c.id, abs(y.year - a.year) + abs(c.mileage - a.mileage) / ${sql.lit(kilometresOfYear)}::float8 as distance
  from cars c
  where c.search_text = a.model and c.year = y.year and c.mileage ${sql.raw(than)} a.mileage
    and c.hidden_at is null and c.damaged is not true and ${isRecent}
  order by c.mileage ${sql.raw(order)} limit ${sql.lit(nearInYear)})`;

/**
 * For each of these, listings of its model that are near in year and mileage, the nearest first: candidates for
 * comparables. Index cars_comparable, which holds everything that they are chosen by.
 */
export async function loadNearListings(db: Kysely<DB>, nears: readonly NearTo[]): Promise<Comparable[][]> {
  const { rows } = await sql<Comparable & { place: number }>`
    with asked as materialized (
      select a.place::int - 1 as place, folded(a.model) as model, a.year, a.mileage
      from unnest(${nears.map(({ brand, model }) => `${brand} ${model}`)}::text[], ${nears.map(({ year }) => year)}::int[],
        ${nears.map(({ mileage }) => mileage)}::int[]) with ordinality as a (model, year, mileage, place)
    ), near as materialized (
      select a.place, nearest.id, nearest.distance
      from asked a, lateral (
        select found.id, found.distance
        from generate_series(a.year - ${sql.lit(nearYears)}, a.year + ${sql.lit(nearYears)}) as y (year),
          lateral (${nearInOneYear(">=", "asc")} union all ${nearInOneYear("<", "desc")}) as found
        order by found.distance, found.id
        limit ${sql.lit(maxNear)}
      ) as nearest
    )
    select near.place, c.id, c.owner_id as "ownerId", c.brand, c.model, c.year, c.mileage, c.price, c.fuel, c.type,
      c.transmission, c.origin, c.condition, c.customs_paid as "customsPaid", c.power, c.engine_size as "engineSize",
      ${publishedOn} as date, ${comparableState} as state, is_public(c, u) as "isPublic"
    from near
    join cars c on c.id = near.id
    join users u on u.id = c.owner_id
    where ${counts}
    order by near.place, near.distance, c.id`.execute(db);
  const found = Map.groupBy(rows, ({ place }) => place);
  return nears.map((_, place) => found.get(place) ?? []);
}

const comparableState = sql<ComparableState>`
  case when c.state = 'sold' then 'sold' when is_on_sale(c, u) then 'active' else 'gone' end`;

/** The result for a car at its row version `rowVersion`. */
export interface FoundBand {
  readonly id: string;
  readonly rowVersion: number;
  readonly band: PriceBand | null;
  readonly damaged: boolean;
}

/**
 * Writes the bands of cars whose rows have not changed, and returns how many. They are no longer due. Neither
 * the edit version nor the date of the last change is touched.
 */
export async function writeBands(db: Kysely<DB>, found: readonly FoundBand[]): Promise<number> {
  if (found.length === 0) return 0;
  const { numAffectedRows } = await sql`
    with locked as materialized (
      select c.id, f.band, f.damaged
      from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ rowVersion }) => rowVersion)}::bigint[],
        ${found.map(({ band }) => band)}::text[], ${found.map(({ damaged }) => damaged)}::boolean[])
        as f (id, row_version, band, damaged)
      join cars c on c.id = f.id and c.row_version = f.row_version
      order by c.id
      for no key update of c
    )
    update cars c set price_band = l.band, damaged = l.damaged, price_band_due = null,
      price_band_at = case when c.price_band is distinct from l.band then now() else c.price_band_at end
    from locked l where c.id = l.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** A listing for fitting, a car's repeated listings together; `description` if it is not checked for damage yet. */
export interface LearnedListing extends Omit<PricedListing, "mileage" | "date">, OwnedListing {
  readonly date: string;
  readonly damaged: boolean | null;
  readonly description: string | null;
}

const unreadDescription = sql<string | null>`case when c.damaged is null then c.description end`;

/** All listings for fitting, for COPY: those of one owner, model and year consecutively. */
export function learnedListings(db: Kysely<DB>) {
  return db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select([...factColumns, publishedOn.as("date"), "c.damaged", unreadDescription.as("description")])
    .where(isRecent)
    .where(sql<boolean>`c.damaged is not true`)
    .where(counts)
    .orderBy("c.owner_id")
    .orderBy("c.search_text")
    .orderBy("c.year");
}

/** A listing of a model, and its band if it is on sale. */
export interface ModelListing extends Comparable {
  readonly key: string;
  readonly rowVersion: number;
  readonly band: PriceBand | null;
  readonly damaged: boolean | null;
  readonly description: string | null;
  /** Comparable: recent, and not excluded. */
  readonly counts: boolean;
  /** Active, public or not: its band follows the fit. */
  readonly isOnSale: boolean;
  readonly isDue: boolean;
}

/** All listings to compare or rate, for COPY: model by model. Does not use the index cars_comparable. */
export function modelListings(db: Kysely<DB>) {
  return db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select([
      ...factColumns,
      publishedOn.as("date"),
      "c.search_text as key",
      "c.row_version as rowVersion",
      "c.price_band as band",
      "c.damaged",
      unreadDescription.as("description"),
      comparableState.as("state"),
      sql<boolean>`is_public(c, u)`.as("isPublic"),
      sql<boolean>`(${isRecent} and ${counts})`.as("counts"),
      sql<boolean>`(c.state = 'active')`.as("isOnSale"),
      sql<boolean>`(c.price_band_due is not null)`.as("isDue"),
    ])
    .where(sql<boolean>`(c.state = 'active' or ${isRecent})`)
    .orderBy("c.search_text");
}
