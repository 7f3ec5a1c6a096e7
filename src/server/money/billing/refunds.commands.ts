import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { RefundOrder } from "#contract/admin-payments.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { formatMoney } from "#domain/format/format.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import type { RefundReason } from "#domain/payments/fulfilment.ts";
import { effectOfRefund } from "#domain/payments/money-back.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { type IdempotentRequest, once } from "#server/http/idempotency.ts";
import type { RefundRequestsTable } from "#server/platform/db/billing-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob, JobOptions } from "#server/platform/jobs/jobs.ts";
import { endSubscription } from "./cancel-at-stripe.ts";
import {
  findPayment,
  findPaymentToLock,
  patchPayment,
  type PaymentRow,
  unknownAccount,
  writeMissing,
} from "./ledger.queries.ts";
import { isRefundNotNeeded, isUnknownThere, ProviderRefusal } from "./provider.ts";
import { readInvoiceIntent } from "./provider-reads.ts";
import { syncRefundsAndDisputes, writeRefundsAndDisputes } from "./refunds-and-disputes.commands.ts";

/**
 * Refunds that are made here. The deciding transaction stores what is to be refunded and queues the job: all of a payment
 * that cannot be fulfilled (its `refund_reason`), or what an admin requests (`refund_requests`). `makeRefund` makes both.
 */

/** The job that makes the open refund of a payment. */
export const refundTask = "refund_payment";

/** Queues the job; one that waits already is replaced. */
export async function addRefundJob(
  addJob: AddJob,
  paymentId: string,
  options: Pick<JobOptions, "trx" | "runAt"> = {},
): Promise<void> {
  await addJob(refundTask, { paymentId }, { ...options, maxAttempts: 25, key: `refund:${paymentId}` });
}

/** Stores once why a paid payment is refunded, and queues its refund; the payment is locked. */
export async function queueRefund(
  { addJob }: Context,
  trx: Transaction<DB>,
  paymentId: string,
  reason: RefundReason,
): Promise<void> {
  const event = { name: "refund_due" as const, detail: { reason } };
  await patchPayment(trx, paymentId, { refund_reason: reason }, event);
  await addRefundJob(addJob, paymentId, { trx });
}

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

/** Milliseconds until the job of an admin's refund: it makes what a crash or an outage of the request has left. */
const jobDelay = 30_000;

/**
 * Stores an admin's request for a refund, once per HTTP request; the refund is not made yet. Returns the request's id.
 * Throws payment_not_found, validation_failed (`fields.amount`), refund_under_way, refund_refused, idempotency_mismatch,
 * forbidden.
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
      // Paid, and about to be fulfilled or refunded by the site.
      if (payment.status === "paid" || (await findOpenRequest(trx, paymentId)) !== null)
        throw new AppError("refund_under_way");
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
      await addRefundJob(addJob, paymentId, { trx, runAt: new Date(Date.now() + jobDelay) });
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
 * Refunds a payment for an admin. If the provider is away, the refund is made once it is back. Throws as `askRefund`,
 * and refund_refused.
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
  const refused = await makeRefund(ctx, paymentId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "provider_away") return null;
    throw error;
  });
  if (refused === requestId) throw new AppError("refund_refused");
}

type RefundRequestRow = Selectable<RefundRequestsTable>;

/** An admin's request that is not settled yet. Index refund_requests_asked, which allows one a payment. */
async function findOpenRequest(db: Kysely<DB>, paymentId: string): Promise<RefundRequestRow | null> {
  const row = await db
    .selectFrom("refund_requests")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .where("state", "=", "asked")
    .executeTakeFirst();
  return row ?? null;
}

/** A payment with the refund to be made. `request` null: all of it, since it cannot be fulfilled. */
interface OpenRefund {
  readonly payment: PaymentRow;
  readonly request: RefundRequestRow | null;
}

async function findOpenRefund({ db }: Context, id: string): Promise<OpenRefund | null> {
  const payment = await findPayment(db, { id });
  if (payment === null) return null;
  if (payment.status === "paid" && payment.refund_reason !== null) return { payment, request: null };
  const request = await findOpenRequest(db, id);
  return request === null ? null : { payment, request };
}

/**
 * Makes the open refund of a payment: at the provider, or in the ledger alone for a payment by bank or cash. Safe to run
 * repeatedly, at once, and after a crash between any two steps: one refund. Answers the request that the provider has
 * refused for good. Throws provider_away.
 */
