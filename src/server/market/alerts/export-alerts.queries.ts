import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** An account's saved searches, followed cars and their mails, for its export. */
export async function exportAlerts(db: Kysely<DB>, userId: string) {
  const searches = await db
    .selectFrom("saved_searches")
    .select(["id", "name", "query", "frequency", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const followed = await db
    .selectFrom("followed_cars")
    .select(["car_id", "first_price", "told_price", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const mails = await db
    .selectFrom("alert_mails as m")
    .leftJoin("saved_searches as s", "s.id", "m.saved_search_id")
    .select(["s.name", "m.car_id", "m.from_price", "m.to_price", "m.created_at", "m.done_at"])
    .where("m.user_id", "=", userId)
    .where("m.sent", "=", true)
    .orderBy("m.created_at")
    .execute();
  const matches = await db
    .selectFrom("alert_matches as m")
    .innerJoin("saved_searches as s", "s.id", "m.saved_search_id")
    .select(["m.saved_search_id", "m.car_id", "m.found_at"])
    .where("s.user_id", "=", userId)
    .orderBy("m.found_at")
    .execute();
  return {
    savedSearches: searches.map(({ id, name, query, frequency, created_at }) => ({
      id,
      name,
      query,
      frequency,
      createdAt: created_at.toISOString(),
    })),
    foundCars: matches.map(({ saved_search_id, car_id, found_at }) => ({
      savedSearchId: saved_search_id,
      carId: car_id,
      foundAt: found_at.toISOString(),
    })),
    followedCars: followed.map(({ car_id, first_price, told_price, created_at }) => ({
      carId: car_id,
      firstPrice: first_price,
      toldPrice: told_price,
      since: created_at.toISOString(),
    })),
    alertMails: mails.map(({ name, car_id, from_price, to_price, done_at }) => ({
      savedSearch: name,
      carId: car_id,
      fromPrice: from_price,
      toPrice: to_price,
      sentAt: done_at?.toISOString() ?? null,
    })),
  };
}
