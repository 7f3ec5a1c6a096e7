import { type Kysely, sql, type Transaction } from "kysely";
import type { AccountFavourites } from "#contract/favourites.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The favourites of an account, newest first. */
export async function loadFavourites(db: Kysely<DB>, userId: string): Promise<AccountFavourites> {
  const list = await db
    .selectFrom("favourite_lists")
    .select("since")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const rows = await db
    .selectFrom("favourites")
    .select(["car_id", "price", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("place")
    .execute();
  return {
    kept: list !== undefined,
    favourites: rows.map(({ car_id, price, created_at }) => ({
      id: car_id,
      price,
      since: created_at.toISOString(),
    })),
  };
}

/**
 * Replaces an account's favourites, in this order; serialised per account. Returns the new ones. Cars that the
 * public may not open are skipped, unless they are favourites already.
 */
export async function replaceFavourites(
  trx: Transaction<DB>,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  await sql`
    insert into favourite_lists (user_id) values (${userId})
    on conflict (user_id) do update set user_id = excluded.user_id`.execute(trx);
  await sql`
    delete from favourites where user_id = ${userId} and car_id <> all(${ids}::uuid[])`.execute(trx);
  const { rows: known } = await sql<{ car_id: string }>`
    update favourites f set place = sent.place
    from unnest(${ids}::uuid[]) with ordinality sent (id, place)
    where f.user_id = ${userId} and f.car_id = sent.id
    returning f.car_id`.execute(trx);
  const old = new Set(known.map(({ car_id }) => car_id));
  const { rows: added } = await sql<{ car_id: string }>`
    insert into favourites (user_id, car_id, place, price)
    select ${userId}, c.id, min(sent.place), c.price
    from unnest(${ids}::uuid[]) with ordinality sent (id, place)
      join cars c on c.id = sent.id join public_cars p on p.id = c.id
    where sent.id <> all(${[...old]}::uuid[])
    group by c.id, c.price
    returning car_id`.execute(trx);
  return added.map(({ car_id }) => car_id);
}

/** Deletes the favourites of an account. */
export async function deleteFavourites(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("favourite_lists").where("user_id", "=", userId).execute();
}
