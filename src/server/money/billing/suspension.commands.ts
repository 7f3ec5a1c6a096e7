import type { Transaction } from "kysely";
import { isSuspended } from "#server/market/cars/sellers.queries.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { closeSessionTask, isOver, voidOpenInvoices } from "./cancel-at-stripe.ts";
import { openAtProvider } from "./payments-due.queries.ts";
import { type Provider, ProviderRefusal } from "./provider.ts";
import { syncSubscription } from "./subscription-sync.commands.ts";

export const suspensionTask = "follow_suspension";

/**
 * Queues what the provider must do after an account was suspended or the suspension was lifted, in that transaction: its
 * subscription is not charged meanwhile, and its open card pages close. A job, tried again for days; the sweep of
 * payments repeats it where it was lost.
 */
export async function queueSuspension(trx: Transaction<DB>, addJob: AddJob, userId: string): Promise<void> {
  await addJob(suspensionTask, { userId }, { trx, maxAttempts: 25 });
  if (!(await isSuspended(trx, userId))) return;
  const { sessions } = await openAtProvider(trx, [userId]);
  for (const sessionId of sessions) await addJob(closeSessionTask, { sessionId }, { trx, maxAttempts: 25 });
}

/**
 * Pauses or resumes the collection of an account's subscriptions, as the account is at this moment. Run it twice and
 * nothing changes. Of two at once the last one's state is read back by `sync`, and the sweep repeats what it then finds
 * different. Throws provider_away.
 */
export async function followSuspension(ctx: Context, userId: string): Promise<void> {
  const { db, provider } = ctx;
  // Those that may still be charged. Index subscriptions_user.
  const subscriptions = await db
    .selectFrom("subscriptions")
    .select("stripe_subscription_id as id")
    .where("user_id", "=", userId)
    .where("status", "not in", ["canceled", "incomplete_expired"])
    .execute();
  for (const { id } of subscriptions) {
    await setPaused(provider, id, await isSuspended(db, userId));
    await syncSubscription(ctx, id);
  }
}

async function setPaused(provider: Provider, id: string, paused: boolean): Promise<void> {
  try {
    await provider.call("subscriptions.update", (stripe) =>
      stripe.subscriptions.update(id, { pause_collection: paused ? { behavior: "void" } : "" }),
    );
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || !(await isOver(provider, id))) throw error;
    return;
  }
  if (!paused) return;
  // What was made before the pause would still be charged: a late month, or one in the hour in which it is a draft.
  const drafts = await provider.call("invoices.list", (stripe) =>
    stripe.invoices.list({ subscription: id, status: "draft", limit: 24 }),
  );
  for (const draft of drafts.data)
    await provider.call("invoices.finalizeInvoice", (stripe) =>
      stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false }),
    );
  await voidOpenInvoices(provider, id);
}
