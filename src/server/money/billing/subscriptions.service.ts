import type { Kysely } from "kysely";
import type { Stripe } from "stripe";
import type { DealerSignup, Invoice, Subscription } from "#contract/dealers.ts";
import type { Checkout } from "#contract/payments.ts";
import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { isRunning, statusOf } from "#domain/dealers/dealer-until.ts";
import { invoiceStatuses } from "#domain/dealers/subscription-status.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { findUser, type UserRow } from "#server/people/accounts/accounts.queries.ts";
import { presentUser } from "#server/people/accounts/present-user.ts";
import { lockAccount, requireNotSuspended } from "#server/market/cars/sellers.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { couponCode } from "#domain/payments/coupons.ts";
import { settingsLimits } from "#domain/settings/settings.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { AppError } from "#server/http/app-error.ts";
import { forgetCustomer } from "./customers.queries.ts";
import type { CouponQuote } from "#server/market/cars/coupon-quote.ts";
import { type Coupons, giveUp } from "./coupons.ts";
import { couponOf } from "./coupons.queries.ts";
import { lockPayment, openPayment } from "./ledger.queries.ts";
import type { SessionOpener } from "./open-session.ts";
import { settledPayment, type Visits } from "./payments.service.ts";
import { isUnknownThere, nullIfUnknown, type Provider, ProviderRefusal } from "./provider.ts";
import { subscriptionExpand } from "./provider-reads.ts";
import type { Settler } from "./settle.ts";
import type { SubscriptionSync } from "./subscription-sync.ts";
import {
  changeSignup,
  findOpenSignup,
  findSubscription,
  hasPaidMonths,
  hasRunningSubscription,
  latestSubscription,
  type SubscriptionRow,
} from "./subscriptions.queries.ts";

/** A dealer's subscription. Throws AppErrors alone; dealers_only where the dashboard is closed to the account. */
export interface SubscriptionsService {
  /**
   * Opens the payment of a first month; the same page again while it is open, so that two are never paid.
   * A coupon lowers each month of the subscription. Throws already_subscribed, account_suspended, provider_away,
   * coupon_used, validation_failed (`fields.coupon`).
   */
  subscribe(userId: string, signup: DealerSignup, coupon?: string): Promise<Checkout>;
  /** Makes the payer a dealer, once however often. Throws not_paid, payment_not_found, payment_refunded, provider_away. */
  verify(sessionId: string): Promise<{ success: true }>;
  /** The latest subscription in its present state; null for a dealer made by an admin. */
  subscription(userId: string): Promise<Subscription | null>;
  /** The invoices, newest first, read from the provider. Throws provider_away. */
  invoices(userId: string): Promise<Invoice[]>;
  /** A link to the provider's own page for cards and invoices. Throws no_subscription, provider_away. */
  portal(userId: string): Promise<{ url: string }>;
  /** Ends the subscription with its period; again changes nothing. Throws no_subscription, provider_away. */
  cancel(userId: string): Promise<{ message: string }>;
  /**
   * Takes a cancellation back while the period lasts. Throws no_subscription, provider_away; already_subscribed where months
   * paid by bank or cash follow: they would be paid twice.
   */
  reactivate(userId: string): Promise<{ message: string }>;
}

export interface SubscriptionsServiceDeps {
  readonly db: Kysely<DB>;
  readonly provider: Provider;
  readonly settler: Settler;
  readonly visits: Visits;
  readonly opener: SessionOpener;
  readonly subscriptionSync: SubscriptionSync;
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly settings: () => Pick<Settings, "fees">;
  readonly coupons: Coupons;
  readonly addJob: AddJob;
}

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

/** The account, where the dealer's dashboard is open to it. Throws not_signed_in, dealers_only. */
export async function requireDealer(db: Kysely<DB>, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (user === null) throw new AppError("not_signed_in");
  if (!hasDealerAccess(presentUser(user))) throw new AppError("dealers_only");
  return user;
}

