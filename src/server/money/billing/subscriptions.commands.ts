import { sql } from "kysely";
import type { Stripe } from "stripe";
import type { DealerSignup, Invoice, Subscription } from "#contract/dealers.ts";
import type { Checkout } from "#contract/payments.ts";
import { isRunning, statusOf } from "#domain/dealers/dealer-until.ts";
import { invoiceStatuses } from "#domain/dealers/subscription-status.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import type { Context } from "#server/context.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { lockAccount, requireNotSuspended } from "#server/market/cars/sellers.queries.ts";
import { couponCode } from "#domain/payments/coupons.ts";
import { settingsLimits } from "#domain/settings/settings.ts";
import { AppError } from "#server/http/app-error.ts";
import { forgetCustomer } from "./customers.queries.ts";
import type { CouponQuote } from "#server/market/cars/coupon-quote.ts";
import { giveUp, lockFormer, quoteCoupon, takeCoupon } from "./coupons.commands.ts";
import { couponOf } from "./coupons.queries.ts";
import { lockPayment, openPayment } from "./ledger.queries.ts";
import { openCheckoutSession } from "./open-session.commands.ts";
import { settledPayment } from "./payments.commands.ts";
import { isUnknownThere, nullIfUnknown, ProviderRefusal } from "./provider.ts";
import { subscriptionExpand } from "./provider-reads.ts";
import { settlePayment } from "./settle.commands.ts";
import { applySubscription, syncSubscription } from "./subscription-sync.commands.ts";
import {
  findOpenSignup,
  findSubscription,
  hasRunningSubscription,
  latestSubscription,
  type SubscriptionRow,
} from "./subscriptions.queries.ts";

/** Same message for a person whatever the provider's own words were. */
async function withMessage<Value>(message: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new AppError("conflict", { message, cause: error });
    throw error;
  }
}

function presentInvoice(invoice: Stripe.Invoice): Invoice {
  const status = invoiceStatuses.find((known) => known === invoice.status) ?? "draft";
  const [line] = invoice.lines.data;
  return {
    id: invoice.id,
    number: invoice.number ?? invoice.id.slice(-8).toUpperCase(),
    // A line's words are the provider's own, in English ("1 × … (at $50.00 / month)"); there is one plan.
    description: invoice.description ?? paymentMessages.planName,
    created: new Date(invoice.created * 1000).toISOString(),
    amount: invoice.total,
    currency: invoice.currency,
    status,
    // The line's period is the month that is paid; the invoice's own is the one before.
    periodStart: new Date((line?.period.start ?? invoice.period_start) * 1000).toISOString(),
    periodEnd: new Date((line?.period.end ?? invoice.period_end) * 1000).toISOString(),
    invoiceUrl: invoice.hosted_invoice_url ?? null,
    invoicePdf: invoice.invoice_pdf ?? null,
  };
}

async function requireRunning({ db, now }: Context, userId: string): Promise<SubscriptionRow> {
  await requireDealer(db, userId);
  const row = await latestSubscription(db, userId);
  if (row === null || !isRunning(row.status) || row.dealerUntil <= now().getTime())
    throw new AppError("no_subscription");
  return row;
}

async function setCancel(ctx: Context, userId: string, cancel: boolean, failed: string): Promise<void> {
  const { db, provider } = ctx;
  const row = await requireRunning(ctx, userId);
  const id = row.stripe_subscription_id;
  if (!cancel) {
    // Index dealer_months_user.
    const { rows } = await sql`
      select from dealer_months where user_id = ${userId} and ended_at is null and ends_at > now() limit 1`.execute(
      db,
    );
    if (rows.length > 0) throw new AppError("already_subscribed", { message: paymentMessages.monthsPaid });
  }
  const subscription = await withMessage(
    failed,
    provider.call("subscriptions.update", (stripe) =>
      stripe.subscriptions.update(id, { cancel_at_period_end: cancel, expand: subscriptionExpand }),
    ),
  ).catch(async (error: unknown) => {
    // It has ended meanwhile, and we are the last to know.
    if (error instanceof AppError && error.code === "conflict") await syncSubscription(ctx, id);
    // A subscription that the provider does not know ends with its period, as requested.
    const ends = (await findSubscription(db, id))?.cancel_at_period_end === true;
    if (cancel && ends && error instanceof AppError && isUnknownThere(error.options.cause)) return null;
    throw error;
  });
  if (subscription === null) return;
  await applySubscription(ctx, row, subscription);
  const after = await findSubscription(db, id);
  if (after !== null && after.cancel_at_period_end !== cancel) await syncSubscription(ctx, id);
}

