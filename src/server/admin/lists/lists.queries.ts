import { type Kysely, sql } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { inBatches } from "#server/search/search.queries.ts";
import type { ListedCar } from "./car-table.ts";
import type { ListedUser } from "./user-table.ts";

function listedUsers(db: Kysely<DB>) {
  return db
    .selectFrom("users as u")
    .leftJoin("dealers as d", "d.user_id", "u.id")
    .select([
      "u.id",
      "u.first_name as firstName",
      "u.last_name as lastName",
      "u.email",
      "u.phone",
      "d.business_name as businessName",
      "u.is_admin as isAdmin",
      "u.is_dealer_by_hand as isDealerByHand",
      sql<number>`coalesce(extract(epoch from u.dealer_until)::float8 * 1000, 0)`.as("dealerUntil"),
      sql<number>`floor(extract(epoch from u.created_at) * 1000)::float8`.as("createdAt"),
    ]);
}

function listedCars(db: Kysely<DB>) {
  return db
    .selectFrom("cars as c")
    .select([
      "c.id",
      "c.owner_id as ownerId",
      "c.number",
      "c.brand",
      "c.model",
      "c.year",
      "c.price",
      "c.state",
      sql<boolean>`c.hidden_at is not null`.as("hidden"),
      sql<number>`floor(extract(epoch from c.created_at) * 1000)::float8`.as("createdAt"),
      sql<number | null>`floor(extract(epoch from c.sold_at) * 1000)::float8`.as("soldAt"),
    ]);
}

/** All users, in batches. */
export function readAllUsers(db: Kysely<DB>, batch: number): AsyncGenerator<ListedUser[]> {
  return inBatches(db, listedUsers(db), batch);
}

/** All cars, whatever their state, in batches. */
export function readAllCars(db: Kysely<DB>, batch: number): AsyncGenerator<ListedCar[]> {
  return inBatches(db, listedCars(db), batch);
}

/** Those of these users that are there. */
export function readUsers(db: Kysely<DB>, ids: readonly string[]): Promise<ListedUser[]> {
  return listedUsers(db)
    .where("u.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Those of these cars that are there. */
export function readCars(db: Kysely<DB>, ids: readonly string[]): Promise<ListedCar[]> {
  return listedCars(db)
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}
