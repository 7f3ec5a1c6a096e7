import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { dealerSignupBody } from "#contract/dealers.ts";
import { retention } from "#domain/privacy/retention.ts";
import { invoiceNumber } from "#domain/payments/invoice-numbers.ts";
import type { PaymentRow } from "#server/money/billing/ledger.queries.ts";
import { paidCarNames } from "#server/money/billing/payment-cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { type Buyer, buyerSchema, documentSchema, type InvoiceDocument } from "./invoice-facts.ts";

/** A payment's buyer as jsonb, of users `u` and dealers `d`. */
const buyer = sql`jsonb_build_object('name', u.first_name || ' ' || u.last_name, 'email', u.email,
  'business', d.business_name, 'address', d.business_address, 'taxNumber', d.tax_number)`;

/**
 * Takes hold of what a payment lacks, until the transaction's end: false where it lacks nothing (any more). Locks the
 * payment before the row that is due, as whoever writes down a refund does.
 */
export async function lockDue(trx: Transaction<DB>, paymentId: string): Promise<boolean> {
  await sql`select from payments where id = ${paymentId} for key share`.execute(trx);
  const { rows } = await sql`select from invoices_due where payment_id = ${paymentId} for update`.execute(
    trx,
  );
  return rows.length === 1;
}

export async function deleteDue(trx: Transaction<DB>, paymentId: string): Promise<void> {
  await trx.deleteFrom("invoices_due").where("payment_id", "=", paymentId).execute();
}

/** Payments that lack a document, the oldest first. Index invoices_due_since. */
export async function paymentsDue(db: Kysely<DB>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("invoices_due")
    .select("payment_id")
    .orderBy("since")
    .orderBy("payment_id")
    .limit(limit)
    .execute();
  return rows.map(({ payment_id }) => payment_id);
}

/** Stores who bought in what these accounts still lack, in the transaction that deletes them. */
export async function keepBuyers(trx: Transaction<DB>, userIds: readonly string[]): Promise<void> {
  await sql`
    update invoices_due i set buyer = ${buyer}
    from payments p join users u on u.id = p.user_id left join dealers d on d.user_id = u.id
    where i.payment_id = p.id and p.user_id = any(${userIds}::uuid[])`.execute(trx);
}

/** A part of a payment that went back and has no credit note. */
export interface UncreditedRefund {
  readonly id: string;
  readonly kind: "refund" | "dispute";
  readonly cents: number;
  readonly day: string;
}

/** What a payment's documents are made of. */
export interface IssueSource {
  readonly payment: PaymentRow;
  /** The day in Kosovo on which it was paid. */
  readonly day: string;
  /** "Volkswagen Golf, 2016"; null where it is for none, or the car is gone. */
  readonly car: string | null;
  /** The names of several cars, where it sponsors these. */
  readonly cars: readonly string[];
  /** Null where the account is gone, and nobody has stored it. */
  readonly buyer: Buyer | null;
  readonly refunds: readonly UncreditedRefund[];
}

const dayOf = (moment: string) =>
  sql`to_char(${sql.ref(moment)} at time zone 'Europe/Belgrade', 'YYYY-MM-DD')`;

