import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/**
 * Imports that wait for a job which will never be done: it failed each time it was tried. A job is there from the
 * transaction that has an import wait for it until after the one in which it ends.
 */
export async function loadStuck(
  db: Kysely<DB>,
): Promise<{ id: string; status: "checking" | "applying" | "applied" }[]> {
  const { rows } = await sql<{ id: string; status: "checking" | "applying" | "applied" }>`
    select i.id, i.status from stock_imports i
    where (i.status in ('checking', 'applying') or (i.status = 'applied' and i.revert_asked_at is not null))
      and not exists (select from graphile_worker._private_jobs j
        where j.payload->>'importId' = i.id::text and (j.attempts < j.max_attempts or j.locked_at is not null))`.execute(
    db,
  );
  return rows;
}
