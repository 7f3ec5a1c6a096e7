import { type Transaction, sql } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import { type Provider, ProviderRefusal } from "./provider.ts";

export const endSubscriptionTask = "end_subscription";
export const closeSessionTask = "close_checkout";

/**
 * What the provider must be told when accounts are deleted, in the transaction that deletes them and before it does:
 * subscriptions end at once, open card pages close. Jobs, tried again for days: the provider may be away, the accounts
 * are gone all the same. (Tried 25 times, the last pauses are of many hours.)
 */
export async function leaveProvider(
  trx: Transaction<DB>,
  addJob: AddJob,
  userIds: readonly string[],
): Promise<void> {
  const theirs = sql<string>`any(${userIds}::uuid[])`;
  const subscriptions = await trx
    .selectFrom("subscriptions")
    .select("stripe_subscription_id as id")
    .where("user_id", "=", theirs)
    .where("dealer_until", ">", sql<Date>`now()`)
    .execute();
  for (const { id } of subscriptions)
    await addJob(endSubscriptionTask, { subscriptionId: id }, { trx, maxAttempts: 25 });
  const sessions = await trx
    .selectFrom("payments")
    .select("stripe_session_id as id")
    .where("user_id", "=", theirs)
    .where("status", "=", "open")
    .where("stripe_session_id", "is not", null)
    .execute();
  for (const { id } of sessions) await addJob(closeSessionTask, { sessionId: id }, { trx, maxAttempts: 25 });
}

/** Closes an open card page; one that is paid or closed already is left as it is. */
export async function closeSession(provider: Provider, sessionId: string): Promise<void> {
  try {
    await provider.call("checkout.sessions.expire", (stripe) => stripe.checkout.sessions.expire(sessionId));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
  }
}
