import { z } from "zod";
import type { Context } from "#server/context.ts";
import { findSubscription } from "./subscriptions.queries.ts";
import { syncSubscription } from "./subscription-sync.commands.ts";
import { planPriceTask } from "#server/platform/settings/settings.commands.ts";
import { defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import {
  closeSession,
  closeSessionTask,
  endSubscription,
  endSubscriptionTask,
  refundMonthsSince,
} from "./cancel-at-stripe.ts";
import { monthsToTell } from "./desk-payments.queries.ts";
import { eventTask, type Hint, hintSchema } from "./events.commands.ts";
import { findPayment, writeMissing } from "./ledger.queries.ts";
import { queueMail } from "./mail-queue.ts";
import { syncRefundsAndDisputes, missedRefundsAndDisputes } from "./refunds-and-disputes.commands.ts";
import {
  accountsToPause,
  claimWithoutCharge,
  paymentsToCheck,
  refundsDue,
  staleSubscriptions,
} from "./payments-due.queries.ts";
import { carryOutMove, planPrice } from "./price-moves.commands.ts";
import { movesDue } from "./price-moves.queries.ts";
import { deleteOldEvents } from "./provider-poll.queries.ts";
import { addRefundJob, makeRefundIfReachable, refundTask } from "./refunds.commands.ts";
import { businessTask, tellBusiness } from "./tell-business.commands.ts";
import { followSuspension, suspensionTask } from "./suspension.commands.ts";
import { expireSessionless, settlePayment } from "./settle.commands.ts";

/** Reads the object of an event from the provider; the event's own contents are not used. */
async function follow(ctx: Context, hint: Hint): Promise<void> {
  const { db } = ctx;
  if (hint.about === "subscription") return syncSubscription(ctx, hint.subscriptionId);
  const bySession = hint.about === "session" ? await findPayment(db, { sessionId: hint.sessionId }) : null;
  const byIntent = hint.about === "refund" ? await findPayment(db, { intent: hint.intent }) : null;
  let payment = bySession ?? byIntent;
  if (payment === null && hint.paymentId !== null && z.uuid().safeParse(hint.paymentId).success) {
    payment = await findPayment(db, { id: hint.paymentId });
    // A crash before the session's id was stored: the provider has returned it again.
    if (payment?.stripe_session_id === null && hint.about === "session")
      await writeMissing(db, payment.id, "stripe_session_id", hint.sessionId);
  }
  if (payment === null) return;
  await settlePayment(ctx, payment.id);
  if (hint.about === "refund") await syncRefundsAndDisputes(ctx, payment.id);
}

/** Work that follows from payments, off the requests' path. */
export function paymentTasks(ctx: Context): Record<string, Task> {
  const { db, provider, site } = ctx;
  return {
    [eventTask]: defineTask(hintSchema, (hint) => follow(ctx, hint)),
    [refundTask]: defineTask(z.object({ paymentId: z.string() }), ({ paymentId }) =>
      makeRefundIfReachable(ctx, paymentId),
    ),
    // The version before queues this for admins' requests. The sweep queues them again, by the name above.
    make_desk_refund: { run: () => Promise.resolve() },
    [endSubscriptionTask]: defineTask(
      z.object({ subscriptionId: z.string(), unusedSince: z.iso.datetime().optional() }),
      async ({ subscriptionId, unusedSince }) => {
        await endSubscription(provider, subscriptionId);
        if (unusedSince !== undefined) await refundMonthsSince(ctx, subscriptionId, new Date(unusedSince));
        // Of an account that is gone there is nothing left to write.
        if ((await findSubscription(db, subscriptionId)) !== null)
          await syncSubscription(ctx, subscriptionId);
      },
    ),
    [planPriceTask]: defineTask(z.object({ cents: z.int() }), async ({ cents }) => {
      await planPrice(provider, site.name, cents);
    }),
    [businessTask]: defineTask(z.object({ userId: z.string() }), ({ userId }) => tellBusiness(ctx, userId)),
    [suspensionTask]: defineTask(z.object({ userId: z.string() }), ({ userId }) =>
      followSuspension(ctx, userId),
    ),
    [closeSessionTask]: defineTask(z.object({ sessionId: z.string() }), ({ sessionId }) =>
      closeSession(provider, sessionId),
    ),
  };
}

/** How many payments one round of the sweep asks the provider about. */
const maxChecks = 100;

/**
 * Looks after whatever events, browsers and jobs have left undone. One failure does not keep the rest waiting; a signal
 * ends it, and the next round goes on.
 */
export async function sweepPayments(
  ctx: Context,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, provider, addJob, log } = ctx;
  const each = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
    for (const id of ids) {
      signal.throwIfAborted();
      try {
        await work(id);
      } catch (error) {
        log.warn("payments.sweep", { id, error: error instanceof Error ? error.message : "" });
      }
    }
  };
  await expireSessionless(ctx);
  await each(await paymentsToCheck(db, maxChecks), (id) => settlePayment(ctx, id));
  await each(await refundsDue(db, await provider.account()), (id) => addRefundJob(addJob, id));
  await each(await staleSubscriptions(db, maxChecks), (id) => syncSubscription(ctx, id));
  await each(await movesDue(db, maxChecks), (id) => carryOutMove(ctx, id));
  await each(await accountsToPause(db, maxChecks), (userId) => followSuspension(ctx, userId));
  await each(await claimWithoutCharge(db, maxChecks), (id) => syncSubscription(ctx, id));
  await each(await missedRefundsAndDisputes(ctx), (id) => syncRefundsAndDisputes(ctx, id));
}

/** Dealers who paid by bank or cash learn that their months end, and that they have ended: nothing renews them. */
async function tellOfMonths({ db, addJob, step }: Context): Promise<void> {
  for (const { paymentId, mail } of await monthsToTell(db))
    await db.transaction().execute(async (trx) => {
      await queueMail(trx, addJob, { mail, monthsOf: paymentId });
      await step("mail of months queued");
    });
}

export function paymentSchedule(ctx: Context): Record<string, ScheduledTask> {
  return {
    sweep_payments: { cron: "* * * * *", run: (signal) => sweepPayments(ctx, signal) },
    sweep_dealer_months: { cron: "41 * * * *", run: () => tellOfMonths(ctx) },
    sweep_provider_events: { cron: "23 4 * * *", run: () => deleteOldEvents(ctx.db) },
  };
}
