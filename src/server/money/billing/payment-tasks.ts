import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "#server/platform/db/tables.ts";
import { findSubscription } from "./subscriptions.queries.ts";
import type { SubscriptionSync } from "./subscription-sync.ts";
import { type AddJob, defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import { closeSession, closeSessionTask, endSubscriptionTask } from "./account-removal.ts";
import { monthsToTell } from "./desk-payments.queries.ts";
import { deskRefundTask, makeRefundLater } from "./desk-refunds.ts";
import { eventTask, type Hint, hintSchema } from "./events.ts";
import { refundTask } from "./fulfil.ts";
import { findPayment, writeMissingSession } from "./ledger.queries.ts";
import { queueMail } from "./mail-queue.ts";
import { followMoneyBack, missedMoneyBack } from "./money-back.ts";
import {
  accountsToPause,
  claimWithoutCharge,
  paymentsToCheck,
  refundsDue,
  staleSubscriptions,
} from "./payments-due.queries.ts";
import { carryOutMove, planPrice, planPriceTask } from "./price-moves.ts";
import { movesDue } from "./price-moves.queries.ts";
import type { Provider } from "./provider.ts";
import { deleteOldEvents } from "./provider-poll.queries.ts";
import { requestsDue } from "./refund-requests.queries.ts";
import { endSubscription, refundIfReachable } from "./refunds.ts";
import { businessTask, tellBusiness } from "./tell-business.ts";
import { followSuspension, suspensionTask } from "./suspension.ts";
import { expireSessionless, type Settler } from "./settle.ts";

export interface PaymentTaskDeps {
  readonly db: Kysely<DB>;
  readonly provider: Provider;
  readonly addJob: AddJob;
  readonly log: Logger;
  readonly settler: Settler;
  readonly subscriptions: SubscriptionSync;
  readonly siteName: string;
  readonly step?: (name: string) => Promise<void>;
}

/** Reads the object of an event from the provider; the event's own contents are not used. */
async function follow(deps: PaymentTaskDeps, hint: Hint): Promise<void> {
  const { db, settler, subscriptions } = deps;
  if (hint.about === "subscription") return subscriptions.sync(hint.subscriptionId);
  const bySession = hint.about === "session" ? await findPayment(db, { sessionId: hint.sessionId }) : null;
  const byIntent = hint.about === "refund" ? await findPayment(db, { intent: hint.intent }) : null;
  let payment = bySession ?? byIntent;
  if (payment === null && hint.paymentId !== null && z.uuid().safeParse(hint.paymentId).success) {
    payment = await findPayment(db, { id: hint.paymentId });
    // A crash before the session's id was stored: the provider has returned it again.
    if (payment?.stripe_session_id === null && hint.about === "session")
      await writeMissingSession(db, payment.id, hint.sessionId);
  }
  if (payment === null) return;
  await settler.settle(payment.id);
  if (hint.about === "refund") await followMoneyBack(deps, payment.id);
}

/** Work that follows from payments, off the requests' path. */
export function paymentTasks(deps: PaymentTaskDeps): Record<string, Task> {
  const { provider } = deps;
  return {
    [eventTask]: defineTask(hintSchema, (hint) => follow(deps, hint)),
    [refundTask]: defineTask(z.object({ paymentId: z.string() }), ({ paymentId }) =>
      refundIfReachable(deps, paymentId),
    ),
    [deskRefundTask]: defineTask(z.object({ requestId: z.string() }), ({ requestId }) =>
      makeRefundLater(deps, requestId),
    ),
    [endSubscriptionTask]: defineTask(
      z.object({ subscriptionId: z.string() }),
      async ({ subscriptionId }) => {
        await endSubscription(provider, subscriptionId);
        // Of an account that is gone there is nothing left to write.
        if ((await findSubscription(deps.db, subscriptionId)) !== null)
          await deps.subscriptions.sync(subscriptionId);
      },
    ),
    [planPriceTask]: defineTask(z.object({ cents: z.int() }), async ({ cents }) => {
      await planPrice(provider, deps.siteName, cents);
    }),
    [businessTask]: defineTask(z.object({ userId: z.string() }), ({ userId }) => tellBusiness(deps, userId)),
    [suspensionTask]: defineTask(z.object({ userId: z.string() }), ({ userId }) =>
      followSuspension(deps, userId),
    ),
    [closeSessionTask]: defineTask(z.object({ sessionId: z.string() }), ({ sessionId }) =>
      closeSession(provider, sessionId),
    ),
  };
}

/** How many payments one round of the sweep asks the provider about. */
const maxChecks = 100;

/** Looks after whatever events, browsers and jobs have left undone. One failure does not keep the rest waiting. */
export async function sweepPayments(deps: PaymentTaskDeps): Promise<void> {
  const { db, provider, addJob, log, settler, subscriptions } = deps;
  const each = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
    for (const id of ids) {
      try {
        await work(id);
      } catch (error) {
        log.warn("payments.sweep", { id, error: error instanceof Error ? error.message : "" });
      }
    }
  };
  await expireSessionless(db);
  await each(await paymentsToCheck(db, maxChecks), (id) => settler.settle(id));
  await each(await refundsDue(db, await provider.account()), (paymentId) =>
    addJob(refundTask, { paymentId }, { maxAttempts: 25, key: `refund:${paymentId}` }),
  );
  await each(await requestsDue(db), (requestId) =>
    addJob(deskRefundTask, { requestId }, { maxAttempts: 25, key: `desk_refund:${requestId}` }),
  );
  await each(await staleSubscriptions(db, maxChecks), (id) => subscriptions.sync(id));
  await each(await movesDue(db, maxChecks), (id) => carryOutMove(deps, id));
  await each(await accountsToPause(db, maxChecks), (userId) => followSuspension(deps, userId));
  await each(await claimWithoutCharge(db, maxChecks), (id) => subscriptions.sync(id));
  await each(await missedMoneyBack(deps), (id) => followMoneyBack(deps, id));
}

/** Dealers who paid by bank or cash learn that their months end, and that they have ended: nothing renews them. */
async function tellOfMonths({ db, addJob, step = async () => {} }: PaymentTaskDeps): Promise<void> {
  for (const { paymentId, mail } of await monthsToTell(db))
    await db.transaction().execute(async (trx) => {
      await queueMail(trx, addJob, { mail, monthsOf: paymentId });
      await step("mail of months queued");
    });
}

export function paymentSchedule(deps: PaymentTaskDeps): Record<string, ScheduledTask> {
  return {
    sweep_payments: { cron: "* * * * *", run: () => sweepPayments(deps) },
    sweep_dealer_months: { cron: "41 * * * *", run: () => tellOfMonths(deps) },
    sweep_provider_events: { cron: "23 4 * * *", run: () => deleteOldEvents(deps.db) },
  };
}
