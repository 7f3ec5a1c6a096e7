import { type Kysely, sql } from "kysely";
import type { AdminCharts } from "#contract/admin-watch.ts";
import { adminLimits } from "#domain/admin/admin-limits.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { ListsKeeper } from "./lists/lists-keeper.ts";

/** Days shown where none are asked for, today included. */
const usualDays = 30;

interface Day {
  day: string;
  /** ms since 1970, when it begins in Kosovo. */
  begins: number;
  ends: number;
  cents: number;
}

/** The range's days with what was paid on each, less what went back. Indexes payments_paid_at, payment_refunds_at. */
async function readDays(db: Kysely<DB>, from: string | undefined, to: string | undefined): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with range as (
      select coalesce(${to ?? null}::date, greatest((now() at time zone 'Europe/Belgrade')::date, ${from ?? null}::date)) as last
    ), days as (
      select generate_series(coalesce(${from ?? null}::date, last - ${usualDays - 1}::int), last, interval '1 day')::date as day
      from range
    ), limits as (
      select min(day)::timestamp at time zone 'Europe/Belgrade' as first,
        (max(day) + 1)::timestamp at time zone 'Europe/Belgrade' as over
      from days
    ), moved as (
      select (paid_at at time zone 'Europe/Belgrade')::date as day, amount_cents as cents
      from payments, limits where paid_at >= limits.first and paid_at < limits.over
      union all
      select (r.at at time zone 'Europe/Belgrade')::date, -r.amount_cents
      from payment_refunds r, limits where r.at >= limits.first and r.at < limits.over
    ), income as (
      select day, sum(cents)::int8 as cents from moved group by day
    )
    select d.day::text as day,
      extract(epoch from d.day::timestamp at time zone 'Europe/Belgrade')::float8 * 1000 as begins,
      extract(epoch from (d.day + 1)::timestamp at time zone 'Europe/Belgrade')::float8 * 1000 as ends,
      coalesce(i.cents, 0) as cents
    from days d left join income i on i.day = d.day
    order by d.day`.execute(db);
  return rows;
}

/**
 * Registrations, cars, sales and income by day in Kosovo. What was deleted since is not counted; payments are never
 * deleted. Throws validation_failed for a range that is too long.
 */
export async function loadCharts(
  deps: { db: Kysely<DB>; lists: ListsKeeper },
  range: { from?: string | undefined; to?: string | undefined },
): Promise<AdminCharts> {
  // Before the database counts them: a range may begin a century ago.
  const last = range.to === undefined ? Date.now() : Date.parse(range.to);
  const length = range.from === undefined ? usualDays : (last - Date.parse(range.from)) / 86_400_000;
  const days = length > adminLimits.maxChartDays ? null : await readDays(deps.db, range.from, range.to);
  if (days === null) {
    const message = adminMessages.daysTooMany;
    throw new AppError("validation_failed", { message, fields: { from: message } });
  }
  const index = await deps.lists.ready();
  const counts = index.countByDay([...days.map((day) => day.begins), days.at(-1)?.ends ?? 0]);
  return {
    from: days[0]?.day ?? "",
    to: days.at(-1)?.day ?? "",
    days: days.map(({ day, cents }, at) => ({
      day,
      registrations: counts.registrations[at] ?? 0,
      cars: counts.cars[at] ?? 0,
      sales: counts.sales[at] ?? 0,
      income: centsToDollars(cents),
    })),
  };
}
