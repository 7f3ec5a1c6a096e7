import { type Insertable, sql, type Transaction } from "kysely";
import { demoMessages } from "#domain/messages/demo.ts";
import type { CarsTable } from "#server/platform/db/car-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";

const text = demoMessages.review;

/**
 * Makes a handful of cases for /admin, «Shqyrtimi»: descriptions that ask for money ahead, a car that was another one, one
 * with the phone of the hidden car. What finds them is the job that looks at every car, a minute after the start.
 */
export async function insertDemoCases(
  trx: Transaction<DB>,
  cars: readonly (Insertable<CarsTable> & { id: string })[],
): Promise<void> {
  const [deposit, abroad, changed, phone] = cars;
  for (const [car, said] of [
    [deposit, text.deposit],
    [abroad, text.abroad],
  ] as const) {
    if (car === undefined) continue;
    await trx
      .updateTable("cars")
      .set({ description: `${car.description}\n\n${said}` })
      .where("id", "=", car.id)
      .execute();
  }
  if (changed !== undefined)
    await trx
      .insertInto("car_identity_changes")
      .values({ car_id: changed.id, brand: "Dacia", model: "Logan", year: 2009 })
      .execute();
  if (phone !== undefined)
    await sql`
      update cars set seller_phone = coalesce((
        select seller_phone from cars where hidden_at is not null order by number limit 1), seller_phone)
      where id = ${phone.id}`.execute(trx);
}
