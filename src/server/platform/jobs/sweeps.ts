import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { deleteEndedSessions, deleteOldCounts, deleteOldReports } from "./jobs.queries.ts";
import type { ScheduledTask } from "./jobs.ts";

/** Scheduled deletions, so that no table grows without bound. */
export function createSweeps(db: Kysely<DB>): Record<string, ScheduledTask> {
  return {
    sweep_sessions: { cron: "17 * * * *", run: () => deleteEndedSessions(db) },
    sweep_counts: { cron: "*/20 * * * *", run: () => deleteOldCounts(db) },
    sweep_reports: { cron: "33 3 * * *", run: () => deleteOldReports(db) },
  };
}
