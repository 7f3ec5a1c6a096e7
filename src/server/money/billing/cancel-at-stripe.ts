import type { Transaction } from "kysely";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { openAtProvider } from "./payments-due.queries.ts";
import { isRefundNotNeeded, nullIfUnknown, type Provider, ProviderRefusal } from "./provider.ts";
import { invoiceIntent, readInvoices } from "./provider-reads.ts";

export const endSubscriptionTask = "end_subscription";
export const closeSessionTask = "close_checkout";

/**
 * Queues what the provider must do when accounts are deleted, in the transaction that deletes them and before it does:
 * subscriptions end at once, open card pages close. Jobs, tried again for days: the provider may be away, the accounts
 * are gone all the same. (Tried 25 times, the last pauses are of many hours.)
 */
export async function cancelAtStripe(
  trx: Transaction<DB>,
  addJob: AddJob,
  userIds: readonly string[],
): Promise<void> {
  const { subscriptions, sessions, at } = await openAtProvider(trx, userIds);
  const unusedSince = at.toISOString();
  for (const subscriptionId of subscriptions)
    await addJob(endSubscriptionTask, { subscriptionId, unusedSince }, { trx, maxAttempts: 25 });
  for (const sessionId of sessions) await addJob(closeSessionTask, { sessionId }, { trx, maxAttempts: 25 });
}

/** Closes an open card page; one that is paid or closed already is left as it is. */
export async function closeSession(provider: Provider, sessionId: string): Promise<void> {
  try {
    await provider.call("checkout.sessions.expire", (stripe) => stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
  }
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
 * Refunds the further months of an ended subscription that were charged from `since` on, when its account was gone
 * already. The ledger never had them. Safe to repeat. Throws provider_away.
 */
export async function refundMonthsSince(
  { provider, log }: Context,
  subscriptionId: string,
  since: Date,
): Promise<void> {
  // The provider's moments are whole seconds.
  const second = Math.floor(since.getTime() / 1000);
  const invoices = await readInvoices(provider, subscriptionId).catch(nullIfUnknown);
  for (const invoice of invoices ?? []) {
    const intent = invoiceIntent(invoice);
    // The first month is a payment of the ledger, which refunds it if it bought nothing.
    if (intent === null || invoice.billing_reason === "subscription_create") continue;
    if ((invoice.status_transitions.paid_at ?? 0) < second) continue;
    try {
      await provider.call("refunds.create", (stripe) =>
        stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `refund:${invoice.id}` }),
      );
      log.info("payments.unused_month_refunded", { subscription: subscriptionId, invoice: invoice.id });
    } catch (error) {
      if (!isRefundNotNeeded(error)) throw error;
    }
  }
}

/**
 * Takes back what an ended subscription still asks for: an open invoice could be paid on the provider's page for
 * months, for nothing. One that is paid or voided at this moment is left as it is.
 */
export async function voidOpenInvoices(provider: Provider, subscriptionId: string): Promise<void> {
  const open = await provider.call("invoices.list", (stripe) =>
    stripe.invoices.list({ subscription: subscriptionId, status: "open", limit: 24 }),
  );
  for (const { id } of open.data) {
    try {
      await provider.call("invoices.voidInvoice", (stripe) => stripe.invoices.voidInvoice(id));
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
    }
  }
}
