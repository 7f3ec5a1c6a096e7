import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import type { StockCar } from "./stock-cars.ts";

function selectStock(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("cars as c")
    .leftJoin("car_vins as v", "v.car_id", "c.id")
    .selectAll("c")
    .select(["v.masked as vin_masked", "v.hash as vin_hash"])
    .select(
      sql<
        string[]
      >`array(select cp.photo_id::text from car_photos cp where cp.car_id = c.id order by cp.position)`.as(
        "photoIds",
      ),
    )
    .where("c.owner_id", "=", userId);
}

/** A dealer's cars that have a reference, whatever their state, and those with these numbers. Index cars_owner. */
export async function loadStock(
  db: Kysely<DB>,
  userId: string,
  numbers: readonly number[],
): Promise<StockCar[]> {
  return selectStock(db, userId)
    .where((eb) =>
      eb.or([eb("c.reference", "is not", null), eb("c.number", "=", sql<number>`any(${numbers}::bigint[])`)]),
    )
    .orderBy("c.id")
    .execute();
}

/** A dealer's active cars after an id, for the export: a page of them. Index cars_owner. */
export async function loadActive(
  db: Kysely<DB>,
  userId: string,
  after: string | null,
  limit: number,
): Promise<StockCar[]> {
  return selectStock(db, userId)
    .where("c.state", "=", "active")
    .$if(after !== null, (query) => query.where("c.id", ">", after ?? ""))
    .orderBy("c.id")
    .limit(limit)
    .execute();
}

/** How many cars are in a dealer's stock: active ones with a reference. Index cars_owner. */
export async function countStock(db: Kysely<DB>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("cars")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("owner_id", "=", userId)
    .where("state", "=", "active")
    .where("reference", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * A hash of everything by which a check of a file could come out differently: the dealer's cars, name and phone, and the
 * references of cars that an admin deleted.
 */
export async function readStockState(db: Kysely<DB>, userId: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select md5(concat_ws('|', u.phone, u.first_name, u.last_name, d.business_name, d.town, (
      select string_agg(concat_ws(':', c.id, c.version, c.state, c.reference, c.archived_by_import), ',' order by c.id)
      from cars c where c.owner_id = u.id), (
      select string_agg(r.reference, ',' order by r.reference)
      from removed_references r where r.owner_id = u.id))) as state
    from users u left join dealers d on d.user_id = u.id where u.id = ${userId}`.execute(db);
  return rows[0]?.state ?? "";
}

/** What new cars take from the account: the business's name, else the person's. */
export async function loadSeller(
  db: Kysely<DB>,
  userId: string,
): Promise<{ name: string; phone: string | null; town: string | null }> {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("dealers as d", "d.user_id", "u.id")
    .select(["u.first_name", "u.last_name", "u.phone", "d.business_name", "d.town"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
  return {
    name: row?.business_name ?? `${row?.first_name ?? ""} ${row?.last_name ?? ""}`.trim(),
    phone: row?.phone ?? null,
    town: row?.town ?? null,
  };
}

/** What admins have said that codes of a format mean, by column and code. */
export async function loadCodes(db: Kysely<DB>, format: "mobile_de") {
  return db
    .selectFrom("stock_codes")
    .select(["column_name", "code", "value"])
    .where("format", "=", format)
    .orderBy("column_name")
    .orderBy("code")
    .execute();
}
