import { type Kysely, sql, type Transaction } from "kysely";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** What documents, or the ledger, have of one kind of payment in one currency; cents. */
export interface KindSum {
  readonly currency: string;
  readonly kind: PaymentKind;
  /** Money that went back. */
  readonly isBack: boolean;
  readonly count: number;
  readonly gross: number;
}

export interface DocumentSum extends KindSum {
  readonly net: number;
  readonly vat: number;
  /** Cents of euro by the rate on each document; null where one has none. */
  readonly euroGross: number | null;
  readonly euroVat: number | null;
}

const first = (month: string) => sql`${`${month}-01`}::date`;
const inMonth = (day: ReturnType<typeof sql>, month: string) =>
  sql`${day} >= ${first(month)} and ${day} < (${first(month)} + interval '1 month')::date`;
/** The moments of a month in Kosovo. */
const momentInMonth = (moment: ReturnType<typeof sql>, month: string) => sql`
  ${moment} >= ${first(month)}::timestamp at time zone 'Europe/Belgrade'
  and ${moment} < (${first(month)} + interval '1 month')::timestamp at time zone 'Europe/Belgrade'`;

/** Cents of a document `i` in euro, as it prints them. */
const rounded = (cents: "i.gross_cents" | "i.net_cents") => sql`
  case when i.currency = 'eur' then ${sql.ref(cents)} else round(${sql.ref(cents)} * (i.facts->>'eurRate')::numeric) end`;
/** The sum over documents `i`; null where one has no rate. VAT is what is left of the whole, as in `draw-invoice.ts`. */
const inEuro = (cents: ReturnType<typeof sql>) => sql`
  case when bool_and(i.currency = 'eur' or i.facts->>'eurRate' is not null) then sum(${cents})::int8 end`;

/** Invoices and credit notes of a month by kind. Index invoices_day. */
export async function sumDocuments(
  db: Transaction<DB>,
  month: string,
  isTest: boolean,
): Promise<DocumentSum[]> {
  const { rows } = await sql<DocumentSum>`
    select i.currency, i.kind, i.refund_id is not null as "isBack", count(*) as count,
      sum(i.gross_cents)::int8 as gross, sum(i.net_cents)::int8 as net, sum(i.vat_cents)::int8 as vat,
      ${inEuro(rounded("i.gross_cents"))} as "euroGross",
      ${inEuro(sql`${rounded("i.gross_cents")} - ${rounded("i.net_cents")}`)} as "euroVat"
    from invoices i
    where ${inMonth(sql`i.day`, month)} and i.is_test = ${isTest}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/**
 * Whether a payment `p` is in the books: in test mode those that moved no real money, else those that did. As its invoice
 * says, else as it would say. Index invoices_payment.
 */
export const isInBooks = (isTestMode: boolean) => sql`coalesce(
  (select i.is_test from invoices i where i.payment_id = p.id and i.refund_id is null),
  case when p.provider_account like '%:live' then false when p.provider_account like '%:test' then true
    else ${isTestMode}::boolean end) = ${isTestMode}::boolean`;

/** The ledger's payments and parts that went back of the same month. Indexes by paid_at and payment_refunds.at. */
export async function sumLedger(db: Transaction<DB>, month: string, isTest: boolean): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    select p.currency, p.kind, false as "isBack", count(*) as count, sum(p.amount_cents)::int8 as gross
    from payments p
    where ${momentInMonth(sql`p.paid_at`, month)} and ${isInBooks(isTest)} group by 1, 2
    union all
    select p.currency, p.kind, true, count(*), sum(r.amount_cents)::int8
    from payment_refunds r join payments p on p.id = r.payment_id
    where ${momentInMonth(sql`r.at`, month)} and ${isInBooks(isTest)} group by 1, 2
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** A document in the desk's list; cents. */
export interface ListedDocument {
  readonly id: string;
  readonly number: string;
  readonly isCreditNote: boolean;
  readonly day: string;
  readonly kind: PaymentKind;
  readonly currency: string;
  readonly gross: number;
  readonly vat: number;
  readonly buyer: string | null;
  readonly email: string | null;
  readonly paymentId: string;
}

/** A page of documents, newest first, whose every pattern is found in number or buyer. Index invoices_day. */
export async function listDocuments(
  db: Kysely<DB>,
  { patterns, month }: { patterns: readonly string[]; month: string | null },
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ListedDocument[]; total: number }> {
  const conditions = [
    sql`true`,
    ...patterns.map((pattern) => sql`i.search_text like ${pattern}`),
    ...(month === null ? [] : [inMonth(sql`i.day`, month)]),
  ];
  const matching = sql`from invoices i where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<ListedDocument>`
    select i.id, i.number, i.refund_id is not null as "isCreditNote", i.day::text as day, i.kind, i.currency,
      i.gross_cents as gross, i.vat_cents as vat, coalesce(i.buyer->>'business', i.buyer->>'name') as buyer,
      i.buyer->>'email' as email, i.payment_id as "paymentId"
    ${matching} order by i.day desc, i.series, i.position desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}
