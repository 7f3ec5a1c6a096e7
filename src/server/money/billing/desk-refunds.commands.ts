import { type Selectable, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { RefundOrder } from "#contract/admin-payments.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { formatMoney } from "#domain/format/format.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { effectOfRefund } from "#domain/payments/desk-refunds.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { RefundRequestsTable } from "#server/platform/db/billing-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { type IdempotentRequest, once } from "#server/http/idempotency.ts";
import { findPayment, findPaymentToLock, type PaymentRow, writeMissing } from "./ledger.queries.ts";
import { syncRefundsAndDisputes, writeRefundsAndDisputes } from "./refunds-and-disputes.commands.ts";
import { loadRefunds } from "./refunds-and-disputes.queries.ts";
import { ProviderRefusal } from "./provider.ts";
import { chargeOf } from "./refunds.commands.ts";

type RefundRequestRow = Selectable<RefundRequestsTable>;

/** The job that makes a refund which an admin has asked for. */
export const deskRefundTask = "make_desk_refund";
/** Milliseconds that the request itself has for it; the job is for what a crash or an outage leaves. */
const jobDelay = 30_000;

function requireCents(payment: PaymentRow, order: RefundOrder): { cents: number; left: number } {
  const left = payment.amount_cents - payment.refunded_cents;
  const cents = order.amount === undefined ? left : Math.round(order.amount * 100);
  const isTaken = payment.status === "fulfilled";
  if (isTaken && left > 0 && cents <= left) return { cents, left };
  const message =
    isTaken && left > 0
      ? paymentMessages.refundTooMuch(formatMoney(left, payment.currency))
      : paymentMessages.refundNothingLeft;
  throw new AppError("validation_failed", { message, fields: { amount: message } });
}

/**
 * Notes a refund that an admin asks for, once a request; it is not made yet. Returns its id. Throws payment_not_found,
 * validation_failed (`fields.amount`), refund_under_way, refund_refused, idempotency_mismatch, forbidden.
 */
async function askRefund(
  { db, addJob }: Context,
  admin: Actor,
  paymentId: string,
  order: RefundOrder,
  request: IdempotentRequest | null,
): Promise<string> {
  const answer = await db.transaction().execute((trx) =>
    once(trx, request, async () => {
      const acting = await lockAdmin(trx, admin);
      const payment = await findPaymentToLock(trx, paymentId);
      if (payment === null) throw new AppError("payment_not_found");
      // Paid, and about to be carried out or sent back by itself.
      const asked = await trx
        .selectFrom("refund_requests")
        .select("id")
        .where("payment_id", "=", paymentId)
        .where("state", "=", "asked")
        .executeTakeFirst();
      if (payment.status === "paid" || asked !== undefined) throw new AppError("refund_under_way");
      const { cents, left } = requireCents(payment, order);
      // Nothing at the provider is known that could be sent back: those of the demo data.
      const isUnknown = payment.stripe_payment_intent === null && payment.stripe_invoice_id === null;
      if (payment.method === "card" && isUnknown) throw new AppError("refund_refused");
      const { reason } = order;
      const effect = effectOfRefund(cents, left, order.endsWhatItBought);
      const requestId = uuidv7();
      await trx
        .insertInto("refund_requests")
        .values({
          id: requestId,
          payment_id: paymentId,
          amount_cents: cents,
          reason,
          keeps_goods: effect === "keeps",
          admin_id: acting.id,
        })
        .execute();
      await addJob(
        deskRefundTask,
        { requestId },
        { trx, maxAttempts: 25, key: `desk_refund:${requestId}`, runAt: new Date(Date.now() + jobDelay) },
      );
      await writeAudit(trx, acting, [
        {
          action: "payment.refund",
          kind: "payment",
          targetId: paymentId,
          label: paymentNumber(paymentId),
          after: { amount: formatMoney(cents, payment.currency), endsWhatItBought: effect === "ends" },
          reason,
        },
      ]);
      return { status: 200, body: requestId };
    }),
  );
  return String(answer.body);
}

/**
 * Makes a refund that was asked for: at the provider, which knows it by its id, or in the ledger alone where the money
 * came by bank or cash; then everything is as after any refund (`syncRefundsAndDisputes`). Any number of times, at once, and
 * after a crash between any two steps: one refund. Throws provider_away, refund_refused.
 */
async function makeRefund(ctx: Context, requestId: string): Promise<void> {
  const request = await ctx.db
    .selectFrom("refund_requests")
    .selectAll()
    .where("id", "=", requestId)
    .executeTakeFirst();
  if (request?.state !== "asked") return;
  const payment = await findPayment(ctx.db, { id: request.payment_id });
  if (payment === null) return;
  if (payment.method === "card") await refundAtProvider(ctx, payment, request);
  else await ctx.db.transaction().execute((trx) => refundByHand(ctx, trx, request));
}

async function refundAtProvider(ctx: Context, payment: PaymentRow, request: RefundRequestRow): Promise<void> {
  const { db, log, step } = ctx;
  const intent = await chargeOf(ctx, payment);
  await step("charge found");
  const refused = await createRefund(ctx, intent, request);
  await step("refunded at the provider");
  await writeMissing(db, payment.id, "stripe_payment_intent", intent);
  if (refused !== null)
    await sql`
      update refund_requests set state = 'refused', settled_at = now()
      where id = ${request.id} and state = 'asked'`.execute(db);
  // Where it is refused, the provider knows of money back that the ledger has not learned of.
  await syncRefundsAndDisputes(ctx, payment.id);
  if (refused === null) return;
  log.warn("payments.desk_refund_refused", { payment: payment.id, reason: refused });
  throw new AppError("refund_refused");
}

/** Finds or makes the refund of a request; answers why the provider will not. Throws provider_away. */
async function createRefund(
  { provider, step }: Context,
  intent: string,
  { id: requestId, payment_id: paymentId, amount_cents: amount }: RefundRequestRow,
): Promise<string | null> {
  try {
    // The provider forgets idempotency keys after a day or so; the job may come later.
    const { data } = await provider.call("refunds.list", (stripe) =>
      stripe.refunds.list({ payment_intent: intent, limit: 100 }),
    );
    await step("refund looked for");
    const found =
      data.find(({ metadata }) => metadata?.["requestId"] === requestId) ??
      (await provider.call("refunds.create", (stripe) =>
        stripe.refunds.create(
          { payment_intent: intent, amount, metadata: { paymentId, requestId } },
          { idempotencyKey: `desk_refund:${requestId}` },
        ),
      ));
    return found.status === "failed" || found.status === "canceled" ? found.status : null;
  } catch (error) {
    if (error instanceof ProviderRefusal) return error.code ?? "refused";
    throw error;
  }
}

/** No provider knows the payment: the admin gives the money back, and the ledger says so. */
async function refundByHand(
  ctx: Context,
  trx: Transaction<DB>,
  { id, payment_id: paymentId, amount_cents: amount }: RefundRequestRow,
): Promise<void> {
  const payment = await findPaymentToLock(trx, paymentId);
  if (payment === null) return;
  const before = await loadRefunds(trx, paymentId);
  const made = { id: `desk_${id}`, amount, status: "succeeded", requestId: id };
  const read = { received: payment.amount_cents, refunds: [...before, made], disputes: [] };
  await writeRefundsAndDisputes(ctx, trx, paymentId, read, true);
}

/** `makeRefund` for the job: what the provider has refused is refused for good. */
export async function makeRefundLater(ctx: Context, requestId: string): Promise<void> {
  try {
    await makeRefund(ctx, requestId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "refund_refused") throw error;
  }
}

/**
 * Sends money back for an admin. Where the provider is away the refund is made as soon as it is back. Throws as
 * `askRefund`, and refund_refused.
 */
export async function refundPayment(
  ctx: Context,
  admin: Actor,
  paymentId: string,
  order: RefundOrder,
  request: IdempotentRequest | null,
): Promise<void> {
  const requestId = await askRefund(ctx, admin, paymentId, order, request);
  await ctx.step("refund asked");
  try {
    await makeRefund(ctx, requestId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "provider_away") throw error;
  }
}
