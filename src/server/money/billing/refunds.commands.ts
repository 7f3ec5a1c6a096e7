import { sql, type Transaction } from "kysely";
import type { RefundReason } from "#domain/payments/fulfilment.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import {
  findPayment,
  patchPayment,
  type PaymentRow,
  unknownAccount,
  writeMissing,
} from "./ledger.queries.ts";
import { syncRefundsAndDisputes } from "./refunds-and-disputes.commands.ts";
import { isUnknownThere, type Provider, ProviderRefusal } from "./provider.ts";
import { readInvoiceIntent } from "./provider-reads.ts";
import { voidOpenInvoices } from "./void-invoices.ts";

/** The job that sends money back which nobody in /admin has asked for. */
export const refundTask = "refund_payment";

/** Notes once why a paid payment goes back, and queues its refund; the payment is locked. */
export async function queueRefund(
  { addJob }: Context,
  trx: Transaction<DB>,
  paymentId: string,
  reason: RefundReason,
): Promise<void> {
  const event = { name: "refund_due" as const, detail: { reason } };
  await patchPayment(trx, paymentId, { refund_reason: reason }, event);
  await addJob(refundTask, { paymentId }, { trx, maxAttempts: 25, key: `refund:${paymentId}` });
}

/** The charge of a paid payment. Throws provider_away. */
export async function chargeOf({ provider }: Context, payment: PaymentRow): Promise<string> {
  const { id, stripe_payment_intent: known, stripe_invoice_id: invoiceId } = payment;
  const intent = known ?? (invoiceId === null ? null : await readInvoiceIntent(provider, invoiceId));
  if (intent === null) throw new Error(`payment ${id} is paid, and no charge is known`);
  return intent;
}

const overStatuses: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

/** Null: unknown there. */
async function statusAtProvider(provider: Provider, subscriptionId: string): Promise<string | null> {
  const found = await provider
    .call("subscriptions.retrieve", (stripe) => stripe.subscriptions.retrieve(subscriptionId))
    .catch((missing: unknown) => {
      if (missing instanceof ProviderRefusal) return null;
      throw missing;
    });
  return found?.status ?? null;
}

/** Whether nothing more is charged for a subscription: it has ended, or the provider does not know it. */
export async function isOver(provider: Provider, subscriptionId: string): Promise<boolean> {
  const status = await statusAtProvider(provider, subscriptionId);
  return status === null || overStatuses.has(status);
}

/**
 * Ends a subscription at the provider at once, and voids its open invoices; one that has ended already, or that is
 * unknown there, is no error.
 */
export async function endSubscription(provider: Provider, subscriptionId: string): Promise<void> {
  try {
    await provider.call("subscriptions.cancel", (stripe) => stripe.subscriptions.cancel(subscriptionId));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    const present = await statusAtProvider(provider, subscriptionId);
    if (present === null) return;
    if (!overStatuses.has(present)) throw error;
  }
  await voidOpenInvoices(provider, subscriptionId);
}

/**
 * Sends back the money of a payment that can't be fulfilled, and ends the subscription that it began. Any number of
 * times: the provider knows the refund by the payment's id.
 */
export async function refund(ctx: Context, paymentId: string): Promise<void> {
  const { db, provider, step } = ctx;
  const payment = await findPayment(db, { id: paymentId });
  if (payment === null || payment.status !== "paid" || payment.refund_reason === null) return;
  if (payment.stripe_subscription_id !== null)
    await endSubscription(provider, payment.stripe_subscription_id);
  await step("subscription ended");
  const intent = await chargeOf(ctx, payment);
  try {
    await provider.call("refunds.create", (stripe) =>
      stripe.refunds.create(
        { payment_intent: intent, metadata: { paymentId } },
        { idempotencyKey: `refund:${paymentId}` },
      ),
    );
  } catch (error) {
    // Back already, or on its way: the ledger learns which.
    const isBack = error instanceof ProviderRefusal && gone.has(error.code ?? "");
    if (!isBack) throw error;
  }
  await step("refunded at the provider");
  await writeMissing(db, paymentId, "stripe_payment_intent", intent);
  await syncRefundsAndDisputes(ctx, paymentId);
}

/** Refusals of a refund that is not needed any more: all is back, or the cardholder's bank has taken it. */
const gone = new Set(["charge_already_refunded", "charge_disputed"]);

/**
 * `refund`, or the end of trying where this provider does not know the charge: it was another account's, whose keys we
 * have no more. The payment stays paid with its reason, for people to look at (docs/PAYMENTS.md "Changing keys").
 */
export async function refundIfReachable(ctx: Context, paymentId: string): Promise<void> {
  try {
    await refund(ctx, paymentId);
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
