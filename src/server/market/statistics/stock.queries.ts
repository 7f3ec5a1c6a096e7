import { type Kysely, sql } from "kysely";
import type { ReportCar } from "#contract/statistics.ts";
import type { StatKind } from "#domain/statistics/stat-kinds.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** A dealer's cars on sale, and those sold from a day (YYYY-MM-DD) on. Index cars_owner. */
const stock = (ownerId: string, from: string) => sql`
  select c.id, c.brand, c.model, c.year, c.price, c.state, c.created_at, c.sold_at,
    case when c.price_band_due is null then c.price_band end as price_band,
    (coalesce(c.sold_at, now()) at time zone 'Europe/Belgrade')::date
      - (c.created_at at time zone 'Europe/Belgrade')::date as days_listed
  from cars c
  where c.owner_id = ${ownerId}
    and (c.state = 'active' or (c.state = 'sold' and (c.sold_at at time zone 'Europe/Belgrade')::date >= ${from}::date))`;

export type StockCar = Pick<
  ReportCar,
  "id" | "brand" | "model" | "year" | "price" | "state" | "priceBand" | "daysListed" | "soldOn"
>;

/** A page of the stock: cars on sale, the longest listed first, then sold ones. */
export async function loadStock(
  db: Kysely<DB>,
  ownerId: string,
  from: string,
  { page, limit }: { page: number; limit: number },
): Promise<StockCar[]> {
  const { rows } = await sql<StockCar>`
    select id, brand, model, year, price, state, price_band as "priceBand", days_listed as "daysListed",
      (sold_at at time zone 'Europe/Belgrade')::date as "soldOn"
    from (${stock(ownerId, from)}) as s
    order by state, days_listed desc, id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
}

export interface StockFigures {
  readonly active: number;
  readonly sold: number;
  readonly medianDaysListed: number | null;
  readonly medianDaysToSell: number | null;
}

/** The stock as a whole. */
export async function loadStockFigures(db: Kysely<DB>, ownerId: string, from: string): Promise<StockFigures> {
  const { rows } = await sql<StockFigures>`
    select count(*) filter (where state = 'active') as active, count(*) filter (where state = 'sold') as sold,
      round(percentile_cont(0.5) within group (order by days_listed) filter (where state = 'active'))::integer as "medianDaysListed",
      round(percentile_cont(0.5) within group (order by days_listed) filter (where state = 'sold'))::integer as "medianDaysToSell"
    from (${stock(ownerId, from)}) as s`.execute(db);
  return rows[0] ?? { active: 0, sold: 0, medianDaysListed: null, medianDaysToSell: null };
}

/** The counts of all cars of the stock from that day on, by day. */
export async function countStock(
  db: Kysely<DB>,
  ownerId: string,
  from: string,
): Promise<{ day: string; kind: StatKind; count: number }[]> {
  const { rows } = await sql<{ day: string; kind: StatKind; count: number }>`
    with own as materialized (select id from (${stock(ownerId, from)}) as s)
    select day, kind, sum(count)::integer as count
    from (
      select day, kind, count from stat_days where car_id in (select id from own) and day >= ${from}::date
      union all
      select day, kind, count from stat_uncounted where car_id in (select id from own) and day >= ${from}::date
    ) as counts
    group by day, kind`.execute(db);
  return rows;
}