export function createSubscriptionsService(deps: SubscriptionsServiceDeps): SubscriptionsService {
  const { db, provider, settler, opener, subscriptionSync, publicUrl, now, settings, coupons, addJob } = deps;

  async function requireRunning(userId: string): Promise<SubscriptionRow> {
    await requireDealer(db, userId);
    const row = await latestSubscription(db, userId);
    if (row === null || !isRunning(row.status) || row.dealerUntil <= now().getTime())
      throw new AppError("no_subscription");
    return row;
  }

  async function setCancel(userId: string, cancel: boolean, failed: string): Promise<void> {
    const row = await requireRunning(userId);
    const id = row.stripe_subscription_id;
    if (!cancel && (await hasPaidMonths(db, userId)))
      throw new AppError("already_subscribed", { message: paymentMessages.monthsPaid });
    const subscription = await withMessage(
      failed,
      provider.call("subscriptions.update", (stripe) =>
        stripe.subscriptions.update(id, { cancel_at_period_end: cancel, expand: subscriptionExpand }),
      ),
    ).catch(async (error: unknown) => {
      // It has ended meanwhile, and we are the last to know.
      if (error instanceof AppError && error.code === "conflict") await subscriptionSync.sync(id);
      // A subscription that the provider does not know ends with its period, as requested.
      const ends = (await findSubscription(db, id))?.cancel_at_period_end === true;
      if (cancel && ends && error instanceof AppError && isUnknownThere(error.options.cause)) return null;
      throw error;
    });
    if (subscription === null) return;
    await subscriptionSync.changed(row, subscription);
    const after = await findSubscription(db, id);
    if (after !== null && after.cancel_at_period_end !== cancel) await subscriptionSync.sync(id);
  }

  async function quoteMonth(userId: string, code: string, fee: number): Promise<CouponQuote> {
    const quote = await coupons.quote(db, { code, userId, target: "dealers", cents: fee });
    // The provider charges each month something.
    if (fee - quote.discount >= settingsLimits.minSubscription) return quote;
    const message = paymentMessages.couponTooMuch;
    throw new AppError("validation_failed", { message, fields: { coupon: message } });
  }

  async function giveUpOpen(paymentId: string): Promise<void> {
    await db.transaction().execute(async (trx) => giveUp(trx, addJob, await lockPayment(trx, paymentId)));
  }

  return {
    subscribe: async (userId, signup, code) => {
      await requireNotSuspended(db, userId);
      for (let round = 0; round < 3; round += 1) {
        if (await hasRunningSubscription(db, userId)) {
          // A late one may be unknown to the provider by now, and then does not prevent a new one.
          const row = round === 0 ? await latestSubscription(db, userId) : null;
          if (row?.status !== "past_due") throw new AppError("already_subscribed");
          await subscriptionSync.sync(row.stripe_subscription_id);
          continue;
        }
        const open = await findOpenSignup(db, userId);
        if (open !== null) {
          // Still the same page, unless it was paid or ran out meanwhile: what is paid keeps the form that it was paid with.
          const payment = await settler.settle(open);
          if (payment.status !== "open") continue;
          const before = (await couponOf(db, open))?.code;
          const isSame = before === (code === undefined ? undefined : couponCode(code));
          if (isSame && (await changeSignup(db, open, signup))) return opener.open(open);
          // Another coupon is another price.
          if (!isSame) await giveUpOpen(open);
          continue;
        }
        const fee = settings().fees.subscription;
        const quote = code === undefined ? null : await quoteMonth(userId, code, fee);
        const id = await db.transaction().execute(async (trx) => {
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
          if (quote !== null) await coupons.take(trx, quote, { userId, paymentId });
          return paymentId;
        });
        if (id !== null) return opener.open(id);
      }
      throw new AppError("conflict");
    },

    verify: async (sessionId) => {
      const payment = await settledPayment(deps.visits, sessionId, ["subscription"]);
      if (payment.ended_at !== null)
        throw new AppError("payment_refunded", {
          message: paymentMessages.subscriptionRefunded,
          details: { success: false },
        });
      return { success: true };
    },

    subscription: async (userId) => {
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
    },

    invoices: async (userId) => {
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
    },

    portal: async (userId) => {
      const { stripeCustomerId: customer } = await requireDealer(db, userId);
      if (customer === null) throw new AppError("no_subscription");
      const session = await withMessage(
        paymentMessages.portalFailed,
        provider
          .call("billingPortal.sessions.create", (stripe) =>
            stripe.billingPortal.sessions.create({
              customer,
              return_url: `${publicUrl}/autosallon-dashboard`,
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
    },

    cancel: async (userId) => {
      await setCancel(userId, true, paymentMessages.cancelFailed);
      return { message: paymentMessages.canceled };
    },

    reactivate: async (userId) => {
      await setCancel(userId, false, paymentMessages.reactivateFailed);
      return { message: paymentMessages.reactivated };
    },
  };
}
