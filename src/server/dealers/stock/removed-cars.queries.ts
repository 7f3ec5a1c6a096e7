import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/**
 * No stock file of their owners publishes these cars again. Call it before they are deleted, with the owners' accounts
 * locked.
 */
export async function rememberReferences(trx: Transaction<DB>, carIds: readonly string[]): Promise<void> {
  await sql`
    insert into removed_references (owner_id, reference)
    select owner_id, reference from cars where id = any(${carIds}::uuid[]) and reference is not null
    on conflict do nothing`.execute(trx);
}

/** Which of these references were those of a person's cars that an admin deleted. */
export async function loadRemovedReferences(
  db: Kysely<DB>,
  userId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("removed_references")
    .select("reference")
    .where("owner_id", "=", userId)
    .where("reference", "=", sql<string>`any(${references}::text[])`)
    .execute();
  return new Set(rows.map(({ reference }) => reference));
}
