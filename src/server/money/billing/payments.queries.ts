import { type Kysely, type RawBuilder, sql } from "kysely";
import type { HistoryQuery, Payment, PaymentDocument } from "#contract/payments.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import type { HistoryOrder } from "#domain/payments/history-orders.ts";
import { containing, plainWords } from "#server/platform/db/search-words.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
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

const orders: Readonly<Record<HistoryOrder, RawBuilder<unknown>>> = {
  newest: sql`p.created_at desc, p.id desc`,
  oldest: sql`p.created_at, p.id`,
  "amount-down": sql`p.amount_cents desc, p.created_at desc, p.id desc`,
  "amount-up": sql`p.amount_cents, p.created_at desc, p.id desc`,
};

/** Each word is in what is searched of the car, in one of several cars' names, in the number or in a document's. */
function historyHas(word: string): RawBuilder<boolean> {
  const pattern = containing(word);
  return sql<boolean>`(c.search_text like ${pattern} or p.id::text like ${pattern}
    or exists (select from payment_cars pc where pc.payment_id = p.id and folded(pc.name) like ${pattern})
    or exists (select from invoices i where i.payment_id = p.id and folded(i.number) like ${pattern}))`;
}

/**
 * A person's payments as the contract shows them, newest first unless told. Index payments_user: words and orders go by
 * one person's rows.
 */
export async function loadHistory(
  db: Kysely<DB>,
  userId: string,
  { page, limit, q = "", status, order = "newest" }: Page & HistoryQuery,
): Promise<{ payments: Payment[]; total: number }> {
  let own = db
    .selectFrom("payments as p")
    .leftJoin("cars as c", "c.id", "p.car_id")
    .where("p.user_id", "=", userId);
  if (status !== undefined) own = own.where("p.status", "=", status);
  for (const word of plainWords(q)) own = own.where(historyHas(word));
  const { rows, total } = await readPage(
    db,
    own
      .selectAll("p")
      .select([
        sql<string | null>`coalesce(c.brand || ' ' || c.model, ${severalCarsName})`.as("car_name"),
        documentsOfPayment.as("documents"),
      ])
      .orderBy(orders[order]),
    { page, limit },
  );
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
