import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** Older files are gone: they are sent again. */
const days = 7;

/**
 * Checked files of mobile.de that dealers sent, by id after this one. Those of a feed are left out: checked again, an old
 * one would be applied by itself, and the next is fetched within a day. Index stock_imports_created.
 */
export async function loadWaiting(db: Kysely<DB>, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from stock_imports
    where status = 'ready' and format = 'mobile_de' and source = 'upload'
      and created_at > now() - make_interval(days => ${days}) and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
