import type { DealerPage } from "#contract/dealer-page.ts";
import type { DealerBusiness, DealerStats } from "#contract/dealers.ts";
import { savingsInCents, subscriptionAge } from "#domain/dealers/dealer-figures.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import type { Context } from "#server/context.ts";
import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** Visitors who asked about any of this seller's cars, once a day and car each, the last 30 days with today, oldest first; days without are 0. */
async function leadsByDay(db: Kysely<DB>, userId: string): Promise<{ day: string; count: number }[]> {
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

/** The figures of a dealer's dashboard. Throws dealers_only. */
export async function dealerStats({ db, now, settings }: Context, userId: string): Promise<DealerStats> {
  await requireDealer(db, userId);
  // Index cars_owner. `since`: when the first subscription began.
  const { rows } = await sql<{ active: number; sold: number; sponsored: number; since: Date | null }>`
    select count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'sold') as sold,
      count(*) filter (where state = 'active' and sponsored_until > now()) as sponsored,
      (select min(created_at) from subscriptions where user_id = ${userId}) as since
    from cars where owner_id = ${userId} and state in ('active', 'sold')`.execute(db);
  const { active, sold, sponsored, since } = rows[0] ?? { active: 0, sold: 0, sponsored: 0, since: null };
  const totalCars = active + sold;
  const age = subscriptionAge(since, now());
  return {
    totalCars,
    activeCars: active,
    soldCars: sold,
    sponsoredCars: sponsored,
    estimatedSavings: centsToDollars(savingsInCents(totalCars, settings().fees)),
    subscriptionMonths: age.months,
    subscriptionDays: age.days,
    dealerSince: since?.toISOString() ?? null,
    leads: await leadsByDay(db, userId),
  };
}

/** What a dealer's public page shows beside name, town and website. Throws dealers_only. */
export async function dealerPage({ db }: Context, userId: string): Promise<DealerPage> {
  await requireDealer(db, userId);
  const page = await db
    .selectFrom("dealer_pages")
    .select(["address", "phone", "hours"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return page ?? { address: null, phone: null, hours: null };
}

/** Replaces what `dealerPage` answers. Throws dealers_only. */
export async function replaceDealerPage(
  { db }: Context,
  userId: string,
  page: DealerPage,
): Promise<DealerPage> {
  await requireDealer(db, userId);
  const { address, phone, hours } = page;
  const told = { address, phone, hours: hours === null ? null : JSON.stringify(hours) };
  // Without anything told there is no row.
  if (address === null && phone === null && hours === null)
    await db.deleteFrom("dealer_pages").where("user_id", "=", userId).execute();
  else
    await db
      .insertInto("dealer_pages")
      .values({ user_id: userId, ...told })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(told))
      .execute();
  return page;
}
