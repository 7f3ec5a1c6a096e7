import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AdminCharts, AdminWeeks } from "#contract/admin-watch.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { isInBooks } from "#server/money/invoices/summary.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";

/** Days shown by default, today included. */
const usualDays = 30;
/** Weeks in the overview, the current one included. */
const shownWeeks = 12;

/** Days in Kosovo, both included. */
interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Day {
  day: string;
  registrations: number;
  cars: number;
  sales: number;
  /** Payments in dollars minus refunds: payments in euro have no rate here. */
  cents: number;
}

/** Rows per day in Kosovo. `moment`: the time column. */
function countByDay(table: "users" | "cars", moment: "created_at" | "sold_at") {
  const at = sql.ref(moment);
  return sql`
    select (${at} at time zone 'Europe/Belgrade')::date as day, count(*) as count
    from ${sql.table(table)}, limits where ${at} >= limits.first and ${at} < limits.over group by 1`;
}

/**
 * The figures of each day. `days`: a query of the days; `isTest`: the income is that of test mode. Indexes
 * payments_paid_in_order, payment_refunds_at, users_created_at, cars_created_at.
 */
function figuresOf(days: RawBuilder<unknown>, isTest: boolean): RawBuilder<Day> {
  return sql<Day>`
    with days as (${days}
    ), limits as (
      select min(day)::timestamp at time zone 'Europe/Belgrade' as first,
        (max(day) + 1)::timestamp at time zone 'Europe/Belgrade' as over
      from days
    ), moved as (
      select (p.paid_at at time zone 'Europe/Belgrade')::date as day, p.amount_cents as cents
      from payments p, limits
      where p.paid_at >= limits.first and p.paid_at < limits.over and p.currency = 'usd' and ${isInBooks(isTest)}
      union all
      select (r.at at time zone 'Europe/Belgrade')::date, -r.amount_cents
      from payment_refunds r join payments p on p.id = r.payment_id, limits
      where r.at >= limits.first and r.at < limits.over and p.currency = 'usd' and ${isInBooks(isTest)}
    ), income as (
      select day, sum(cents)::int8 as cents from moved group by day
    ), registrations as (${countByDay("users", "created_at")}
    ), published as (${countByDay("cars", "created_at")}
    ), sold as (${countByDay("cars", "sold_at")}
    )
    select d.day::text as day, coalesce(r.count, 0) as registrations, coalesce(p.count, 0) as cars,
      coalesce(s.count, 0) as sales, coalesce(i.cents, 0) as cents
    from days d left join income i on i.day = d.day left join registrations r on r.day = d.day
      left join published p on p.day = d.day left join sold s on s.day = d.day`;
}

async function readDays(db: Kysely<DB>, { from, to }: DayRange, isTest: boolean): Promise<Day[]> {
  const days = sql`
    select generate_series(coalesce(${from ?? null}::date, last - ${usualDays - 1}::int), last, interval '1 day')::date as day
    from (
      select coalesce(${to ?? null}::date, greatest((now() at time zone 'Europe/Belgrade')::date, ${from ?? null}::date)) as last
    ) range`;
  const { rows } = await sql<Day>`select * from (${figuresOf(days, isTest)}) by_day order by day`.execute(db);
  return rows;
}

/** Accounts, published cars and income of the last twelve weeks in Kosovo, by their Mondays; the current one so far. */
export async function loadWeeks(db: Kysely<DB>, isTest: boolean): Promise<AdminWeeks> {
  const days = sql`
    select generate_series(date_trunc('week', last)::date - ${(shownWeeks - 1) * 7}::int, last, interval '1 day')::date as day
    from (select (now() at time zone 'Europe/Belgrade')::date as last) today`;
  const { rows } = await sql<{ from: string; accounts: number; cars: number; cents: number }>`
    select date_trunc('week', day::date)::date::text as "from", sum(registrations)::int8 as accounts,
      sum(cars)::int8 as cars, sum(cents)::int8 as cents
    from (${figuresOf(days, isTest)}) by_day group by 1 order by 1`.execute(db);
  return {
    weeks: rows.map(({ cents, ...week }) => Object.assign(week, { income: centsToDollars(cents) })),
  };
}

/**
 * Registrations, cars, sales and income by day in Kosovo. Deleted records do not count; payments are never
 * deleted. Throws validation_failed for too long a range.
 */
export async function loadCharts(db: Kysely<DB>, range: DayRange, isTest: boolean): Promise<AdminCharts> {
  // Before the database counts them: a range may begin a century ago.
  const last = range.to === undefined ? Date.now() : Date.parse(range.to);
  const length = range.from === undefined ? usualDays : (last - Date.parse(range.from)) / 86_400_000;
  if (length > adminLimits.maxChartDays) {
    const message = adminMessages.daysTooMany;
    throw new AppError("validation_failed", { message, fields: { from: message } });
  }
  const days = await readDays(db, range, isTest);
  return {
    from: days[0]?.day ?? "",
    to: days.at(-1)?.day ?? "",
    days: days.map(({ cents, ...counts }) => Object.assign(counts, { income: centsToDollars(cents) })),
  };
}