async function quoteMonth({ db }: Context, userId: string, code: string, fee: number): Promise<CouponQuote> {
  const quote = await quoteCoupon(db, { code, userId, target: "dealers", cents: fee });
  // The provider charges each month something.
  if (fee - quote.discount >= settingsLimits.minSubscription) return quote;
  const message = paymentMessages.couponTooMuch;
  throw new AppError("validation_failed", { message, fields: { coupon: message } });
}

/** Gives an open signup the business data of a later form; false where it is not open any more. */
async function changeSignup({ db }: Context, paymentId: string, signup: DealerSignup): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payments")
    .set({ dealer_data: JSON.stringify(signup) })
    .where("id", "=", paymentId)
    .where("status", "=", "open")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function giveUpOpen({ db, addJob }: Context, paymentId: string): Promise<void> {
  await db.transaction().execute(async (trx) => giveUp(trx, addJob, await lockPayment(trx, paymentId)));
}

/**
 * Opens the payment of a first month; the same page again while it is open at the present price, so that two are never
 * paid.
 * A coupon lowers each month of the subscription. Throws already_subscribed, account_suspended, provider_away,
 * coupon_used, validation_failed (`fields.coupon`).
 */
export async function subscribe(
  ctx: Context,
  userId: string,
  signup: DealerSignup,
  code?: string,
): Promise<Checkout> {
  const { db, settings } = ctx;
  await requireNotSuspended(db, userId);
  for (let round = 0; round < 3; round += 1) {
    if (await hasRunningSubscription(db, userId)) {
      // A late one may be unknown to the provider by now, and then does not prevent a new one.
      const row = round === 0 ? await latestSubscription(db, userId) : null;
      if (row?.status !== "past_due") throw new AppError("already_subscribed");
      await syncSubscription(ctx, row.stripe_subscription_id);
      continue;
    }
    const open = await findOpenSignup(db, userId);
    if (open !== null) {
      // Still the same page, unless it was paid or ran out meanwhile: what is paid keeps the form that it was paid with.
      const payment = await settlePayment(ctx, open);
      if (payment.status !== "open") continue;
      const before = await couponOf(db, open);
      // A coupon never changes: of the same fee it takes off the same.
      const isSame =
        before?.code === (code === undefined ? undefined : couponCode(code)) &&
        payment.amount_cents + (before?.discount ?? 0) === settings().fees.subscription;
      if (isSame && (await changeSignup(ctx, open, signup))) return openCheckoutSession(ctx, open);
      // Another fee or coupon is another price, for as long as the subscription runs.
      if (!isSame) await giveUpOpen(ctx, open);
      continue;
    }
    const fee = settings().fees.subscription;
    const quote = code === undefined ? null : await quoteMonth(ctx, userId, code, fee);
    const id = await db.transaction().execute(async (trx) => {
      const former = await lockFormer(trx, quote, userId);
      // One after the other: of two tabs at once, the second finds the first one's.
      await lockAccount(trx, userId);
      if ((await findOpenSignup(trx, userId)) !== null) return null;
      const paymentId = await openPayment(trx, {
        userId,
        kind: "subscription",
        amount: fee - (quote?.discount ?? 0),
        extras: { sponsorshipDays: 0, socialPromotion: false },
        dealerData: signup,
      });
      if (quote !== null) await takeCoupon(ctx, trx, quote, { userId, paymentId, former });
      return paymentId;
    });
    if (id !== null) return openCheckoutSession(ctx, id);
  }
  throw new AppError("conflict");
}

