import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { type AddJob, defineTask, type Task } from "#server/platform/jobs/jobs.ts";
import { type ImportRecord, lockImport, updateImport } from "./imports.queries.ts";

/** Older files are gone: they are sent again. */
const days = 7;

/**
 * Checked files of mobile.de that dealers sent, by id after this one. Those of a feed are left out: checked again, an old
 * one would be applied by itself, and the next is fetched within a day. Index stock_imports_created.
 */
async function loadWaiting(db: Kysely<DB>, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stock_imports
    where status = 'ready' and format = 'mobile_de' and source = 'upload'
      and created_at > now() - make_interval(days => ${days}) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

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
            const row = await lockImport(trx, id);
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
