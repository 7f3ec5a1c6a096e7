import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { AdminPayment, AdminPaymentDetails, PaymentListQuery } from "#contract/admin-payments.ts";
import type { PaymentDocument } from "#contract/payments.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { payerMails } from "#domain/payments/payer-mails.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";
import { couponOf } from "#server/money/billing/coupons.queries.ts";
import { isDisputed, type PaymentRow } from "#server/money/billing/ledger.queries.ts";
import { documentsOfPayment } from "#server/money/billing/payments.queries.ts";
import { severalCarsName } from "#server/money/billing/payment-cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { containing, plainWords, searchWords } from "#server/platform/db/search-words.ts";

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

/** A payment with its payer and car. */
interface ListedRow extends PaymentRow {
  readonly car_name: string | null;
  readonly payer_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly business_name: string | null;
}

const withPeople = sql`
  payments p left join users u on u.id = p.user_id left join dealers d on d.user_id = p.user_id
    left join cars c on c.id = p.car_id`;

const listed = sql`
  p.*, u.id as payer_id, u.first_name, u.last_name, u.email, d.business_name,
  coalesce(c.brand || ' ' || c.model, (p.car_data ->> 'brand') || ' ' || (p.car_data ->> 'model'),
    ${severalCarsName}) as car_name`;

/**
 * Each word must be in the search text of payer or car, in the payment's id or document, or in an id at the
 * provider.
 */
function paymentHas(word: string): RawBuilder<unknown> {
  const pattern = containing(word);
  return sql`(u.search_text like ${pattern} or d.search_text like ${pattern} or c.search_text like ${pattern}
    or p.id::text like ${pattern} or lower(p.document) like ${pattern}
    or lower(concat_ws(' ', p.stripe_session_id, p.stripe_payment_intent, p.stripe_invoice_id, p.stripe_subscription_id))
      like ${pattern})`;
}

/** A document's number in groups looks like a phone number, so its words are also searched as typed. */
function paymentIsFound(q: string): RawBuilder<unknown> {
  const readings = [searchWords(q), plainWords(q)].map(
    (words) => sql`(${sql.join([sql`true`, ...words.map(paymentHas)], sql` and `)})`,
  );
  return sql`(${sql.join(readings, sql` or `)})`;
}

function conditionsOf({ q, status, kind, method, from, to }: PaymentListQuery): RawBuilder<unknown>[] {
  const conditions = q === undefined ? [] : [paymentIsFound(q)];
  // Few: payment_disputes_open has only these.
  if (status === "disputed")
    conditions.push(sql`p.id in (select payment_id from payment_disputes where is_open)`);
  else if (status !== undefined) conditions.push(sql`p.status = ${status}`);
  if (kind !== undefined) conditions.push(sql`p.kind = ${kind}`);
  // Manual payments are few: the query repeats the condition of their partial index.
  if (method === "bank" || method === "cash") conditions.push(sql`p.method in ('bank', 'cash')`);
  if (method !== undefined) conditions.push(sql`p.method = ${method}`);
  if (from !== undefined)
    conditions.push(sql`p.created_at >= ${from}::date::timestamp at time zone 'Europe/Belgrade'`);
  if (to !== undefined)
    conditions.push(sql`p.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Belgrade'`);
  return conditions;
}

function present(row: ListedRow): AdminPayment {
  return {
    id: row.id,
    number: paymentNumber(row.id),
    kind: row.kind,
    status: row.status,
    method: row.method,
    amount: centsToDollars(row.amount_cents),
    refunded: centsToDollars(row.refunded_cents),
    currency: row.currency,
    disputed: isDisputed(row),
    payer:
      row.payer_id === null
        ? null
        : {
            _id: row.payer_id,
            firstName: row.first_name ?? "",
            lastName: row.last_name ?? "",
            email: row.email ?? "",
            businessName: row.business_name,
          },
    carId: row.car_id,
    carName: row.car_name,
    document: row.document,
    createdAt: row.created_at.toISOString(),
    paidAt: iso(row.paid_at),
  };
}

/**
 * A page of all payments, newest first. Indexes payments_newest, payments_status_newest,
 * payments_by_hand_newest; words are searched in every row that the filters leave.
 */
