import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import { ALERT_MAIL_DAYS } from "#domain/alerts/alert-limits.ts";
import type { PhotoUrl } from "#server/cars/present-car.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { type AddJob, defineTask, type ScheduledTask, type Task } from "#server/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import type { PublicCars } from "#server/search/public-cars.ts";
import type { SearchService } from "#server/search/search.service.ts";
import { matchCarsTask, newsWaitedTask, sendAlertTask } from "./alert-jobs.ts";
import { FollowedCarsService, unfollowCar } from "./followed-cars.service.ts";
import { gatherMails } from "./gather-mails.ts";
import { matchCars } from "./match-cars.ts";
import { openPriceMails } from "./open-price-mails.ts";
import { SavedSearchesService, silenceSearch } from "./saved-searches.service.ts";
import { sendAlertMail } from "./send-mails.ts";
import { UnsubscribeLinks } from "./unsubscribe-links.ts";

export interface AlertsDeps {
  readonly db: Kysely<DB>;
  readonly search: SearchService;
  readonly publicCars: PublicCars;
  readonly addJob: AddJob;
  readonly log: Logger;
  readonly mailer: Mailer;
  readonly photoUrl: PhotoUrl;
  readonly site: { readonly name: string; readonly publicUrl: string };
  /** The process's clock by default. */
  readonly now?: () => Date;
}

/** Saved searches, followed prices and their mails, wired. */
export interface Alerts {
  readonly savedSearches: SavedSearchesService;
  readonly followedCars: FollowedCarsService;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
  /** Ends the mails that a token names, any number of times. Throws unsubscribe_link_invalid. */
  unsubscribe(token: string): Promise<void>;
  /** An address has been proven, in this transaction: what has waited for that is told. */
  emailProven(trx: Transaction<DB>, userId: string): Promise<void>;
  /** Cars may have changed: what comes of it is looked at shortly. Does nothing before `start`. */
  carsChanged(): void;
  start(): void;
  stop(): Promise<void>;
}

/** Changes that come together are looked at together. */
const gatherFor = 100;

/** Wires what works on saved searches and followed prices; starts nothing. */
export function createAlerts(deps: AlertsDeps): Alerts {
  const { db, search, addJob, log, now = () => new Date() } = deps;
  let timer: NodeJS.Timeout | null = null;
  let waking: Promise<void> = Promise.resolve();
  let started = false;

  let readingKey: Promise<UnsubscribeLinks> | null = null;
  const links = (): Promise<UnsubscribeLinks> => {
    readingKey ??= readKey(db).catch((error: unknown) => {
      readingKey = null;
      throw error;
    });
    return readingKey;
  };
  const { mailer, photoUrl, site } = deps;

  async function work(signal: AbortSignal): Promise<void> {
    await matchCars({ db, search, addJob, now }, signal);
    await gatherMails({ db, addJob, now }, signal);
  }

  /** A job, so that it is done again where this process dies over it; one of all processes does it. */
  async function wake(): Promise<void> {
    try {
      const { rows } = await sql<{ some: boolean }>`select exists (select from car_events) as some`.execute(
        db,
      );
      if (rows[0]?.some === true) await addJob(matchCarsTask, {}, { key: matchCarsTask });
    } catch (error) {
      // The schedule looks at it within a minute.
      log.warn("alerts.not_woken", { error: String(error) });
    }
  }

  return {
    savedSearches: new SavedSearchesService({ db, search }),
    followedCars: new FollowedCarsService({ db, publicCars: deps.publicCars }),
    tasks: {
      [matchCarsTask]: defineTask(z.object({}), (_, signal) => work(signal)),
      [newsWaitedTask]: defineTask(z.object({ userId: z.uuid() }), async ({ userId }, signal) => {
        await db.transaction().execute((trx) => openPriceMails(trx, { userId }, addJob));
        await gatherMails({ db, addJob, now }, signal);
      }),
      [sendAlertTask]: defineTask(z.object({ mailId: z.uuid() }), ({ mailId }) =>
        sendAlertMail({ db, mailer, photoUrl, site, links }, mailId),
      ),
    },
    schedule: {
      // What a crash or a lost notification left, and the daily mails when their hour has come.
      sweep_alerts: { cron: "* * * * *", run: work },
      sweep_alert_mails: {
        cron: "27 * * * *",
        run: async () => {
          await sql`
            delete from alert_mails where done_at < now() - make_interval(days => ${ALERT_MAIL_DAYS})`.execute(
            db,
          );
        },
      },
    },
    unsubscribe: async (token) => {
      const subscription = (await links()).read(token);
      if (subscription === null) throw new AppError("unsubscribe_link_invalid");
      if (subscription.kind === "search") await silenceSearch(db, subscription.savedSearchId);
      else await unfollowCar(db, subscription.userId, subscription.carId);
    },
    emailProven: (trx, userId) => addJob(newsWaitedTask, { userId }, { trx }),
    carsChanged: () => {
      if (!started) return;
      timer ??= setTimeout(() => {
        timer = null;
        waking = waking.then(wake);
      }, gatherFor);
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

async function readKey(db: Kysely<DB>): Promise<UnsubscribeLinks> {
  const { key } = await db
    .selectFrom("site_keys")
    .select("key")
    .where("name", "=", "unsubscribe")
    .executeTakeFirstOrThrow();
  return new UnsubscribeLinks(key);
}