async function makeRefund(ctx: Context, paymentId: string): Promise<string | null> {
  const refund = await findOpenRefund(ctx, paymentId);
  if (refund === null) return null;
  const { payment, request } = refund;
  if (request === null || payment.method === "card") return refundAtProvider(ctx, refund);
  await ctx.db.transaction().execute((trx) => refundByHand(ctx, trx, request));
  return null;
}

async function refundAtProvider(ctx: Context, refund: OpenRefund): Promise<string | null> {
  const { db, log, provider, step } = ctx;
  const { payment, request } = refund;
  // The payment began a subscription that the account does not have.
  if (request === null && payment.stripe_subscription_id !== null)
    await endSubscription(provider, payment.stripe_subscription_id);
  await step("subscription ended");
  const refused = await createRefund(ctx, refund);
  await step("refunded at the provider");
  if (refused !== null && request !== null) {
    await sql`
      update refund_requests set state = 'refused', settled_at = now()
      where id = ${request.id} and state = 'asked'`.execute(db);
    log.warn("payments.desk_refund_refused", { payment: payment.id, reason: refused });
  }
  // If it is refused, the provider knows of money back that the ledger has not learned of.
  await syncRefundsAndDisputes(ctx, payment.id);
  return refused === null || request === null ? null : request.id;
}

/** The charge of a paid payment. Throws provider_away. */
async function chargeOf({ provider }: Context, payment: PaymentRow): Promise<string> {
  const { id, stripe_payment_intent: known, stripe_invoice_id: invoiceId } = payment;
  const intent = known ?? (invoiceId === null ? null : await readInvoiceIntent(provider, invoiceId));
  if (intent === null) throw new Error(`payment ${id} is paid, and no charge is known`);
  return intent;
}

/** Finds or makes a refund at the provider. Answers why the provider refuses it; null: it is made. Throws provider_away. */
async function createRefund(ctx: Context, { payment, request }: OpenRefund): Promise<string | null> {
  const { db, provider, step } = ctx;
  const { id: paymentId } = payment;
  try {
    const intent = await chargeOf(ctx, payment);
    await writeMissing(db, paymentId, "stripe_payment_intent", intent);
    // Without an amount: all of the charge, also where another sum was charged than requested.
    if (request === null) {
      const order = { payment_intent: intent, metadata: { paymentId } };
      await provider.call("refunds.create", (stripe) =>
        stripe.refunds.create(order, { idempotencyKey: `refund:${paymentId}` }),
      );
      return null;
    }
    const { id: requestId, amount_cents: amount } = request;
    // The provider forgets idempotency keys after a day or so; the job may come later.
    const { data } = await provider.call("refunds.list", (stripe) =>
      stripe.refunds.list({ payment_intent: intent, limit: 100 }),
    );
    await step("refund looked for");
    const { status } =
      data.find(({ metadata }) => metadata?.["requestId"] === requestId) ??
      (await provider.call("refunds.create", (stripe) =>
        stripe.refunds.create(
          { payment_intent: intent, amount, metadata: { paymentId, requestId } },
          { idempotencyKey: `desk_refund:${requestId}` },
        ),
      ));
    return status === "failed" || status === "canceled" ? status : null;
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // What the site decided stays due until the ledger has learned that the money is back.
    if (request === null && !isRefundNotNeeded(error)) throw error;
    return error.code ?? "refused";
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
  // What the ledger has and this one, as if a provider told of them.
  const before = await trx
    .selectFrom("payment_refunds")
    .select(["id", "amount_cents as amount"])
    .select(sql<string>`'succeeded'`.as("status"))
    .where("payment_id", "=", paymentId)
    .orderBy("at")
    .execute();
  const refunds = [...before, { id: `desk_${id}`, amount, status: "succeeded", requestId: id }];
  const read = { received: payment.amount_cents, refunds, disputes: [] };
  await writeRefundsAndDisputes(ctx, trx, paymentId, read, true);
}

/**
 * `makeRefund` for the job. It gives up a refund that the site decided if this provider does not know the charge: it was
 * another account's, whose keys we have no more. The payment stays paid with its reason, for people to look at
 * (docs/PAYMENTS.md "Changing keys").
 */
export async function makeRefundIfReachable(ctx: Context, paymentId: string): Promise<void> {
  try {
    await makeRefund(ctx, paymentId);
  } catch (error) {
    if (!isUnknownThere(error)) throw error;
    ctx.log.error("payments.refund_unreachable", error, { payment: paymentId });
    const account = await ctx.provider.account();
    // With a known account's keys back it is tried again: only what belongs nowhere is marked so.
    await patchPayment(ctx.db, paymentId, {
      provider_account: sql<string>`case when provider_account is null or provider_account = ${account}
        then ${unknownAccount} else provider_account end`,
    });
  }
}
