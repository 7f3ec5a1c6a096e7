import { type Kysely, sql } from "kysely";
import type { DealerPage } from "#contract/dealer-page.ts";
import type { DealerBusiness } from "#contract/dealers.ts";
import type { DB } from "#server/platform/db/tables.ts";

export interface DealerCounts {
  active: number;
  sold: number;
  sponsored: number;
  /** When the first subscription began. */
  since: Date | null;
}

/** A dealer's cars by state, sponsored ones among the active, and since when it is one. Index cars_owner. */
export async function countDealerCars(db: Kysely<DB>, userId: string): Promise<DealerCounts> {
  const { rows } = await sql<DealerCounts>`
    select count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'sold') as sold,
      count(*) filter (where state = 'active' and sponsored_until > now()) as sponsored,
      (select min(created_at) from subscriptions where user_id = ${userId}) as since
    from cars where owner_id = ${userId} and state in ('active', 'sold')`.execute(db);
  return rows[0] ?? { active: 0, sold: 0, sponsored: 0, since: null };
}

/** Visitors who asked about any of this seller's cars, once a day and car each, the last 30 days with today, oldest first; days without are 0. */
export async function leadsByDay(db: Kysely<DB>, userId: string): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    with days as (
      select (now() at time zone 'Europe/Belgrade')::date - n as day from generate_series(0, 29) n
    ), own as (
      select id from cars where owner_id = ${userId}
    ), leads as (
      select day, sum(count)::int as count
      from (
        select day, count from stat_days
        where car_id in (select id from own) and kind = 'lead' and day >= (select min(day) from days)
        union all
        select day, count from stat_uncounted where car_id in (select id from own) and kind = 'lead'
      ) as counted
      group by day
    )
    select d.day::text as day, coalesce(l.count, 0) as count
    from days d left join leads l on l.day = d.day order by d.day`.execute(db);
  return rows;
}

/** An account's business; null where it never had one. */
export async function findBusiness(db: Kysely<DB>, userId: string): Promise<DealerBusiness | null> {
  const row = await db
    .selectFrom("dealers")
    .select([
      "business_name as businessName",
      "business_address as businessAddress",
      "tax_number as taxNumber",
      "website",
      "business_type as businessType",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** What the account tells on its page as a dealer. Primary key of dealer_pages. */
export async function findDealerPage(db: Kysely<DB>, userId: string): Promise<DealerPage> {
  const row = await db
    .selectFrom("dealer_pages")
    .select(["address", "phone", "hours"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? { address: null, phone: null, hours: null };
}

/** Without anything told there is no row. */
export async function saveDealerPage(
  db: Kysely<DB>,
  userId: string,
  { address, phone, hours }: DealerPage,
): Promise<void> {
  if (address === null && phone === null && hours === null) {
    await db.deleteFrom("dealer_pages").where("user_id", "=", userId).execute();
    return;
  }
  const told = { address, phone, hours: hours === null ? null : JSON.stringify(hours) };
  await db
    .insertInto("dealer_pages")
    .values({ user_id: userId, ...told })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(told))
    .execute();
}
