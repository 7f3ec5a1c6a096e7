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
