import { sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** Locks those of the cars that are the owner's, in the order of their ids as imports do. By the primary key. */
export async function lockOwn(
  trx: Transaction<DB>,
  ownerId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from cars where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id for update`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}
