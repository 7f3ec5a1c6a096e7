import { z } from "zod";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { defineTask, type BackgroundWork } from "#server/platform/jobs/jobs.ts";
import { createWaker } from "#server/platform/jobs/waker.ts";
import { matchCarsTask, newsWaitedTask, sendAlertTask } from "./alert-jobs.ts";
import { loadEvents } from "./match-cars.commands.ts";
import { deleteFollowing, sweepAlerts } from "./followed-cars.queries.ts";
import { type GatherDeps, gatherMails, openPriceMails } from "./gather-mails.commands.ts";
import { matchCars } from "./match-cars.commands.ts";
import { endSearchMails } from "./saved-searches.commands.ts";
import { sendAlertMail } from "./send-mails.commands.ts";
import { type Subscription, UnsubscribeLinks } from "./unsubscribe-links.ts";

interface AlertsDeps extends Pick<GatherDeps, "askForProof"> {
  /** A dealer unsubscribes from the stock's mails. */
  readonly onReportsEnded: (userId: string) => Promise<void>;
}

/** Saved searches, followed prices and their mails, wired. */
export interface Alerts extends BackgroundWork {
  /** Ends the mails that a token names, repeatedly if needed. Throws unsubscribe_link_invalid. */
  unsubscribe(token: string): Promise<void>;
  /** The token of a mail's link. */
  unsubscribeToken(subscription: Subscription): Promise<string>;
  /** Call it when cars may have changed: they are matched shortly. No-op before `start`. */
  carsChanged(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Changes within this time are processed together. */
const gatherForMs = 100;

/** Wires saved searches and followed prices; starts nothing. */
export function createAlerts(ctx: Context, { askForProof, onReportsEnded }: AlertsDeps): Alerts {
  const { db, addJob, log } = ctx;
  const deps = { ...ctx, askForProof };
  const waker = createWaker(log, "alerts.not_woken", gatherForMs, async () => {
    if ((await loadEvents(db, 1)).length > 0) await addJob(matchCarsTask, {}, { key: matchCarsTask });
  });

  const links = async () => new UnsubscribeLinks(await ctx.siteKey("unsubscribe"));

  async function work(signal: AbortSignal): Promise<void> {
    await matchCars(deps, signal);
    await gatherMails(deps, signal);
  }

  return {
    tasks: {
      [matchCarsTask]: defineTask(z.object({}), (_, signal) => work(signal)),
      [newsWaitedTask]: defineTask(z.object({ userId: z.uuid() }), async ({ userId }, signal) => {
        await db.transaction().execute((trx) => openPriceMails(deps, trx, { userId }));
        await gatherMails(deps, signal);
      }),
      [sendAlertTask]: defineTask(z.object({ mailId: z.uuid() }), ({ mailId }) =>
        sendAlertMail({ ...ctx, links }, mailId),
      ),
    },
    schedule: {
      // Processes what a crash or a lost notification left, and sends the daily mails.
      sweep_alerts: { cron: "* * * * *", run: work },
      sweep_alert_mails: { cron: "27 * * * *", run: () => sweepAlerts(db) },
    },
    unsubscribe: async (token) => {
      const subscription = (await links()).read(token);
      if (subscription === null) throw new AppError("unsubscribe_link_invalid");
      if (subscription.kind === "search") await endSearchMails(db, subscription.savedSearchId);
      else if (subscription.kind === "report") await onReportsEnded(subscription.userId);
      else await deleteFollowing(db, subscription);
    },
    unsubscribeToken: async (subscription) => (await links()).token(subscription),
    carsChanged: () => waker.changed(),
    start: () => {
      waker.start();
      waker.wake();
    },
    stop: () => waker.stop(),
  };
}
