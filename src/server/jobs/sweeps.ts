import type { Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { deleteEndedSessions, deleteOldCounts, deleteOldReports } from "./jobs.queries.ts";
import type { ScheduledTask } from "./jobs.ts";

export interface SweepDeps {
  readonly db: Kysely<DB>;
  /** Photos that no car took, from table and store. */
  readonly removeOrphanPhotos: () => Promise<unknown>;
  /** Old mails in the outbox folder. */
  readonly removeOldMails: () => Promise<unknown>;
}

/** The scheduled deletions, so that no table or folder grows without bound. */
export function createSweeps(deps: SweepDeps): Record<string, ScheduledTask> {
  const { db, removeOrphanPhotos, removeOldMails } = deps;
  return {
    sweep_sessions: { cron: "17 * * * *", run: () => deleteEndedSessions(db) },
    sweep_counts: { cron: "*/20 * * * *", run: () => deleteOldCounts(db) },
    sweep_photos: {
      cron: "41 * * * *",
      run: async () => {
        await removeOrphanPhotos();
      },
    },
    sweep_reports: { cron: "33 3 * * *", run: () => deleteOldReports(db) },
    sweep_outbox: {
      cron: "43 3 * * *",
      run: async () => {
        await removeOldMails();
      },
    },
  };
}
