import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import type { ImportChecker } from "./check-import.ts";
import { updateImport } from "./imports.queries.ts";
import { loadStuck } from "./stuck.queries.ts";

/**
 * Ends the waiting for jobs that failed for good: a check is a failed one, a stock that was to be applied or undone is as it
 * was, and the dealer may ask again. The jobs' errors stand in the log and in /admin.
 */
export async function releaseStuck(db: Kysely<DB>, checker: ImportChecker): Promise<void> {
  for (const { id, status } of await loadStuck(db)) {
    if (status === "checking") await checker.fail(id, "check_failed");
    else await updateImport(db, id, status === "applying" ? { status: "ready" } : { revert_asked_at: null });
  }
}
