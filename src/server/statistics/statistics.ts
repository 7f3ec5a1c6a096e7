import type { Kysely } from "kysely";
import { hashSecret } from "#server/accounts/secrets.ts";
import type { CarsService } from "#server/cars/cars.service.ts";
import type { DB } from "#server/db/tables.ts";
import { addressReader } from "#server/http/address.ts";
import type { Cookies } from "#server/http/credentials.ts";
import type { AddJob, ScheduledTask, Task } from "#server/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import type { PricesService } from "#server/prices/prices.service.ts";
import { createRecorder, type Recorder } from "#server/recording/recorder.ts";
import { createShown, type Shown } from "#server/recording/shown.ts";
import { countEvents, deleteOldEvents, deleteOldSalts } from "#server/recording/stat-events.queries.ts";
import { createReportMails } from "./report-mails.ts";
import { createStatisticsService, type StatisticsService } from "./statistics.service.ts";

/** How many people were interested in which cars: what records it and what tells it, wired. */
export interface Statistics {
  readonly shown: Shown;
  readonly recorder: Recorder;
  readonly service: StatisticsService;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
}

export interface StatisticsDeps {
  readonly db: Kysely<DB>;
  readonly log: Logger;
  readonly now: () => Date;
  readonly cars: CarsService;
  readonly prices: PricesService;
  readonly cookies: Cookies;
  readonly trustedProxies: readonly string[];
  readonly addJob: AddJob;
  readonly mailer: Mailer;
  readonly site: { readonly name: string; readonly publicUrl: string };
  readonly unsubscribeToken: (userId: string) => Promise<string>;
}

/** Wires what counts; starts nothing. */
export function createStatistics(deps: StatisticsDeps): Statistics {
  const { db, log, now, cars, prices, cookies, trustedProxies } = deps;
  const recorder = createRecorder({ db, log, now });
  const service = createStatisticsService({ db, cars, prices, now });
  const mails = createReportMails({ ...deps, service });
  return {
    recorder,
    shown: createShown({
      recorder,
      sessionHash: (header) => {
        const secret = cookies.readSession(header);
        return secret === null ? null : hashSecret(secret);
      },
      readAddress: addressReader(trustedProxies),
    }),
    service,
    tasks: mails.tasks,
    schedule: {
      ...mails.schedule,
      count_statistics: { cron: "* * * * *", run: () => countEvents(db) },
      sweep_statistics: {
        cron: "19 2 * * *",
        run: async () => {
          await deleteOldSalts(db);
          await deleteOldEvents(db);
        },
      },
    },
  };
}
