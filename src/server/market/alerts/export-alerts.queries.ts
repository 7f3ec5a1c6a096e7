import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** An account's saved searches, followed cars and their mails, for its export. */
export async function exportAlerts(db: Kysely<DB>, userId: string) {
  const savedSearches = await db
    .selectFrom("saved_searches")
    .select(["id", "name", "query", "frequency", "created_at as createdAt"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const followedCars = await db
    .selectFrom("followed_cars")
    .select([
      "car_id as carId",
      "first_price as firstPrice",
      "told_price as toldPrice",
      "created_at as since",
    ])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const alertMails = await db
    .selectFrom("alert_mails as m")
    .leftJoin("saved_searches as s", "s.id", "m.saved_search_id")
    .select(["s.name as savedSearch", "m.car_id as carId", "m.from_price as fromPrice"])
    .select(["m.to_price as toPrice", "m.done_at as sentAt"])
    .where("m.user_id", "=", userId)
    .where("m.sent", "=", true)
    .orderBy("m.created_at")
    .execute();
  const foundCars = await db
    .selectFrom("alert_matches as m")
    .innerJoin("saved_searches as s", "s.id", "m.saved_search_id")
    .select(["m.saved_search_id as savedSearchId", "m.car_id as carId", "m.found_at as foundAt"])
    .where("s.user_id", "=", userId)
    .orderBy("m.found_at")
    .execute();
  return { savedSearches, foundCars, followedCars, alertMails };
}
