import type { Stripe } from "stripe";
import { isRunning, type ProviderSubscription } from "#domain/dealers/dealer-until.ts";
import type { ProviderDispute, ProviderRefund } from "#domain/payments/money-back.ts";
import { type SessionOutcome, sessionOutcome } from "#domain/payments/session-outcome.ts";
import { type Provider, ProviderRefusal } from "./provider.ts";

/** A checkout session as the ledger needs it. */
export interface ReadSession {
  readonly id: string;
  readonly outcome: SessionOutcome;
  /** The card page, while it is open. */
  readonly url: string | null;
  /** USD cents and "usd", as the provider has them. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly paymentIntentId: string | null;
  readonly invoiceId: string | null;
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  /** What the payer typed or we gave: for people whose account is gone. */
  readonly email: string | null;
}

function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : value.id;
}

// The library's types leave room for words to come: those mean nothing to us.
const statuses = ["open", "complete", "expired"] as const;
const paidStatuses = ["paid", "no_payment_required"] as const;

function hasFailed(intent: Stripe.Checkout.Session["payment_intent"]): boolean {
  if (intent === null || typeof intent === "string") return false;
  return intent.status === "canceled" || intent.status === "requires_payment_method";
}

export async function readSession(provider: Provider, id: string): Promise<ReadSession> {
  const session = await provider.call("checkout.sessions.retrieve", (stripe) =>
    stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }),
  );
  return {
    id: session.id,
    outcome: sessionOutcome({
      status: statuses.find((known) => known === session.status) ?? null,
      paymentStatus: paidStatuses.find((known) => known === session.payment_status) ?? "unpaid",
      chargeFailed: hasFailed(session.payment_intent),
    }),
    url: session.url,
    amount: session.amount_total,
    currency: session.currency,
    paymentIntentId: idOf(session.payment_intent),
    invoiceId: idOf(session.invoice),
    subscriptionId: idOf(session.subscription),
    customerId: idOf(session.customer),
    email: session.customer_details?.email ?? session.customer_email,
  };
}

/** A subscription as the dealers' rules need it. Times in ms since 1970, the amount in cents. */
export interface ReadSubscription extends ProviderSubscription {
  readonly id: string;
  readonly customerId: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly currentPeriodStart: number | null;
  readonly canceledAt: number | null;
  readonly createdAt: number;
  /** When a late payment is tried again; null where it is not, or nothing is late. */
  readonly nextPaymentAttempt: number | null;
  /** Nothing is charged for it until collection is resumed. */
  readonly collectionPaused: boolean;
  /** It ended because a month was never paid. */
  readonly endedUnpaid: boolean;
  /** The payment that it began with, where it is one of ours. */
  readonly paymentId: string | null;
}

function toMs(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : seconds * 1000;
}

/** What `presentSubscription` needs beside the subscription itself. */
export const subscriptionExpand = ["latest_invoice"];

/** The provider's object, read with `subscriptionExpand`, as we read it; since API 2025-03-31 the period stands on the items. */
export function presentSubscription(subscription: Stripe.Subscription): ReadSubscription {
  const [item] = subscription.items.data;
  const { latest_invoice: invoice } = subscription;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer),
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: toMs(subscription.cancel_at),
    currentPeriodStart: toMs(item?.current_period_start),
    currentPeriodEnd: toMs(item?.current_period_end),
    endedAt: toMs(subscription.ended_at),
    canceledAt: toMs(subscription.canceled_at),
    createdAt: subscription.created * 1000,
    collectionPaused: subscription.pause_collection !== null,
    endedUnpaid: subscription.cancellation_details?.reason === "payment_failed",
    nextPaymentAttempt:
      typeof invoice === "object" && subscription.status === "past_due"
        ? toMs(invoice?.next_payment_attempt)
        : null,
    amount: (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1),
    currency: subscription.currency,
    paymentId: subscription.metadata["paymentId"] ?? null,
  };
}

export async function readSubscription(provider: Provider, id: string): Promise<ReadSubscription> {
  return presentSubscription(
    await provider.call("subscriptions.retrieve", (stripe) =>
      stripe.subscriptions.retrieve(id, { expand: subscriptionExpand }),
    ),
  );
}

/** A subscription's latest invoices with the payments made for them, newest first: more than a year of months. */
export async function readInvoices(provider: Provider, subscriptionId: string): Promise<Stripe.Invoice[]> {
  const page = await provider.call("invoices.list", (stripe) =>
    stripe.invoices.list({ subscription: subscriptionId, limit: 24, expand: ["data.payments"] }),
  );
  return page.data;
}

/** The charge behind a paid invoice (its `payments` expanded); null where nothing was charged. */
export function invoiceIntent(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  return idOf(paid?.payment.payment_intent);
}

export async function readInvoiceIntent(provider: Provider, invoiceId: string): Promise<string | null> {
  return invoiceIntent(
    await provider.call("invoices.retrieve", (stripe) =>
      stripe.invoices.retrieve(invoiceId, { expand: ["payments"] }),
    ),
  );
}

/** A charge's refunds and disputes. */
export interface ReadRefundsAndDisputes {
  /** USD cents that were taken. */
  readonly received: number;
  readonly refunds: readonly ProviderRefund[];
  readonly disputes: readonly ProviderDispute[];
  /** Whether there is any refund or dispute, failed and lost ones too. */
  readonly isAnything: boolean;
}

/** More refunds or disputes of one charge than anybody makes. */
const maxParts = 300;

export async function readRefundsAndDisputes(
  provider: Provider,
  intent: string,
): Promise<ReadRefundsAndDisputes> {
  const { amount_received: received } = await provider.call("paymentIntents.retrieve", (stripe) =>
    stripe.paymentIntents.retrieve(intent),
  );
  const of = { payment_intent: intent, limit: 100 };
  const refunds = await provider.call("refunds.list", (stripe) =>
    stripe.refunds.list(of).autoPagingToArray({ limit: maxParts }),
  );
  const disputes = await provider.call("disputes.list", (stripe) =>
    stripe.disputes.list(of).autoPagingToArray({ limit: maxParts }),
  );
  return {
    received,
    // Oldest first, as they went.
    refunds: refunds.toReversed().map(({ id, amount, status, metadata }) => ({
      id,
      amount,
      status,
      requestId: metadata?.["requestId"],
    })),
    disputes: disputes.toReversed().map(({ id, amount, status, reason }) => ({ id, amount, status, reason })),
    isAnything: refunds.length + disputes.length > 0,
  };
}

/**
 * Whether an invoice is for the month in which its subscription is: judged by the provider's periods, not by our clock.
 * A subscription that does not run, or that the provider does not know, has no such month.
 */
export async function isPresentMonth(
  provider: Provider,
  subscriptionId: string,
  invoiceId: string,
): Promise<boolean> {
  try {
    const subscription = await readSubscription(provider, subscriptionId);
    if (!isRunning(subscription.status)) return false;
    const invoice = await provider.call("invoices.retrieve", (stripe) => stripe.invoices.retrieve(invoiceId));
    const begins = toMs(invoice.lines.data[0]?.period.start) ?? 0;
    return begins >= (subscription.currentPeriodStart ?? Infinity);
  } catch (error) {
    if (error instanceof ProviderRefusal) return false;
    throw error;
  }
}
