import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { RefundRequestsTable } from "#server/platform/db/billing-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";

type Handle = Kysely<DB> | Transaction<DB>;

/** A refund that an admin has asked for. */
export type RefundRequestRow = Selectable<RefundRequestsTable>;

export interface NewRefundRequest {
  readonly paymentId: string;
  /** In the payment's currency. */
  readonly cents: number;
  readonly reason: string;
  readonly keepsEntitlements: boolean;
  readonly adminId: string;
}

/** Notes a refund that is to be made; the payment is locked. Returns its id. */
export async function insertRequest(trx: Transaction<DB>, request: NewRefundRequest): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto("refund_requests")
    .values({
      id,
      payment_id: request.paymentId,
      amount_cents: request.cents,
      reason: request.reason,
      keeps_goods: request.keepsEntitlements,
      admin_id: request.adminId,
    })
    .execute();
  return id;
}

export async function findRequest(db: Handle, id: string): Promise<RefundRequestRow | null> {
  return (await db.selectFrom("refund_requests").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Whether a refund of this payment is being made. Index refund_requests_asked. */
export async function isRefundAsked(trx: Transaction<DB>, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refund_requests where payment_id = ${paymentId} and state = 'asked'`.execute(trx);
  return rows.length > 0;
}

/** A request's refund is there; nothing for one that is settled, or of another payment. */
export async function writeRequestDone(
  trx: Transaction<DB>,
  done: { paymentId: string; requestId: string; refundId: string },
): Promise<void> {
  await sql`
    update refund_requests set state = 'done', refund_id = ${done.refundId}, settled_at = now()
    where id::text = ${done.requestId} and payment_id = ${done.paymentId} and state = 'asked'`.execute(trx);
}

/** The provider will not make it. */
export async function writeRequestRefused(db: Handle, id: string): Promise<void> {
  await sql`
    update refund_requests set state = 'refused', settled_at = now()
    where id = ${id} and state = 'asked'`.execute(db);
}

/** Whether the refund that made it whole was asked for without ending what was bought. Index refund_requests_payment. */
export async function keepsEntitlements(trx: Transaction<DB>, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refund_requests where payment_id = ${paymentId} and keeps_goods and state = 'done'`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Requests whose job must have been lost. Index refund_requests_due. */
export async function requestsDue(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from refund_requests where state = 'asked' and created_at < now() - interval '2 minutes'
    order by created_at limit 100`.execute(db);
  return rows.map(({ id }) => id);
}
