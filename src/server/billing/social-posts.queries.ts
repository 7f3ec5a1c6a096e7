import { type Kysely, type Transaction, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DB } from "#server/db/tables.ts";
import type { PaymentRow } from "./ledger.ts";

/** Whether the car waits for a social post that is paid. Index social_posts_waiting, which allows one a car. */
export async function awaitsSocialPost(db: Kysely<DB> | Transaction<DB>, carId: string): Promise<boolean> {
  const row = await db
    .selectFrom("social_posts")
    .select("id")
    .where("car_id", "=", carId)
    .where("posted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A car bought with social promotion waits in the admins' queue, due 24 h after the payment. */
export async function queueSocialPost(
  trx: Transaction<DB>,
  payment: PaymentRow,
  carId: string,
): Promise<void> {
  if (!payment.social_promotion) return;
  await trx
    .insertInto("social_posts")
    .values({
      id: uuidv7(),
      car_id: carId,
      payment_id: payment.id,
      due_at: sql<Date>`(select paid_at from payments where id = ${payment.id}) + interval '24 hours'`,
    })
    .execute();
}
