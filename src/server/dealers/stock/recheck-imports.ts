import type { Transaction } from "kysely";
import { z } from "zod";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { type AddJob, defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { type ImportRecord, loadImport, lockImport, updateImport } from "./imports.queries.ts";
import { loadWaiting } from "./recheck.queries.ts";

export const recheckTask = "recheck_stock_imports";
/** An admin completes codes one after the other: the last one within so many ms has the files checked, once. */
const pauseMs = 20_000;
const atOnce = 500;

/** Has the files that wait to be applied checked again, in the transaction that changes what their codes mean. */
export async function queueRecheck(addJob: AddJob, trx: Transaction<DB>): Promise<void> {
  await addJob(recheckTask, {}, { trx, key: recheckTask, runAt: new Date(Date.now() + pauseMs) });
}

/** Checking waiting files again; `check` queues the check of one. */
export function recheckTasks(
  { db }: Context,
  check: (trx: Transaction<DB>, row: ImportRecord) => Promise<void>,
): Record<string, Task> {
  return {
    [recheckTask]: defineTask(z.object({}), async (_, signal) => {
      let after: string | null = null;
      while (!signal.aborted) {
        const ids: string[] = await loadWaiting(db, after, atOnce);
        for (const id of ids)
          await db.transaction().execute(async (trx) => {
            await lockImport(trx, id);
            const row = await loadImport(trx, id);
            if (row?.status !== "ready") return;
            await updateImport(trx, id, { status: "checking", done: 0 });
            await check(trx, row);
          });
        after = ids.at(-1) ?? null;
        if (ids.length < atOnce) return;
      }
    }),
  };
}
