import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/db/tables.ts";
import { advisoryLocks } from "#server/db/lock-names.ts";

/**
 * Runs `work` in a transaction, once no backup keeps photos from going. Deleting photos' rows takes an advisory lock
 * shared, for its transaction; a backup takes it alone, for the moment in which it takes its snapshot and the last
 * photos. Files go after their rows: while a backup has it, what has a row keeps its files.
 */
export function deletingPhotos<Result>(
  db: Kysely<DB>,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(advisoryLocks.photoRows)})`.execute(trx);
    return work(trx);
  });
}
