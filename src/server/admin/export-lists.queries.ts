import { type Kysely, sql } from "kysely";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** These users' data for the file, unordered. */
export function loadExportedUsers(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom("users as u")
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.phone", "u.is_admin", "u.created_at"])
    .select([
      isDealerNow.as("is_dealer"),
      sql<number>`(select count(*) from cars c where c.owner_id = u.id and c.state in ('active', 'sold'))`.as(
        "cars",
      ),
    ])
    .where("u.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** These cars' data for the file, unordered. */
export function loadExportedCars(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select(["c.id", "c.number", "c.brand", "c.model", "c.year", "c.price", "c.mileage", "c.fuel", "c.type"])
    .select(["c.location", "c.state", "c.hidden_at", "c.created_at"])
    .select(["u.first_name", "u.last_name", "u.email"])
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}
