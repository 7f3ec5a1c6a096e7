import { type Kysely, sql } from "kysely";
import type { Payment, PaymentDocument } from "#contract/payments.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import type { Page } from "#server/platform/db/page.ts";
import { isDisputed } from "./ledger.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { severalCarsName } from "./payment-cars.queries.ts";

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}

/** The invoice and the credit notes of a payment `p`, oldest first. Index invoices_of_payment. */
export const documentsOfPayment = sql<PaymentDocument[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', i.id, 'number', i.number, 'isCreditNote', i.refund_id is not null,
    'amount', i.gross_cents / 100.0) order by i.issued_at, i.id)
  from invoices i where i.payment_id = p.id), '[]')`;

/** A person's payments as the contract shows them, newest first. Index payments_user. */
export async function loadHistory(
  db: Kysely<DB>,
  userId: string,
  { page, limit }: Page,
): Promise<{ payments: Payment[]; total: number }> {
  const { total } = await db
    .selectFrom("payments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("payments as p")
    .leftJoin("cars as c", "c.id", "p.car_id")
    .selectAll("p")
    .select([
      sql<string | null>`coalesce(c.brand || ' ' || c.model, ${severalCarsName})`.as("car_name"),
      documentsOfPayment.as("documents"),
    ])
    .where("p.user_id", "=", userId)
    .orderBy("p.created_at", "desc")
    .orderBy("p.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const payments = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    amount: centsToDollars(row.amount_cents),
    refunded: centsToDollars(row.refunded_cents),
    disputed: isDisputed(row),
    currency: row.currency,
    sponsorshipDays: row.sponsorship_days,
    socialPromotion: row.social_promotion,
    carId: row.car_id,
    carName: row.car_name,
    createdAt: row.created_at.toISOString(),
    paidAt: iso(row.paid_at),
    fulfilledAt: iso(row.fulfilled_at),
    failedAt: iso(row.failed_at),
    expiredAt: iso(row.expired_at),
    refundedAt: iso(row.refunded_at),
    documents: row.documents,
  }));
  return { payments, total };
}
