import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import type { TestDatabase } from "./database.ts";

/** Inserts fulfilled payments of an account, as they are in the ledger; returns their ids. */
export async function insertPaidPayments(
  { db }: TestDatabase,
  userId: string,
  payments: readonly {
    kind?: PaymentKind;
    cents?: number;
    paidAt?: string;
    account?: string;
    currency?: string;
  }[],
): Promise<string[]> {
  const rows = payments.map(
    ({ kind = "car", cents = 300, paidAt = null, account = null, currency = "usd" }) => ({
      id: uuidv7(),
      kind,
      cents,
      paidAt,
      account,
      currency,
    }),
  );
  await sql`
    insert into payments (id, user_id, kind, currency, amount_cents, status, paid_at, fulfilled_at, provider_account)
    select t.id, ${userId}, t.kind, t.currency, t.cents, 'fulfilled', coalesce(t."paidAt", now()), coalesce(t."paidAt", now()), t.account
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t (id uuid, kind text, currency text, cents int, "paidAt" timestamptz, account text)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Inserts a refund or a lost dispute of a payment. */
export async function insertRefund(
  { db }: TestDatabase,
  paymentId: string,
  { cents, at = null, kind = "refund" }: { cents: number; at?: string | null; kind?: "refund" | "dispute" },
): Promise<string> {
  const id = `re_${uuidv7()}`;
  await sql`
    insert into payment_refunds (id, payment_id, kind, amount_cents, at)
    values (${id}, ${paymentId}, ${kind}, ${cents}, coalesce(${at}::timestamptz, now()))`.execute(db);
  await sql`update payments set refunded_cents = refunded_cents + ${cents} where id = ${paymentId}`.execute(
    db,
  );
  return id;
}
