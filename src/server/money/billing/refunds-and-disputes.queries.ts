import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import { type Entitlement, entitlements } from "#domain/payments/entitlements.ts";
import type { ProviderDispute, ProviderRefund } from "#domain/payments/money-back.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The refunds that the ledger has of a payment by bank or cash, as if a provider told of them. */
export async function loadRefunds(trx: Transaction<DB>, paymentId: string): Promise<ProviderRefund[]> {
  const rows = await trx
    .selectFrom("payment_refunds")
    .select(["id", "amount_cents as amount"])
    .where("payment_id", "=", paymentId)
    .orderBy("at")
    .execute();
  return rows.map(({ id, amount }) => ({ id, amount, status: "succeeded" }));
}

/** Writes a dispute as it is now. */
export async function upsertDispute(
  trx: Transaction<DB>,
  paymentId: string,
  { id, status, reason, amount }: ProviderDispute,
  isOpen: boolean,
): Promise<void> {
  const news = { status, amount_cents: amount, is_open: isOpen };
  await trx
    .insertInto("payment_disputes")
    .values({ id, payment_id: paymentId, reason, ...news })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...news, changed_at: sql<Date>`now()` }))
    .execute();
}

/** A refund (`status` null) or dispute that the provider lists, with the charge that it is of. */
export interface ListedRefund {
  readonly id: string;
  readonly intent: string | null;
  readonly status: string | null;
}

/**
 * Payments of which the provider lists a refund or a dispute that is not written down like this, and those with a dispute
 * that has been open for longer than `days`. Indexes: the primary keys, payments_stripe_payment_intent_key,
 * payment_disputes_open.
 */
export async function paymentsWithUnknownRefunds(
  db: Kysely<DB>,
  listed: readonly ListedRefund[],
  { days, limit }: { days: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct p.id from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as t (id text, intent text, status text)
    join payments p on p.stripe_payment_intent = t.intent
    where p.status in ('paid', 'fulfilled')
      and not exists (select from payment_refunds r where r.id = t.id)
      and not exists (select from payment_disputes d where d.id = t.id and d.status = t.status)
    union
    select payment_id from payment_disputes where is_open and created_at < now() - make_interval(days => ${days})
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
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
