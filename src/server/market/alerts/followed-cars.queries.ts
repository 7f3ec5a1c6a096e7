import { type Kysely, sql, type Transaction } from "kysely";
import { alertMailDays, followMissingDays } from "#domain/alerts/alert-limits.ts";
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

export async function isFollowing(db: Kysely<DB>, { userId, carId }: Following): Promise<boolean> {
  const row = await db
    .selectFrom("followed_cars")
    .select("car_id")
    .where("user_id", "=", userId)
    .where("car_id", "=", carId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The last price mailed to the follower, EUR; undefined if the car is not followed. Locked. */
export async function lockToldPrice(
  trx: Transaction<DB>,
  { userId, carId }: Following,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom("followed_cars")
    .select("told_price")
    .where("user_id", "=", userId)
    .where("car_id", "=", carId)
    .forUpdate()
    .executeTakeFirst();
  return row?.told_price;
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

/** Deletes mails that were done long ago, and unfollows cars that an import archived long ago. */
export async function sweepAlerts(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from alert_mails where done_at < now() - make_interval(days => ${alertMailDays})`.execute(db);
  await sql`
    delete from followed_cars f using cars c
    where c.id = f.car_id and c.archived_at < now() - make_interval(days => ${followMissingDays})`.execute(
    db,
  );
}

/**
 * Followers of cars on sale below the last mailed price, of these cars or of one person's, and whether their
 * address is verified; locked, after their accounts and the cars, to which mails refer. Index followed_cars_car, or
 * the primary key.
 */
export async function lockFollowersToTell(
  trx: Transaction<DB>,
  which: { readonly carIds: readonly string[] } | { readonly userId: string },
): Promise<(Following & { readonly proven: boolean })[]> {
  const those =
    "carIds" in which
      ? sql<boolean>`f.car_id = any(${which.carIds}::uuid[])`
      : sql<boolean>`f.user_id = ${which.userId}`;
  const toTell = sql`
    from followed_cars f join cars c on c.id = f.car_id join public_cars p on p.id = c.id and p.on_sale
      join users w on w.id = f.user_id
    where ${those} and c.price < f.told_price and f.user_id <> c.owner_id`;
  const { rows: found } = await sql<Following>`
    select f.user_id as "userId", f.car_id as "carId" ${toTell}`.execute(trx);
  if (found.length === 0) return [];
  const [userIds, carIds] = [found.map(({ userId }) => userId), found.map(({ carId }) => carId)];
  await sql`select from users where id = any(${userIds}::uuid[]) order by id for key share`.execute(trx);
  await sql`select from cars where id = any(${carIds}::uuid[]) order by id for key share`.execute(trx);
  const { rows } = await sql<Following & { proven: boolean }>`
    select f.user_id as "userId", f.car_id as "carId", w.email_verified_at is not null as proven ${toTell}
      and (f.user_id, f.car_id) in (select * from unnest(${userIds}::uuid[], ${carIds}::uuid[]))
    order by f.car_id, f.user_id
    for update of f`.execute(trx);
  return rows;
}
