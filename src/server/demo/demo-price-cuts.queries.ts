import { sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** Cuts the price of some cars that have been for sale for a while. */
export async function insertDemoPriceCuts(trx: Transaction<DB>, now: Date): Promise<void> {
  const cut = sql`
    select id as car_id, created_at, price, (ceil(price * 1.06 / 100) * 100)::int as was,
      created_at + (${now}::timestamptz - created_at) * 0.6 as at
    from cars where number % 6 = 0 and state = 'active' and created_at < ${now}::timestamptz - interval '8 days'`;
  await sql`insert into price_cuts (car_id, at, from_price, to_price) select car_id, at, was, price from (${cut}) c`.execute(
    trx,
  );
  await sql`
    insert into car_prices (car_id, day, price, lowest)
    select car_id, (created_at at time zone 'Europe/Belgrade')::date, was, was from (${cut}) c
    on conflict (car_id, day) do nothing`.execute(trx);
}
