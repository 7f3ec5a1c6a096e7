import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** Notes that a mail is queued; false where it was before. */
export async function insertMailKey(trx: Transaction<DB>, key: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("payment_mails")
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The car that a receipt names. */
export function findReceiptCar(db: Kysely<DB>, carId: string) {
  return db
    .selectFrom("cars")
    .select(["id", "brand", "model", "year", "sponsored_until"])
    .where("id", "=", carId)
    .executeTakeFirst();
}

/** A subscription with its dealer, for mails; undefined where it is gone. */
export function findMailedSubscription(db: Kysely<DB>, stripeId: string) {
  return db
    .selectFrom("subscriptions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .leftJoin("dealers as d", "d.user_id", "s.user_id")
    .select([
      "u.email",
      "d.business_name",
      "s.amount_cents",
      "s.current_period_start",
      "s.current_period_end",
      "s.cancel_at_period_end",
      "s.next_payment_attempt",
    ])
    .select(sql<boolean>`s.dealer_until > now()`.as("runs"))
    .where("s.stripe_subscription_id", "=", stripeId)
    .executeTakeFirst();
}
