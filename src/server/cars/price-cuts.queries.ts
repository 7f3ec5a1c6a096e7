import { type Kysely, sql } from "kysely";
import type { PriceCut } from "#contract/cars.ts";
import type { DB } from "#server/db/tables.ts";

const mostShown = 10;

/**
 * A car's real price cuts, newest first, days of Europe/Belgrade. One that was taken back by a higher price afterwards is
 * left out. By the primary keys of price_cuts and cars.
 */
export async function loadPriceCuts(db: Kysely<DB>, carId: string): Promise<PriceCut[]> {
  const { rows } = await sql<PriceCut>`
    select (p.at at time zone 'Europe/Belgrade')::date::text as "on", p.from_price as "from", p.to_price as "to"
    from price_cuts p join cars c on c.id = p.car_id
    where p.car_id = ${carId} and p.to_price >= c.price
    order by p.at desc limit ${sql.lit(mostShown)}`.execute(db);
  return rows;
}
