import type { Context } from "#server/context.ts";
import { failImport } from "./check-import.ts";
import { updateImport } from "./imports.queries.ts";
import { sql } from "kysely";

/**
 * Imports that wait for a job which will never be done: it failed each time it was tried. A job is there from the
 * transaction that has an import wait for it until after the one in which it ends.
 */
async function loadStuck({ db }: Context) {
  const { rows } = await sql<{ id: string; status: "checking" | "applying" | "applied" }>`
    select i.id, i.status from stock_imports i
    where (i.status in ('checking', 'applying') or (i.status = 'applied' and i.revert_asked_at is not null))
      and not exists (select from graphile_worker._private_jobs j
        where j.payload->>'importId' = i.id::text and (j.attempts < j.max_attempts or j.locked_at is not null))`.execute(
    db,
  );
  return rows;
}

/**
 * Ends the waiting for jobs that failed for good: a check is a failed one, a stock that was to be applied or undone is as it
 * was, and the dealer may ask again. The jobs' errors stand in the log and in /admin.
 */
export async function releaseStuck(ctx: Context): Promise<void> {
  const { db } = ctx;
  for (const { id, status } of await loadStuck(ctx)) {
    if (status === "checking") await failImport(ctx, id, "check_failed");
    else await updateImport(db, id, status === "applying" ? { status: "ready" } : { revert_asked_at: null });
  }
}
