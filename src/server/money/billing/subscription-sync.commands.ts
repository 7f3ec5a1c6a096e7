import type { Transaction } from "kysely";
import type { Stripe } from "stripe";
import { isRunning } from "#domain/dealers/dealer-until.ts";
import type { PaymentEvent } from "#domain/payments/payment-states.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { voidOpenInvoices } from "./cancel-at-stripe.ts";
import { findPayment, insertRenewal, lockPayment, movePayment } from "./ledger.queries.ts";
import { queueInvoices } from "./invoice-queue.ts";
import { queueMail } from "./mail-queue.ts";
import { nullIfUnknown } from "./provider.ts";
import {
  invoiceIntent,
  presentSubscription,
  type ReadSubscription,
  readInvoices,
  readSubscription,
} from "./provider-reads.ts";
import { queueRefund } from "./refunds.commands.ts";
import { settlePayment } from "./settle.commands.ts";
import {
  findSubscription,
  resumeEarlierMonths,
  type SubscriptionRow,
  updateSubscription,
} from "./subscriptions.queries.ts";

/** A process that loses so often was overtaken by one that read later. */
const maxRounds = 5;

/** The ledger's status for an invoice of a further month; null while nothing has been charged. */
function ledgerState(invoice: Stripe.Invoice): PaymentEvent | null {
  if (invoice.status === "paid") return "fulfilled";
  if (invoice.status === "void" || invoice.status === "uncollectible") return "expired";
  return invoice.status === "open" && invoice.attempt_count > 0 ? "failed" : null;
}

/** Paid on the provider's page after the subscription had ended: it bought nothing. */
function isPaidTooLate({ status, endedAt }: ReadSubscription, invoice: Stripe.Invoice): boolean {
  const { paid_at: paidAt } = invoice.status_transitions;
  return status === "canceled" && endedAt !== null && paidAt !== null && paidAt * 1000 > endedAt;
}

const ms = (moment: Date | null) => moment?.getTime() ?? null;

/**
 * A subscription that the provider does not know any more (another account's keys, or all was deleted there): it does
 * not renew. A paid period lasts to its end, an unpaid one ends now.
 */
function lost(row: SubscriptionRow, now: number): ReadSubscription {
  const periodEnd = ms(row.current_period_end);
  const isPaid = (row.status === "active" || row.status === "trialing") && (periodEnd ?? 0) > now;
  return {
    id: row.stripe_subscription_id,
    customerId: null,
    status: isPaid ? row.status : "canceled",
    cancelAtPeriodEnd: isPaid || row.cancel_at_period_end,
    cancelAt: null,
    currentPeriodStart: ms(row.current_period_start),
    currentPeriodEnd: periodEnd,
    endedAt: ms(row.ended_at) ?? (isPaid ? null : now),
    canceledAt: ms(row.canceled_at),
    nextPaymentAttempt: null,
    collectionPaused: row.collection_paused,
    endedUnpaid: false,
    createdAt: row.created_at.getTime(),
    amount: row.amount_cents,
    currency: row.currency,
    paymentId: null,
  };
}

async function mailOf({ addJob }: Context, trx: Transaction<DB>, read: ReadSubscription): Promise<void> {
  const { id } = read;
  if (!isRunning(read.status)) {
    if (read.status === "canceled" || read.status === "unpaid")
      await queueMail(trx, addJob, {
        mail: "ended",
        subscriptionId: id,
        at: read.endedUnpaid ? "unpaid" : "",
      });
    return;
  }
  if (read.cancelAtPeriodEnd || read.cancelAt !== null) {
    const at = String(read.canceledAt ?? read.currentPeriodEnd);
    await queueMail(trx, addJob, { mail: "ending", subscriptionId: id, at });
  }
}

async function write(
  ctx: Context,
  before: SubscriptionRow,
  read: ReadSubscription,
  account: string | null,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    if (!(await updateSubscription(trx, before, read, account, ctx.now().getTime()))) return false;
    await mailOf(ctx, trx, read);
    return true;
  });
}

/** Refunds and disputes are about the charge behind an invoice: its payment must name it. */
async function writeCharge({ db }: Context, invoice: Stripe.Invoice): Promise<void> {
  const intent = invoiceIntent(invoice);
  if (intent === null) return;
  await db
    .updateTable("payments")
    .set({ stripe_payment_intent: intent })
    .where("stripe_invoice_id", "=", invoice.id)
    .where("stripe_payment_intent", "is", null)
    .execute();
}

