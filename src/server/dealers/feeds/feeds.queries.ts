import { type Kysely, sql } from "kysely";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Dealers at this moment, not suspended, who have switched the feeds on. */
function sharingDealers(db: Kysely<DB>) {
  return db
    .selectFrom("outward_feeds as o")
    .innerJoin("users as u", "u.id", "o.user_id")
    .leftJoin("dealers as d", "d.user_id", "u.id")
    .where(isDealerNow, "=", true)
    .where("u.suspended_at", "is", null);
}

export interface SharingDealer {
  id: string;
  name: string;
}

/** One of them. Throws dealer_not_found for anybody else. */
export function findSharingDealer(db: Kysely<DB>, id: string): Promise<SharingDealer> {
  return sharingDealers(db)
    .select(["u.id", sql<string>`coalesce(d.business_name, u.first_name || ' ' || u.last_name)`.as("name")])
    .where("u.id", "=", id)
    .executeTakeFirstOrThrow(() => new AppError("dealer_not_found"));
}

/** Their ids in order, a page after this one. Primary key of outward_feeds. */
export async function listSharingDealers(
  db: Kysely<DB>,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await sharingDealers(db)
    .select("u.id")
    .$if(after !== null, (query) => query.where("o.user_id", ">", after ?? ""))
    .orderBy("o.user_id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Another text after any change of what the feed of this dealer, or of all of them, shows. Index cars_owner. */
export async function readFingerprint(db: Kysely<DB>, dealerId: string | null): Promise<string> {
  const row = await sharingDealers(db)
    .$if(dealerId !== null, (query) => query.where("u.id", "=", dealerId ?? ""))
    .leftJoin(
      (join) =>
        join
          .selectFrom("cars as c")
          .innerJoin("public_cars as p", "p.id", "c.id")
          .select(["c.owner_id", "c.row_version"])
          .where(sql<boolean>`p.on_sale`)
          .as("on_sale"),
      (on) => on.onRef("on_sale.owner_id", "=", "u.id"),
    )
    .select([
      sql<string>`concat_ws('-', count(distinct u.id), count(on_sale.owner_id), sum(on_sale.row_version),
        max(on_sale.row_version))`.as("cars"),
      sql<string>`coalesce(sum(hashtextextended(u.id || coalesce(d.business_name, u.first_name || ' ' || u.last_name), 0)), 0)::text`.as(
        "names",
      ),
    ])
    .executeTakeFirstOrThrow();
  return `${row.cars}-${row.names}`;
}

/** A place among a dealer's cars: `createdAt` as PostgreSQL writes it, to the microsecond. */
export interface CarKey {
  id: string;
  createdAt: string;
}

/** A dealer's active cars, newest first, a page after this one. Index cars_owner. */
export function listActiveCars(
  db: Kysely<DB>,
  ownerId: string,
  after: CarKey | null,
  limit: number,
): Promise<CarKey[]> {
  return db
    .selectFrom("cars")
    .select(["id", sql<string>`created_at::text`.as("createdAt")])
    .where("owner_id", "=", ownerId)
    .where("state", "=", "active")
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(created_at < ${after?.createdAt ?? ""}::timestamptz
          or (created_at = ${after?.createdAt ?? ""}::timestamptz and id > ${after?.id ?? ""}))`,
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}
