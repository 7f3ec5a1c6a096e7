import { type Kysely, type Transaction, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { PriceCut, UnlistedReason } from "#contract/cars.ts";
import type { CarAccess } from "#domain/cars/car-permissions.ts";
import type { CarState } from "#domain/cars/car-states.ts";
import type { PriceBand } from "#domain/cars/price-bands.ts";
import { inOrder } from "#server/platform/db/in-order.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Whether the account joined as `u` is a dealer now: no job has to notice the end of a subscription. */
export const isDealerNow = sql<boolean>`(u.is_dealer_by_hand or coalesce(u.dealer_until > now(), false))`;

/**
 * For the car joined as `c` with its seller `u`: whether it is public, whether it is on sale, and why not. The
 * rule is in the database only (0003_cars.sql); reads of many cars join its view `public_cars`.
 */
const isPublic = sql<boolean>`is_public(c, u)`;
const isOnSale = sql<boolean>`is_on_sale(c, u)`;
const unlistedBecause = sql<UnlistedReason | null>`unlisted_because(c, u)`;

/** The visible band of the car joined as `c`: null until it was recomputed after a change. */
export const shownPriceBand = sql<PriceBand | null>`case when c.price_band_due is null then c.price_band end`;

/** When the car joined as `c` was last confirmed; an import that lists it counts too. */
export const confirmedAt = sql<Date>`greatest(c.confirmed_at,
  (select s.confirmed_at from stock_confirmations s where s.car_id = c.id))`;

/** The input of `carAccess`, for the car joined as `c` with its seller `u`. */
export const accessColumns = [
  "c.owner_id",
  "c.state",
  isPublic.as("is_public"),
  isOnSale.as("is_on_sale"),
] as const;

/** Until when, in ms since 1970, a row is valid without a write: bought days end on their own. */
const sameUntil = sql<number>`coalesce(extract(epoch from least(
  case when c.sponsored_until > now() then c.sponsored_until end,
  case when not u.is_dealer_by_hand and u.dealer_until > now() then u.dealer_until end))::float8 * 1000, 'infinity')`;

function carsWithSeller(db: Kysely<DB>) {
  return db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .leftJoin("dealers as d", "d.user_id", "u.id");
}

function selectCars(db: Kysely<DB>) {
  return carsWithSeller(db)
    .leftJoin("car_vins as v", "v.car_id", "c.id")
    .selectAll("c")
    .select((eb) => [
      isDealerNow.as("is_dealer"),
      isPublic.as("is_public"),
      isOnSale.as("is_on_sale"),
      unlistedBecause.as("unlisted"),
      shownPriceBand.as("shown_price_band"),
      sql<boolean>`coalesce(c.sponsored_until > now(), false)`.as("is_sponsored"),
      sameUntil.as("same_until"),
      confirmedAt.as("confirmed_at"),
      "c.row_version as rowVersion",
      // By the primary key of price_cuts.
      eb.exists(eb.selectFrom("price_cuts as pc").whereRef("pc.car_id", "=", "c.id")).as("has_price_cuts"),
      "d.business_name",
      "d.verified_at",
      // By the primary key of car_vins. Neither the number nor its hash, because rows go into caches and
      // answers.
      "v.masked as vin_masked",
      "v.lower_public_at",
      "v.note as mileage_note",
      jsonArrayFrom(
        eb
          .selectFrom("car_photos as cp")
          .innerJoin("photos as p", "p.id", "cp.photo_id")
          .select(["p.id", "p.width", "p.height", "p.thumbhash"])
          .whereRef("cp.car_id", "=", "c.id")
          .orderBy("cp.position"),
      ).as("photos"),
    ]);
}

/** A car with its photos in order and its seller's data; leaves the server only through `presentCar`. */
export type CarRow = Awaited<ReturnType<ReturnType<typeof selectCars>["executeTakeFirstOrThrow"]>>;

/** A row's input for permissions. */
export function carAccess(row: {
  owner_id: string;
  state: CarState;
  is_public: boolean;
  is_on_sale: boolean;
}): CarAccess {
  return { ownerId: row.owner_id, state: row.state, isPublic: row.is_public, isOnSale: row.is_on_sale };
}

/** The cars with these ids, in that order, in one query; unknown ids are omitted. */
export async function loadCars(db: Kysely<DB>, ids: readonly string[]): Promise<CarRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectCars(db)
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return inOrder(ids, rows);
}

/** One car in any state; null if it does not exist. */
export async function loadCar(db: Kysely<DB>, id: string): Promise<CarRow | null> {
  return (await selectCars(db).where("c.id", "=", id).executeTakeFirst()) ?? null;
}

/** A car's access data, without the rest. */
export async function loadCarAccess(db: Kysely<DB>, id: string): Promise<CarAccess | null> {
  const row = await carsWithSeller(db).select(accessColumns).where("c.id", "=", id).executeTakeFirst();
  return row === undefined ? null : carAccess(row);
}

/** The car's row, locked until the transaction ends, so that decisions use its current state. */
export async function lockCar(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .selectAll("c")
    .select([isPublic.as("is_public"), isOnSale.as("is_on_sale")])
    .where("c.id", "=", id)
    .forUpdate("c")
    .executeTakeFirst();
  return row ?? null;
}
export type LockedCar = NonNullable<Awaited<ReturnType<typeof lockCar>>>;

/** One owner's cars in some states, newest first, with the exact total. Index cars_owner. */
export async function loadOwnCars(
  db: Kysely<DB>,
  ownerId: string,
  states: readonly CarState[],
  page: Page,
): Promise<{ rows: CarRow[]; total: number }> {
  return readPage(
    db,
    selectCars(db)
      .where("c.owner_id", "=", ownerId)
      .where("c.state", "in", states)
      .orderBy("c.created_at", "desc")
      .orderBy("c.id"),
    page,
  );
}

const maxCutsShown = 10;

/**
 * A car's real price cuts, newest first, days of Europe/Belgrade. Cuts reversed by a later higher price are
 * omitted. By the primary keys of price_cuts and cars.
 */
export async function loadPriceCuts(db: Kysely<DB>, carId: string): Promise<PriceCut[]> {
  const { rows } = await sql<PriceCut>`
    select (p.at at time zone 'Europe/Belgrade')::date::text as "on", p.from_price as "from", p.to_price as "to"
    from price_cuts p join cars c on c.id = p.car_id
    where p.car_id = ${carId} and p.to_price >= c.price
    order by p.at desc limit ${sql.lit(maxCutsShown)}`.execute(db);
  return rows;
}

/** Whether one of the owner's cars, in any state, has this reference (index cars_reference). */
export async function isReferenceTaken(
  db: Kysely<DB>,
  ownerId: string,
  reference: string | null | undefined,
): Promise<boolean> {
  if (reference === null || reference === undefined) return false;
  const car = await db
    .selectFrom("cars")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return car !== undefined;
}
