import type { Context } from "#server/context.ts";
import { failImport } from "./check-import.ts";
import { updateImport } from "./imports.queries.ts";
import { loadStuck } from "./stuck.queries.ts";

/**
 * Ends the waiting for jobs that failed for good: a check is a failed one, a stock that was to be applied or undone is as it
 * was, and the dealer may ask again. The jobs' errors stand in the log and in /admin.
 */
export async function releaseStuck(ctx: Context): Promise<void> {
  const { db } = ctx;
  for (const { id, status } of await loadStuck(db)) {
    if (status === "checking") await failImport(ctx, id, "check_failed");
    else await updateImport(db, id, status === "applying" ? { status: "ready" } : { revert_asked_at: null });
  }
}
