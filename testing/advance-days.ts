import { sql } from "kysely";
import type { TestDatabase } from "./database.ts";

/**
 * Simulates that days pass for cars and availability questions. The database's clock cannot be set, so
 * timestamps of the past are moved back, which is equivalent for all rules.
 */
export async function advanceDays({ db }: TestDatabase, days: number): Promise<void> {
  const by = sql`make_interval(days => ${sql.lit(days)})`;
  await db.transaction().execute(async (trx) => {
    await sql`
      update cars set confirmed_at = confirmed_at - ${by}, listed_at = listed_at - ${by},
        listed_again_at = listed_again_at - ${by}, created_at = created_at - ${by},
        sold_at = sold_at - ${by}, archived_at = archived_at - ${by}`.execute(trx);
    await sql`update confirmation_questions set since = since - ${by}, asked_at = asked_at - ${by}`.execute(
      trx,
    );
    await sql`update confirmation_links set expires_at = expires_at - ${by}`.execute(trx);
    // Moved far away first, so that two days of one person never collide.
    const far = 10_000;
    await sql`
      update confirmation_mails
      set day = day - ${sql.lit(days + far)}::int, created_at = created_at - ${by}`.execute(trx);
    await sql`update confirmation_mails set day = day + ${sql.lit(far)}::int`.execute(trx);
    await sql`update availability_questions set asked_at = asked_at - ${by}`.execute(trx);
    // Likewise for a car's prices.
    await sql`
      with moved as (delete from car_prices returning *)
      insert into car_prices select car_id, day - ${sql.lit(days)}::int, price, lowest from moved`.execute(
      trx,
    );
  });
}