export async function loadPayments(
  db: Kysely<DB>,
  query: PaymentListQuery,
): Promise<{ payments: AdminPayment[]; total: number }> {
  const { page, limit, q = "" } = query;
  const where = sql.join([sql`true`, ...conditionsOf(query)], sql` and `);
  // Words are in the joined tables, filters are not.
  const counted = q === "" ? sql`payments p` : withPeople;
  const { rows: totals } = await sql<{ total: number }>`
    select count(*) as total from ${counted} where ${where}`.execute(db);
  const { rows } = await sql<ListedRow>`
    select ${listed} from ${withPeople} where ${where}
    order by p.created_at desc, p.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { payments: rows.map(present), total: totals[0]?.total ?? 0 };
}

const mailKind = z.enum(payerMails);

/** Mails queued to the payer: of the payment, its parts, disputes, month and documents. By primary key. */
async function loadMails(db: Kysely<DB>, payment: PaymentRow): Promise<AdminPaymentDetails["mails"]> {
  const { rows } = await sql<{ key: string; at: Date }>`
    with subjects as (
      select ${payment.id}::text as id union all select ${payment.stripe_invoice_id}
      union all select id from payment_refunds where payment_id = ${payment.id}
      union all select id from payment_disputes where payment_id = ${payment.id}
      union all select id::text from invoices where payment_id = ${payment.id}
    )
    select m.key, m.created_at as at
    from payment_mails m
    where m.key = any(array(
      select kind || ':' || id from subjects, unnest(${[...payerMails]}::text[]) kind where id is not null))
    order by m.created_at, m.key`.execute(db);
  return rows.flatMap(({ key, at }) => {
    const kind = mailKind.safeParse(key.split(":")[0]);
    return kind.success ? [{ kind: kind.data, at: at.toISOString() }] : [];
  });
}

async function loadRefunds(db: Kysely<DB>, paymentId: string): Promise<AdminPaymentDetails["refunds"]> {
  const rows = await db
    .selectFrom("payment_refunds as r")
    .leftJoin("refund_requests as q", "q.refund_id", "r.id")
    .leftJoin("users as a", "a.id", "q.admin_id")
    .select(["r.id", "r.kind", "r.amount_cents", "r.at", "q.reason", "a.email"])
    .where("r.payment_id", "=", paymentId)
    .orderBy("r.at")
    .orderBy("r.id")
    .execute();
  return rows.map(({ id, kind, amount_cents, at, reason, email }) => ({
    id,
    kind,
    amount: centsToDollars(amount_cents),
    at: at.toISOString(),
    reason,
    by: email,
  }));
}

async function loadRequests(db: Kysely<DB>, paymentId: string): Promise<AdminPaymentDetails["requests"]> {
  const rows = await db
    .selectFrom("refund_requests as q")
    .leftJoin("users as a", "a.id", "q.admin_id")
    .select(["q.id", "q.state", "q.amount_cents", "q.reason", "q.created_at", "a.email"])
    .where("q.payment_id", "=", paymentId)
    .where("q.state", "<>", "done")
    .orderBy("q.created_at")
    .execute();
  return rows.map(({ id, state, amount_cents, reason, created_at, email }) => ({
    id,
    state,
    amount: centsToDollars(amount_cents),
    reason,
    at: created_at.toISOString(),
    by: email,
  }));
}

/** One payment's details, except those that the service adds; null if unknown. */
export async function loadPayment(
  db: Kysely<DB>,
  id: string,
): Promise<{ row: PaymentRow; details: Omit<AdminPaymentDetails, "ends" | "provider"> } | null> {
  const { rows } = await sql<ListedRow & { by: string | null; documents: PaymentDocument[] }>`
    select ${listed}, (select email from users a where a.id = p.entered_by) as by, ${documentsOfPayment} as documents
    from ${withPeople} where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const ledger = await db
    .selectFrom("payment_events")
    .select(["event", "at"])
    .where("payment_id", "=", id)
    .orderBy("id")
    .execute();
  const disputes = await db
    .selectFrom("payment_disputes")
    .select(["id", "status", "reason", "amount_cents", "created_at"])
    .where("payment_id", "=", id)
    .orderBy("created_at")
    .execute();
  const coupon = await couponOf(db, id);
  const left = row.status === "fulfilled" ? row.amount_cents - row.refunded_cents : 0;
  return {
    row,
    details: {
      ...present(row),
      sponsorshipDays: row.sponsorship_days,
      socialPromotion: row.social_promotion,
      months: row.months,
      coupon: coupon === null ? null : { code: coupon.code, discount: centsToDollars(coupon.discount) },
      left: centsToDollars(left),
      refundReason: row.refund_reason,
      enteredBy: row.by,
      ledger: ledger.map(({ event, at }) => ({ event, at: at.toISOString() })),
      refunds: await loadRefunds(db, id),
      requests: await loadRequests(db, id),
      disputes: disputes.map((dispute) => ({
        id: dispute.id,
        status: dispute.status,
        reason: dispute.reason,
        amount: centsToDollars(dispute.amount_cents),
        at: dispute.created_at.toISOString(),
      })),
      documents: row.documents,
      mails: await loadMails(db, row),
    },
  };
}
