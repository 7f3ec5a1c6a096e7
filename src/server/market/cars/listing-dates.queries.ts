import { sql, type Transaction } from "kysely";
import { listingDateRules } from "#domain/cars/listing-date.ts";
import type { PriceTraces } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";

const { priceDays, republishedDays, sameMileage } = listingDateRules;

const today = sql<string>`(now() at time zone 'Europe/Belgrade')::date`;

/**
 * The lowest price (EUR) of a locked car in the last 30 days, with the database's time. The price at the start
 * of these days is the last one before them. By the primary key of car_prices.
 */
export async function loadLowestPrice(
  trx: Transaction<DB>,
  carId: string,
): Promise<{ lowest: number; now: Date }> {
  const { rows } = await sql<{ lowest: number; now: Date }>`
    select least(c.price,
        (select min(lowest) from car_prices where car_id = c.id and day > ${today} - ${sql.lit(priceDays)}),
        (select price from car_prices where car_id = c.id and day <= ${today} - ${sql.lit(priceDays)}
          order by day desc limit 1)) as lowest,
      now() as now
    from cars c where c.id = ${carId}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no car ${carId}`);
  return row;
}

/** The price traces of a locked car before its price changes, so that the change can be undone. */
export async function loadPriceTraces(trx: Transaction<DB>, carId: string): Promise<PriceTraces> {
  const { rows } = await sql<PriceTraces>`
    select clock_timestamp()::text as at, c.listed_at::text as "listedAt",
      c.listed_again_at::text as "listedAgainAt", ${today}::text as today,
      (select jsonb_build_object('price', p.price, 'lowest', p.lowest) from car_prices p
        where p.car_id = c.id and p.day = ${today}) as "dayPrice"
    from cars c where c.id = ${carId}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no car ${carId}`);
  return row;
}

/** Writes them back to a locked car with its former price. Cuts and prices since then are deleted. */
export async function writePriceTracesBack(
  trx: Transaction<DB>,
  carId: string,
  { at, listedAt, listedAgainAt, today: day, dayPrice }: PriceTraces,
): Promise<void> {
  await sql`
    update cars set listed_at = ${listedAt}::timestamptz, listed_again_at = ${listedAgainAt}::timestamptz
    where id = ${carId}`.execute(trx);
  await sql`delete from price_cuts where car_id = ${carId} and at > ${at}::timestamptz`.execute(trx);
  await sql`delete from car_prices where car_id = ${carId} and day >= ${day}::date`.execute(trx);
  if (dayPrice === null) return;
  await sql`
    insert into car_prices (car_id, day, price, lowest)
    values (${carId}, ${day}::date, ${dayPrice.price}, ${dayPrice.lowest})`.execute(trx);
}

/** A real price cut: the car counts as new from now on. */
export async function listAgain(trx: Transaction<DB>, carId: string): Promise<void> {
  await trx
    .updateTable("cars")
    .set({ listed_at: sql<Date>`now()`, listed_again_at: sql<Date>`now()` })
    .where("id", "=", carId)
    .execute();
}

/**
 * Gives a republished car its former listing date and prices, if the seller removed it within the last 60 days
 * or never. Index cars_owner.
 */
export async function keepListingDate(trx: Transaction<DB>, carId: string): Promise<void> {
  const earlier = sql`
    select e.id, e.listed_at, e.listed_again_at
    from cars c join cars e on e.owner_id = c.owner_id and e.id <> c.id
    where c.id = ${carId} and e.brand = c.brand and lower(e.model) = lower(c.model) and e.year = c.year
      and abs(e.mileage - c.mileage) <= ${sql.lit(sameMileage)} * greatest(e.mileage, c.mileage)
      and (e.state = 'active'
        or coalesce(e.archived_at, e.sold_at) > now() - make_interval(days => ${sql.lit(republishedDays)}))`;
  await sql`
    update cars c set listed_at = was.listed_at, listed_again_at = was.listed_again_at
    from (select max(listed_at) as listed_at, max(listed_again_at) as listed_again_at from (${earlier}) as e) as was
    where c.id = ${carId} and was.listed_at is not null`.execute(trx);
  await sql`
    insert into car_prices (car_id, day, price, lowest)
    select ${carId}, p.day, min(p.price), min(p.lowest)
    from car_prices p join (${earlier}) as e on e.id = p.car_id
    -- Those of the last days, and the one with which they began.
    where p.day >= coalesce((select max(b.day) from car_prices b
      where b.car_id = e.id and b.day <= ${today} - ${sql.lit(priceDays)}), p.day)
    group by p.day
    on conflict (car_id, day) do update set lowest = least(car_prices.lowest, excluded.lowest)`.execute(trx);
}
