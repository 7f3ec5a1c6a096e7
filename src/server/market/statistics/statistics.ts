import { hashSecret } from "#server/people/accounts/secrets.ts";
import { addressReader } from "#server/http/address.ts";
import type { Cookies } from "#server/http/credentials.ts";
import type { Context } from "#server/context.ts";
import type { BackgroundWork } from "#server/platform/jobs/jobs.ts";
import { createRecorder, type Recorder } from "#server/market/recording/recorder.ts";
import { createShown, type Shown } from "#server/market/recording/shown.ts";
import {
  countEvents,
  deleteOldEvents,
  deleteOldSalts,
} from "#server/market/recording/stat-events.queries.ts";
import { createStockReportMails } from "./stock-report-mails.commands.ts";

/** Statistics: recording and answering, wired. */
export interface Statistics extends BackgroundWork {
  readonly shown: Shown;
  readonly recorder: Recorder;
}

export interface StatisticsDeps {
  readonly ctx: Context;
  readonly cookies: Cookies;
  readonly trustedProxies: readonly string[];
  readonly unsubscribeToken: (userId: string) => Promise<string>;
}

/** Wires the recorder; starts nothing. */
export function createStatistics(deps: StatisticsDeps): Statistics {
  const { ctx, cookies, trustedProxies } = deps;
  const { db, log, now } = ctx;
  const recorder = createRecorder({ db, log, now });
  const mails = createStockReportMails(deps);
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
