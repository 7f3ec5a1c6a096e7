import { type Kysely, type Selectable, type Transaction, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import { canMovePayment, type PaymentEvent } from "#domain/payments/payment-states.ts";
import type { RefundReason } from "#domain/payments/fulfilment.ts";
import type { Extras } from "#domain/payments/fees.ts";
import type { DB, PaymentsTable } from "#server/db/tables.ts";

/** Whether what it bought is suspended at this moment, because of a dispute. */
export function isDisputed(payment: Pick<PaymentRow, "suspended_at" | "ended_at">): boolean {
  return payment.suspended_at !== null && payment.ended_at === null;
}

/** A payment as the ledger has it. */
export type PaymentRow = Selectable<PaymentsTable>;

type Handle = Kysely<DB> | Transaction<DB>;

export interface NewPayment {
  readonly userId: string;
  readonly kind: PaymentKind;
  /** USD cents, as the server computed them. */
  readonly amount: number;
  readonly extras: Extras;
  /** For extras: the car on sale. */
  readonly carId?: string;
  readonly carData?: unknown;
  readonly dealerData?: unknown;
  /** In order: held against the sweep until the payment is settled. */
  readonly photoIds?: readonly string[];
}

/** Writes an open payment and what it is for; returns its id. */
export async function openPayment(trx: Transaction<DB>, payment: NewPayment): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto("payments")
    .values({
      id,
      user_id: payment.userId,
      kind: payment.kind,
      amount_cents: payment.amount,
      sponsorship_days: payment.extras.sponsorshipDays,
      social_promotion: payment.extras.socialPromotion,
      car_id: payment.carId ?? null,
      car_data: payment.carData === undefined ? null : JSON.stringify(payment.carData),
      dealer_data: payment.dealerData === undefined ? null : JSON.stringify(payment.dealerData),
    })
    .execute();
  const { photoIds = [] } = payment;
  if (photoIds.length > 0) {
    await trx
      .insertInto("payment_photos")
      .values(photoIds.map((photoId, position) => ({ payment_id: id, photo_id: photoId, position })))
      .execute();
  }
  await writeEvent(trx, id, "created", { kind: payment.kind, amount: payment.amount });
  return id;
}

/** Adds to a payment's story. Throws where that has happened to it before. */
export async function writeEvent(
  trx: Transaction<DB>,
  paymentId: string,
  event: "created" | "opened" | "refund_due" | PaymentEvent,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await trx
    .insertInto("payment_events")
    .values({ payment_id: paymentId, event, detail: JSON.stringify(detail) })
    .execute();
}

export async function findPayment(
  db: Handle,
  by: { id: string } | { sessionId: string } | { intent: string } | { invoiceId: string },
): Promise<PaymentRow | null> {
  const query = db.selectFrom("payments").selectAll();
  const found =
    "id" in by
      ? query.where("id", "=", by.id)
      : "sessionId" in by
        ? query.where("stripe_session_id", "=", by.sessionId)
        : "intent" in by
          ? query.where("stripe_payment_intent", "=", by.intent)
          : query.where("stripe_invoice_id", "=", by.invoiceId);
  return (await found.executeTakeFirst()) ?? null;
}

/** The payment's row, held until the transaction ends: whoever changes it decides on what stands then. */
export async function lockPayment(trx: Transaction<DB>, id: string): Promise<PaymentRow> {
  return trx.selectFrom("payments").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

const timeColumn = {
  paid: "paid_at",
  fulfilled: "fulfilled_at",
  failed: "failed_at",
  expired: "expired_at",
  refunded: "refunded_at",
} as const satisfies Record<PaymentEvent, keyof PaymentsTable>;

/**
 * Moves a locked payment on, with its time and an entry in its story; false where the table of states does not let it.
 * What is settled lets go of the car's or dealer's data and of the photos.
 */
export async function movePayment(
  trx: Transaction<DB>,
  payment: PaymentRow,
  event: PaymentEvent,
  detail: Record<string, unknown> = {},
): Promise<boolean> {
  if (!canMovePayment(payment.status, event)) return false;
  const isOver = event === "fulfilled" || event === "expired" || event === "refunded";
  await trx
    .updateTable("payments")
    .set({
      status: event,
      [timeColumn[event]]: sql<Date>`now()`,
      ...(isOver ? { car_data: null, dealer_data: null } : {}),
    })
    .where("id", "=", payment.id)
    .execute();
  if (isOver) await trx.deleteFrom("payment_photos").where("payment_id", "=", payment.id).execute();
  await writeEvent(trx, payment.id, event, detail);
  return true;
}

/** Notes once why a paid payment goes back; the refund itself is a job. */
export async function noteRefundDue(
  trx: Transaction<DB>,
  payment: PaymentRow,
  reason: RefundReason,
): Promise<void> {
  await trx.updateTable("payments").set({ refund_reason: reason }).where("id", "=", payment.id).execute();
  await writeEvent(trx, payment.id, "refund_due", { reason });
}

/** `provider_account` of what no account knows that we have had a key for. */
export const unknownAccount = "unknown";

/** Photos that a payment holds, in the order of the car's images. */
export async function heldPhotoIds(trx: Transaction<DB>, paymentId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("payment_photos")
    .select("photo_id")
    .where("payment_id", "=", paymentId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.photo_id);
}
