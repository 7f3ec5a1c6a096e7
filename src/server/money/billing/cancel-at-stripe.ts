import type { Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { openAtProvider } from "./payments-due.queries.ts";
import { type Provider, ProviderRefusal } from "./provider.ts";

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
  const { subscriptions, sessions } = await openAtProvider(trx, userIds);
  for (const subscriptionId of subscriptions)
    await addJob(endSubscriptionTask, { subscriptionId }, { trx, maxAttempts: 25 });
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
