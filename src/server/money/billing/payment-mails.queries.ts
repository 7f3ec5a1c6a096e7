import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import { type Entitlement, entitlements } from "#domain/payments/entitlements.ts";
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

const detail = z
  .object({ ended: z.array(z.enum(entitlements)).catch([]), keeps: z.boolean().catch(false) })
  .catch({ ended: [], keeps: false });

/**
 * What a payment's full refund has ended (`keeps`: nothing, on purpose), whether the last of it went by a lost dispute, and
 * the admin's reason where it was asked for in /admin.
 */
export async function loadRefundStory(
  db: Kysely<DB>,
  paymentId: string,
): Promise<{ ended: Entitlement[]; keeps: boolean; byBank: boolean; reason: string | null }> {
  const { rows } = await sql<{ detail: unknown; byBank: boolean | null; reason: string | null }>`
    select (select detail from payment_events where payment_id = ${paymentId} and event = 'refunded') as detail,
      last."byBank", last.reason
    from (select) one left join lateral (
      select r.kind = 'dispute' as "byBank", q.reason
      from payment_refunds r left join refund_requests q on q.refund_id = r.id
      where r.payment_id = ${paymentId} order by r.at desc, r.id desc limit 1
    ) last on true`.execute(db);
  const { ended, keeps } = detail.parse(rows[0]?.detail);
  return { ended, keeps, byBank: rows[0]?.byBank === true, reason: rows[0]?.reason ?? null };
}

/** A part of a payment that went back; cents. `reason`: the admin's, where it was asked for in /admin. */
export async function findRefund(
  db: Kysely<DB>,
  id: string,
): Promise<{
  paymentId: string;
  cents: number;
  kind: "refund" | "dispute";
  at: Date;
  reason: string | null;
} | null> {
  const row = await db
    .selectFrom("payment_refunds as r")
    .leftJoin("refund_requests as q", "q.refund_id", "r.id")
    .select(["r.payment_id as paymentId", "r.amount_cents as cents", "r.kind", "r.at", "q.reason"])
    .where("r.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** A dispute with the payer's e-mail and that of an admin to be mailed; undefined where either is gone. */
export function findDisputeForAdmin(db: Kysely<DB>, disputeId: string, adminId: string) {
  return db
    .selectFrom("payment_disputes as d")
    .innerJoin("payments as p", "p.id", "d.payment_id")
    .innerJoin("users as a", (join) => join.on("a.id", "=", adminId).on("a.is_admin", "=", true))
    .leftJoin("users as u", "u.id", "p.user_id")
    .select(["d.id", "d.reason", "d.amount_cents", "p.id as paymentId", "u.email", "a.email as adminEmail"])
    .where("d.id", "=", disputeId)
    .executeTakeFirst();
}
