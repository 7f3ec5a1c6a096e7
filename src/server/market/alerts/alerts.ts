import type { Kysely } from "kysely";
import { z } from "zod";
import type { PhotoUrl } from "#server/market/cars/present-car.ts";
import type { SiteKey } from "#server/platform/db/site-keys.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { type AddJob, defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { SearchService } from "#server/market/search/search.service.ts";
import { matchCarsTask, newsWaitedTask, sendAlertTask } from "./alert-jobs.ts";
import { deleteOldMails } from "./alert-mails.queries.ts";
import { loadEvents } from "./car-events.queries.ts";
import { deleteFollowing, deleteFollowingOfMissing } from "./followed-cars.queries.ts";
import { type GatherDeps, gatherMails, openPriceMails } from "./gather-mails.ts";
import { matchCars } from "./match-cars.ts";
import { endSearchMails } from "./saved-searches.commands.ts";
import { sendAlertMail } from "./send-mails.ts";
import { type Subscription, UnsubscribeLinks } from "./unsubscribe-links.ts";

export interface AlertsDeps {
  readonly db: Kysely<DB>;
  readonly search: SearchService;
  readonly addJob: AddJob;
  readonly siteKey: SiteKey;
  readonly askForProof: GatherDeps["askForProof"];
  readonly log: Logger;
  readonly mailer: Mailer;
  readonly photoUrl: PhotoUrl;
  readonly site: { readonly name: string; readonly publicUrl: string };
  /** A dealer unsubscribes from the stock's mails. */
  readonly onReportsEnded: (userId: string) => Promise<void>;
  /** The process's clock by default. */
  readonly now?: () => Date;
}

/** Saved searches, followed prices and their mails, wired. */
export interface Alerts {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
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
export function createAlerts(deps: AlertsDeps): Alerts {
  const { db, search, addJob, askForProof, log, now = () => new Date() } = deps;
  const gathering = { db, addJob, askForProof, now };
  let timer: NodeJS.Timeout | null = null;
  let waking: Promise<void> = Promise.resolve();
  let started = false;

  const links = async () => new UnsubscribeLinks(await deps.siteKey("unsubscribe"));
  const { mailer, photoUrl, site } = deps;

  async function work(signal: AbortSignal): Promise<void> {
    await matchCars({ ...gathering, search }, signal);
    await gatherMails(gathering, signal);
  }

  async function sweep(): Promise<void> {
    await deleteOldMails(db);
    await deleteFollowingOfMissing(db);
  }

  /** A job, so that it is retried if this process dies; one process does it for all. */
  async function wake(): Promise<void> {
    try {
      if ((await loadEvents(db, 1)).length > 0) await addJob(matchCarsTask, {}, { key: matchCarsTask });
    } catch (error) {
      // The schedule covers it within a minute.
      log.warn("alerts.not_woken", { error: String(error) });
    }
  }

  return {
    tasks: {
      [matchCarsTask]: defineTask(z.object({}), (_, signal) => work(signal)),
      [newsWaitedTask]: defineTask(z.object({ userId: z.uuid() }), async ({ userId }, signal) => {
        await db.transaction().execute((trx) => openPriceMails(gathering, trx, { userId }));
        await gatherMails(gathering, signal);
      }),
      [sendAlertTask]: defineTask(z.object({ mailId: z.uuid() }), ({ mailId }) =>
        sendAlertMail({ db, mailer, photoUrl, site, links }, mailId),
      ),
    },
    schedule: {
      // Processes what a crash or a lost notification left, and sends the daily mails.
      sweep_alerts: { cron: "* * * * *", run: work },
      sweep_alert_mails: { cron: "27 * * * *", run: sweep },
    },
    unsubscribe: async (token) => {
      const subscription = (await links()).read(token);
      if (subscription === null) throw new AppError("unsubscribe_link_invalid");
      if (subscription.kind === "search") await endSearchMails(db, subscription.savedSearchId);
      else if (subscription.kind === "report") await deps.onReportsEnded(subscription.userId);
      else await deleteFollowing(db, subscription);
    },
    unsubscribeToken: async (subscription) => (await links()).token(subscription),
    carsChanged: () => {
      if (!started) return;
      timer ??= setTimeout(() => {
        timer = null;
        waking = waking.then(wake);
      }, gatherForMs);
    },
    start: () => {
      started = true;
      waking = waking.then(wake);
    },
    stop: async () => {
      started = false;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await waking;
    },
  };
}