/** A further month in the ledger, with its invoice's status. */
async function writeInvoice(
  ctx: Context,
  userId: string,
  subscription: ReadSubscription,
  invoice: Stripe.Invoice,
  account: string | null,
): Promise<void> {
  const { db, addJob } = ctx;
  const { id: subscriptionId } = subscription;
  await writeCharge(ctx, invoice);
  const state = ledgerState(invoice);
  if (state === null || invoice.billing_reason === "subscription_create" || invoice.amount_due <= 0) return;
  const known = await findPayment(db, { invoiceId: invoice.id });
  // A month of a suspended account: voided as soon as it was made, and never asked for.
  if (known === null && state === "expired" && invoice.attempt_count === 0) return;
  if (known?.status === state || known?.status === "refunded") return;
  await db.transaction().execute(async (trx) => {
    await insertRenewal(trx, {
      userId,
      subscriptionId,
      invoiceId: invoice.id,
      intent: invoiceIntent(invoice),
      account,
      amount: invoice.amount_due,
      currency: invoice.currency,
    });
    const row = await findPayment(trx, { invoiceId: invoice.id });
    if (row === null) return;
    const payment = await lockPayment(trx, row.id);
    if (state !== "fulfilled") {
      if (!(await movePayment(trx, payment, state)) || state !== "failed") return;
      await queueMail(trx, addJob, { mail: "failed", subscriptionId, invoiceId: invoice.id });
      return;
    }
    if (!(await movePayment(trx, payment, "paid"))) return;
    await queueInvoices(trx, addJob, row.id);
    if (isPaidTooLate(subscription, invoice)) {
      await queueRefund(ctx, trx, row.id, "subscription_over");
      return;
    }
    await movePayment(trx, await lockPayment(trx, row.id), "fulfilled");
    await queueMail(trx, addJob, { mail: "receipt", paymentId: row.id });
    // A month that was in dispute is over with this one.
    await resumeEarlierMonths(trx, subscriptionId, payment);
  });
}

/** Months owed to a provider that does not know them: they will never be charged. */
async function giveUpInvoices({ db }: Context, subscriptionId: string): Promise<void> {
  const owed = await db
    .selectFrom("payments")
    .select("id")
    .where("stripe_subscription_id", "=", subscriptionId)
    .where("kind", "=", "renewal")
    .where("status", "in", ["open", "failed"])
    .execute();
  for (const { id } of owed) {
    await db.transaction().execute(async (trx) => {
      await movePayment(trx, await lockPayment(trx, id), "expired", { unknown: true });
    });
  }
}

/**
 * Makes a subscription, and the payments of its further months, what they are at the provider. Run it twice and nothing
 * changes. One that is not ours, or whose account is gone, is left alone; one that the provider does not know ends.
 * Throws provider_away.
 */
export async function syncSubscription(ctx: Context, subscriptionId: string): Promise<void> {
  const { db, provider, now, step } = ctx;
  for (let round = 0; round < maxRounds; round += 1) {
    const before = await findSubscription(db, subscriptionId);
    const read = await readSubscription(provider, subscriptionId).catch(nullIfUnknown);
    await step("subscription read");
    if (before === null) {
      // Its first payment's settlement writes it, if it is one of ours.
      if (
        read !== null &&
        read.paymentId !== null &&
        (await findPayment(db, { id: read.paymentId })) !== null
      )
        await settlePayment(ctx, read.paymentId);
      return;
    }
    if (read === null) {
      if (!(await write(ctx, before, lost(before, now().getTime()), null))) continue;
      await giveUpInvoices(ctx, subscriptionId);
      return;
    }
    const account = await provider.account();
    if (!(await write(ctx, before, read, account))) continue;
    await step("subscription written");
    if (read.status === "canceled") await voidOpenInvoices(provider, subscriptionId);
    for (const invoice of (await readInvoices(provider, subscriptionId)).toReversed()) {
      await writeInvoice(ctx, before.user_id, read, invoice, account);
      await step("invoice written");
    }
    return;
  }
}

/**
 * The same after a change of our own, with the provider's answer to it (asked for with `subscriptionExpand`).
 * `before`: the row as it was when the change was asked for: where the row has changed since, the answer may be the
 * older one, and the provider is read again.
 */
export async function applySubscription(
  ctx: Context,
  before: SubscriptionRow,
  subscription: Stripe.Subscription,
): Promise<void> {
  const account = await ctx.provider.account();
  if (!(await write(ctx, before, presentSubscription(subscription), account)))
    await syncSubscription(ctx, subscription.id);
}
