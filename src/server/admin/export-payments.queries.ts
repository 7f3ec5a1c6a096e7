import { type Kysely, sql } from "kysely";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { PaymentMethod } from "#domain/payments/payment-methods.ts";
import { isInBooks } from "#server/money/invoices/summary.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Days in Kosovo, both included; without them from the beginning until now. */
interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Days of the books, which are those of test mode, or of real money. */
export interface BookDays extends Days {
  readonly isTest: boolean;
}

/** Money that came, or went back (`refundId`); cents of `currency`, negative for money back. */
export interface MoneyRow {
  /** The day in Kosovo, as people write it. */
  readonly day: string;
  readonly paymentId: string;
  readonly refundId: string | null;
  /** The number of the payment's refund, from 1. */
  readonly refundNumber: number;
  readonly cents: number;
  readonly currency: string;
  readonly kind: PaymentKind;
  readonly method: PaymentMethod;
  readonly days: number;
  readonly social: boolean;
  /** For an archived car whose listing was paid again. */
  readonly relists: boolean;
  readonly months: number | null;
  readonly document: string | null;
  readonly providerId: string | null;
  /** The buyer: the business, else the person; before the document is issued, as in the account. */
  readonly payer: string | null;
  /** The payment's invoice; null until it is issued. */
  readonly invoiceNumber: string | null;
  /** The line's own invoice or credit note, in cents; null until it is issued. */
  readonly documentNumber: string | null;
  readonly documentNet: number | null;
  readonly documentVat: number | null;
}

/** The last row read of one of the two tables. `at` as text, because Date has no microseconds. */
interface Cursor {
  readonly at: string;
  readonly id: string;
}

interface Cursors {
  readonly came: Cursor;
  readonly went: Cursor;
}

