import { type Kysely, sql, type Transaction } from "kysely";
import { followMissingDays } from "#domain/alerts/alert-limits.ts";
import { accessColumns } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** One person's following of one car. */
export interface Following {
  readonly userId: string;
  readonly carId: string;
}

/** What a person follows, the latest first, without the cars that wait in an archive. */
export function loadFollowed(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("followed_cars as f")
    .innerJoin("cars as c", "c.id", "f.car_id")
    .select(["f.car_id", "f.first_price", "f.created_at"])
    .where("f.user_id", "=", userId)
    .where("c.state", "=", "active")
    .orderBy("f.created_at", "desc")
    .orderBy("f.car_id")
    .execute();
}

function following(db: Kysely<DB>, { userId, carId }: Following) {
  return db
    .selectFrom("followed_cars")
    .select("told_price")
    .where("user_id", "=", userId)
    .where("car_id", "=", carId);
}

export async function isFollowing(db: Kysely<DB>, which: Following): Promise<boolean> {
  return (await following(db, which).executeTakeFirst()) !== undefined;
}

/** The last price mailed to the follower, EUR, locked; null if the car is not followed. */
export async function lockToldPrice(trx: Transaction<DB>, which: Following): Promise<number | null> {
  return (await following(trx, which).forUpdate().executeTakeFirst())?.told_price ?? null;
}

/**
 * A car to follow, locked against changes: a price or a sale is either known here, or comes later and finds the
 * follower.
 */
export function lockCarToFollow(trx: Transaction<DB>, carId: string) {
  return trx
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select(["c.price", ...accessColumns])
    .where("c.id", "=", carId)
    .forShare("c")
    .executeTakeFirst();
}

/** False if the person already follows the car. */
export async function insertFollowing(
  trx: Transaction<DB>,
  { userId, carId }: Following,
  price: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("followed_cars")
    .values({ user_id: userId, car_id: carId, first_price: price, told_price: price })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores the last price mailed to the follower, EUR; with `from`, only if it is still that one. */
export async function writeToldPrice(
  trx: Transaction<DB>,
  { userId, carId }: Following,
  price: number,
  from?: number | null,
): Promise<void> {
  let update = trx
    .updateTable("followed_cars")
    .set({ told_price: price })
    .where("user_id", "=", userId)
    .where("car_id", "=", carId);
  if (from !== undefined) update = update.where("told_price", "=", from);
  await update.execute();
}

/**
 * The last price mailed to a car's followers counts as this one at least, EUR: a lower one was a mistake. Locks them in the
 * order of `lockFollowersToTell`.
 */
export async function raiseToldPrices(trx: Transaction<DB>, carId: string, price: number): Promise<void> {
  await sql`
    with told as (
      select user_id from followed_cars where car_id = ${carId} and told_price < ${price} order by user_id for update)
    update followed_cars f set told_price = ${price} from told where f.car_id = ${carId} and f.user_id = told.user_id`.execute(
    trx,
  );
}

/** Unfollows the car. No-op if it was not followed. */
export async function deleteFollowing(db: Kysely<DB>, { userId, carId }: Following): Promise<void> {
  await db.deleteFrom("followed_cars").where("user_id", "=", userId).where("car_id", "=", carId).execute();
}

/**
 * Unfollows those of these cars that are sold or archived, without a mail. Not those that an import archived: its undoing,
 * or the next file, brings them back.
 */
export async function deleteFollowingOfEnded(trx: Transaction<DB>, carIds: readonly string[]): Promise<void> {
  await sql`
    delete from followed_cars f using cars c
    where c.id = f.car_id and c.state <> 'active' and not c.archived_by_import
      and f.car_id = any(${carIds}::uuid[])`.execute(trx);
}

/** Unfollows cars that an import archived long ago. */
export async function deleteFollowingOfMissing(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from followed_cars f using cars c
    where c.id = f.car_id and c.archived_at < now() - make_interval(days => ${followMissingDays})`.execute(
    db,
  );
}

/** The price of a car on sale, EUR; null for others. */
export async function findPriceOnSale(db: Kysely<DB>, carId: string): Promise<number | null> {
  const { rows } = await sql<{ price: number }>`
    select c.price from cars c join public_cars p on p.id = c.id where c.id = ${carId} and p.on_sale`.execute(
    db,
  );
  return rows[0]?.price ?? null;
}

/**
 * Followers of cars on sale below the last mailed price, of these cars or of one person's, and whether their
 * address is verified; locked. Index followed_cars_car, or the primary key.
 */
export async function lockFollowersToTell(
  trx: Transaction<DB>,
  which: { readonly carIds: readonly string[] } | { readonly userId: string },
): Promise<(Following & { readonly proven: boolean })[]> {
  const those =
    "carIds" in which
      ? sql<boolean>`f.car_id = any(${which.carIds}::uuid[])`
      : sql<boolean>`f.user_id = ${which.userId}`;
  const { rows } = await sql<Following & { proven: boolean }>`
    select f.user_id as "userId", f.car_id as "carId", w.email_verified_at is not null as proven
    from followed_cars f join cars c on c.id = f.car_id join public_cars p on p.id = c.id and p.on_sale
      join users w on w.id = f.user_id
    where ${those} and c.price < f.told_price and f.user_id <> c.owner_id
    order by f.car_id, f.user_id
    for update of f`.execute(trx);
  return rows;
}
