import { type Kysely, sql } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { isListable } from "./cars.queries.ts";

/** Cars that a page shows beside one. */
export const mostSimilar = 12;

/**
 * Ids of public cars like this one, most alike first: the same model nearest in price, then the same brand, then the
 * same type. Each step reads a few rows on either side of the price from an index (cars_similar_model,
 * cars_similar_brand, cars_similar_type), however many cars there are.
 */
export async function findSimilarCars(
  db: Kysely<DB>,
  car: { id: string; brand: string; model: string; type: string; price: number },
): Promise<string[]> {
  const near = (step: number, like: ReturnType<typeof sql>) => sql`
    (select id, owner_id, published_as_dealer, hidden_at, price, ${sql.lit(step)} as step from cars
      where state = 'active' and ${like} and price >= ${car.price} order by price, id limit 40)
    union all
    (select id, owner_id, published_as_dealer, hidden_at, price, ${sql.lit(step)} as step from cars
      where state = 'active' and ${like} and price < ${car.price} order by price desc, id limit 40)`;
  const { rows } = await sql<{ id: string }>`
    select c.id
    from (
      select distinct on (id) * from (
        ${near(1, sql`brand = ${car.brand} and model = ${car.model}`)} union all
        ${near(2, sql`brand = ${car.brand}`)} union all
        ${near(3, sql`type = ${car.type}`)}
      ) found order by id, step
    ) c
    join users u on u.id = c.owner_id
    where c.id <> ${car.id}
      and ${isListable}
    order by c.step, abs(c.price - ${car.price}), c.id
    limit ${mostSimilar}`.execute(db);
  return rows.map((row) => row.id);
}