/** Makes the payer a dealer, once however often. Throws not_paid, payment_not_found, payment_refunded, provider_away. */
export async function verifySubscription(ctx: Context, sessionId: string): Promise<{ success: true }> {
  const payment = await settledPayment(ctx, sessionId, ["subscription"]);
  if (payment.ended_at !== null)
    throw new AppError("payment_refunded", {
      message: paymentMessages.subscriptionRefunded,
      details: { success: false },
    });
  return { success: true };
}

/** The latest subscription in its present state; null for a dealer made by an admin. Throws dealers_only. */
export async function currentSubscription(
  { db, now }: Context,
  userId: string,
): Promise<Subscription | null> {
  await requireDealer(db, userId);
  const row = await latestSubscription(db, userId);
  if (row === null) return null;
  return {
    id: row.stripe_subscription_id,
    status: statusOf(row, now().getTime()),
    cancelAtPeriodEnd: row.cancel_at_period_end,
    planName: paymentMessages.planName,
    amount: row.amount_cents,
    currency: row.currency,
    currentPeriodStart: row.current_period_start?.toISOString() ?? null,
    currentPeriodEnd: row.current_period_end?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    // One that the clock has ended says so before the provider was asked.
    endedAt:
      row.ended_at?.toISOString() ??
      (row.dealerUntil <= now().getTime() ? (row.current_period_end?.toISOString() ?? null) : null),
    nextPaymentAttempt: row.next_payment_attempt?.toISOString() ?? null,
  };
}

/** The invoices, newest first, read from the provider. Throws provider_away, dealers_only. */
export async function listInvoices({ db, provider }: Context, userId: string): Promise<Invoice[]> {
  const { stripeCustomerId } = await requireDealer(db, userId);
  if (stripeCustomerId === null) return [];
  const invoices = await withMessage(
    paymentMessages.dashboardFailed,
    provider
      .call("invoices.list", (stripe) => stripe.invoices.list({ customer: stripeCustomerId, limit: 100 }))
      .catch(nullIfUnknown),
  );
  if (invoices === null) await forgetCustomer(db, userId, stripeCustomerId);
  return invoices?.data.map(presentInvoice) ?? [];
}

/** A link to the provider's own page for cards and invoices. Throws no_subscription, provider_away, dealers_only. */
export async function openPortal({ db, provider, site }: Context, userId: string): Promise<{ url: string }> {
  const { stripeCustomerId: customer } = await requireDealer(db, userId);
  if (customer === null) throw new AppError("no_subscription");
  const session = await withMessage(
    paymentMessages.portalFailed,
    provider
      .call("billingPortal.sessions.create", (stripe) =>
        stripe.billingPortal.sessions.create({
          customer,
          return_url: `${site.publicUrl}/autosallon-dashboard`,
        }),
      )
      .catch((error: unknown) => {
        if (error instanceof ProviderRefusal && error.param === "customer") return nullIfUnknown(error);
        throw error;
      }),
  );
  if (session !== null) return { url: session.url };
  await forgetCustomer(db, userId, customer);
  throw new AppError("no_subscription");
}

/** Ends the subscription with its period; again changes nothing. Throws no_subscription, provider_away, dealers_only. */
export async function cancelSubscription(ctx: Context, userId: string): Promise<{ message: string }> {
  await setCancel(ctx, userId, true, paymentMessages.cancelFailed);
  return { message: paymentMessages.canceled };
}

/**
 * Takes a cancellation back while the period lasts. Throws no_subscription, provider_away, dealers_only;
 * already_subscribed where months paid by bank or cash follow: they would be paid twice.
 */
export async function reactivateSubscription(ctx: Context, userId: string): Promise<{ message: string }> {
  await setCancel(ctx, userId, false, paymentMessages.reactivateFailed);
  return { message: paymentMessages.reactivated };
}