const beginning: Cursors = {
  came: { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" },
  went: { at: "-infinity", id: "" },
};

function within(moment: "p.paid_at" | "r.at", { from, to }: Days) {
  const at = sql.ref(moment);
  return sql`${at} >= coalesce(${from ?? null}::date::timestamp at time zone 'Europe/Belgrade', '-infinity')
    and ${at} < coalesce((${to ?? null}::date + 1)::timestamp at time zone 'Europe/Belgrade', 'infinity')`;
}

async function loadRows(
  db: Kysely<DB>,
  days: BookDays,
  { came, went }: Cursors,
  limit: number,
): Promise<(MoneyRow & Cursor)[]> {
  const { rows } = await sql<MoneyRow & Cursor>`
    with came as (
      select p.paid_at as at, false as "isRefund", p.id::text as id, p.id as payment_id, p.amount_cents as cents
      from payments p
      where (p.paid_at, p.id) > (${came.at}::timestamptz, ${came.id}::uuid)
        and p.method <> 'none' and ${within("p.paid_at", days)} and ${isInBooks(days.isTest)}
      order by p.paid_at, p.id limit ${limit}
    ), went as (
      select r.at, true, r.id, r.payment_id, -r.amount_cents
      from payment_refunds r join payments p on p.id = r.payment_id
      where (r.at, r.id) > (${went.at}::timestamptz, ${went.id}) and ${within("r.at", days)} and ${isInBooks(days.isTest)}
      order by r.at, r.id limit ${limit}
    ), page as (
      select * from came union all select * from went order by 1, 2, 3 limit ${limit}
    )
    select m.at::text as at, m.id, to_char(m.at at time zone 'Europe/Belgrade', 'DD.MM.YYYY') as day, m.payment_id as "paymentId", case when m."isRefund" then m.id end as "refundId",
      case when m."isRefund" then (
        select count(*) from payment_refunds e where e.payment_id = m.payment_id and (e.at, e.id) <= (m.at, m.id)
      ) else 0 end as "refundNumber",
      m.cents, p.currency, p.kind, p.method, p.sponsorship_days as days, p.social_promotion as social,
      p.kind = 'extras' and coalesce(p.listing_cents, 0) > 0 as relists, p.months, p.document,
      coalesce(case when m."isRefund" and p.method = 'card' then m.id end, p.stripe_payment_intent, p.stripe_invoice_id) as "providerId",
      coalesce(i.buyer ->> 'business', i.buyer ->> 'name', d.business_name, u.first_name || ' ' || u.last_name) as payer,
      i.number as "invoiceNumber", case when m."isRefund" then n.number else i.number end as "documentNumber",
      case when m."isRefund" then -n.net_cents else i.net_cents end as "documentNet",
      case when m."isRefund" then -n.vat_cents else i.vat_cents end as "documentVat"
    from page m join payments p on p.id = m.payment_id
      left join invoices i on i.payment_id = m.payment_id and i.refund_id is null
      left join invoices n on n.refund_id = m.id and m."isRefund"
      left join users u on u.id = p.user_id left join dealers d on d.user_id = p.user_id
    order by m.at, m."isRefund", m.id`.execute(db);
  return rows;
}

/**
 * All money of these books moved on these days, in order, in chunks of `size`. Payments wholly by coupon are no money. Indexes
 * payments_paid_in_order, payment_refunds_in_order, invoices_payment, invoices_refund_id_key.
 */
export async function* readMoney(db: Kysely<DB>, days: BookDays, size: number): AsyncGenerator<MoneyRow[]> {
  let { came, went } = beginning;
  for (;;) {
    const rows = await loadRows(db, days, { came, went }, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    came = rows.findLast(({ refundId }) => refundId === null) ?? came;
    went = rows.findLast(({ refundId }) => refundId !== null) ?? went;
  }
}

/** The ledger's sums of these days by currency, in cents; `card`: the provider's part. */
export interface LedgerSum {
  readonly currency: string;
  readonly rows: number;
  readonly cents: number;
  readonly card: number;
}

/**
 * The documents' sums of these days by currency, in cents: invoices minus credit notes. Documents of 0 are no
 * money.
 */
export interface IssuedSum {
  readonly currency: string;
  readonly rows: number;
  readonly gross: number;
  readonly net: number;
  readonly vat: number;
}

/** Money back is negative. */
const signed = (cents: "i.gross_cents" | "i.net_cents" | "i.vat_cents") =>
  sql`sum(case when i.refund_id is null then ${sql.ref(cents)} else -${sql.ref(cents)} end)::int8`;

/** The documents' own sums, like `sumLedger` for the ledger. Index invoices_day. */
export async function sumIssued(db: Kysely<DB>, { from, to, isTest }: BookDays): Promise<IssuedSum[]> {
  const { rows } = await sql<IssuedSum>`
    select i.currency, count(*) as rows, ${signed("i.gross_cents")} as gross, ${signed("i.net_cents")} as net,
      ${signed("i.vat_cents")} as vat
    from invoices i
    where i.day >= coalesce(${from ?? null}::date, '-infinity') and i.day <= coalesce(${to ?? null}::date, 'infinity')
      and i.gross_cents > 0 and i.is_test = ${isTest}
    group by i.currency`.execute(db);
  return rows;
}

/** The ledger's own sums: computed independently of the file. */
export async function sumLedger(db: Kysely<DB>, days: BookDays): Promise<LedgerSum[]> {
  const { rows } = await sql<LedgerSum>`
    select currency, count(*) as rows, sum(cents)::int8 as cents,
      coalesce(sum(cents) filter (where method = 'card'), 0)::int8 as card
    from (
      select p.currency, p.method, p.amount_cents as cents from payments p
      where p.paid_at is not null and p.method <> 'none' and ${within("p.paid_at", days)} and ${isInBooks(days.isTest)}
      union all
      select p.currency, p.method, -r.amount_cents
      from payment_refunds r join payments p on p.id = r.payment_id where ${within("r.at", days)} and ${isInBooks(days.isTest)}
    ) moved group by currency order by currency desc`.execute(db);
  return rows;
}
