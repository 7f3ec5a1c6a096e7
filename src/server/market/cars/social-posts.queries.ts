import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DB } from "#server/platform/db/tables.ts";

/**
 * Queues a car for the admins' social posts, due 24 h after the payment. `paymentId` null: the promotion was
 * free, due 24 h from now.
 */
export async function insertSocialPost(
  trx: Transaction<DB>,
  carId: string,
  paymentId: string | null,
): Promise<void> {
  await sql`
    insert into social_posts (id, car_id, payment_id, due_at)
    values (${uuidv7()}, ${carId}, ${paymentId}::uuid,
      coalesce((select paid_at from payments where id = ${paymentId}::uuid), now()) + interval '24 hours')`.execute(
    trx,
  );
}