export async function loadIssueSource(trx: Transaction<DB>, paymentId: string): Promise<IssueSource> {
  const row = await trx
    .selectFrom("payments as p")
    .leftJoin("users as u", "u.id", "p.user_id")
    .leftJoin("dealers as d", "d.user_id", "p.user_id")
    .leftJoin("cars as c", "c.id", "p.car_id")
    .leftJoin("invoices_due as i", "i.payment_id", "p.id")
    .selectAll("p")
    .select([
      sql<string>`${dayOf("p.paid_at")}`.as("day"),
      sql<string | null>`coalesce(c.brand || ' ' || c.model || ', ' || c.year,
        p.car_data->>'brand' || ' ' || (p.car_data->>'model') || ', ' || (p.car_data->>'year'))`.as("car"),
      sql`coalesce(i.buyer, case when u.id is not null then ${buyer} end)`.as("buyer"),
    ])
    .where("p.id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const { day, car, buyer: stored, ...payment } = row;
  const { rows: refunds } = await sql<UncreditedRefund>`
    select r.id, r.kind, r.amount_cents as cents, ${dayOf("r.at")} as day
    from payment_refunds r
    where r.payment_id = ${paymentId} and not exists (select from invoices i where i.refund_id = r.id)
    order by r.at, r.id`.execute(trx);
  const known = buyerSchema.nullable().catch(null).parse(stored);
  const cars = await paidCarNames(trx, paymentId);
  return { payment, day, car, cars, buyer: known === null ? null : withSignup(known, payment), refunds };
}

/** A dealer's first month is invoiced to the business that signed up, also before the payment is carried out. */
function withSignup(known: Buyer, payment: PaymentRow): Buyer {
  const signup = dealerSignupBody.safeParse(payment.dealer_data);
  if (!signup.success) return known;
  const { businessName: business, businessAddress: address, taxNumber } = signup.data;
  return { ...known, business, address, taxNumber: taxNumber ?? known.taxNumber };
}

/** Locks a series until the transaction's end: the documents of one are issued one after the other. */
export async function lockSeries(trx: Transaction<DB>, series: string): Promise<void> {
  await trx
    .insertInto("invoice_series")
    .values({ series })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`select from invoice_series where series = ${series} for update`.execute(trx);
}

export type NewDocument = Omit<InvoiceDocument, "id" | "number" | "issuedAt"> & {
  readonly series: string;
  readonly refundId: string | null;
};

/** Issues a document under the next number of its series, which is locked until the transaction's end. */
export async function insertDocument(trx: Transaction<DB>, document: NewDocument): Promise<string> {
  const { series } = document;
  await lockSeries(trx, series);
  const { last } = await trx
    .updateTable("invoice_series")
    .set({ last: sql<number>`last + 1` })
    .where("series", "=", series)
    .returning("last")
    .executeTakeFirstOrThrow();
  const id = uuidv7();
  await trx
    .insertInto("invoices")
    .values({
      id,
      series,
      position: last,
      number: invoiceNumber(series, last),
      is_test: document.isTest,
      payment_id: document.paymentId,
      refund_id: document.refundId,
      kind: document.kind,
      currency: document.currency,
      gross_cents: document.gross,
      net_cents: document.net,
      vat_cents: document.vat,
      day: document.day,
      facts: JSON.stringify(document.facts),
      buyer: document.buyer === null ? null : JSON.stringify(document.buyer),
    })
    .execute();
  return id;
}

/** How much of a payment has credit notes, in cents. */
export async function creditedCents(trx: Transaction<DB>, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(gross_cents), 0)::int as cents from invoices
    where payment_id = ${paymentId} and refund_id is not null`.execute(trx);
  return rows[0]?.cents ?? 0;
}

/**
 * Erases who bought from documents of private persons whose account is gone, once `retention.buyerYears` whole years have
 * passed since the end of the year in which they were issued. At most `limit`, the oldest first; answers how many.
 * Index invoices_buyers.
 */
export async function eraseBuyers(db: Kysely<DB>, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update invoices set buyer = null where id in (
      select i.id from invoices i join payments p on p.id = i.payment_id
      where i.buyer is not null and i.buyer ->> 'business' is null and p.user_id is null
        and i.issued_at < (
          date_trunc('year', now() at time zone 'Europe/Belgrade') - make_interval(years => ${retention.buyerYears})
        ) at time zone 'Europe/Belgrade'
      order by i.issued_at limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const columns = sql`
  i.id, i.number, i.is_test as "isTest", i.payment_id as "paymentId", i.kind, i.currency, i.gross_cents as gross,
  i.net_cents as net, i.vat_cents as vat, i.day::text as day, i.issued_at as "issuedAt", i.facts, i.buyer`;

/** An issued document; null for an unknown id. `payerId`: null too where another account, or none, paid. */
export async function findDocument(
  db: Kysely<DB>,
  id: string,
  { payerId }: { payerId?: string } = {},
): Promise<InvoiceDocument | null> {
  const payer = payerId === undefined ? sql`` : sql`and p.user_id = ${payerId}`;
  const { rows } = await sql`
    select ${columns} from invoices i join payments p on p.id = i.payment_id where i.id = ${id} ${payer}`.execute(
    db,
  );
  return rows[0] === undefined ? null : documentSchema.parse(rows[0]);
}

/** A payment's invoice (no credit note); null where it has none yet. */
export async function findInvoiceOf(db: Kysely<DB>, paymentId: string): Promise<InvoiceDocument | null> {
  const { rows } = await sql`
    select ${columns} from invoices i where i.payment_id = ${paymentId} and i.refund_id is null`.execute(db);
  return rows[0] === undefined ? null : documentSchema.parse(rows[0]);
}
