import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/db/tables.ts";

/** Any fixed number, so that this lock meets no others. */
const lockKey = 7_204_815_005;

/** Changes that wait to be looked at, at most so many: more are only there while something has been down for long. */
const mostKnownEvents = 10_000;

/**
 * Notes for a saved search which changes are no news to it: those that have been committed and wait to be looked at.
 * Whoever looks at changes waits until the search can be seen, too (`waitForNewSearches`).
 */
export async function noteKnownEvents(trx: Transaction<DB>, savedSearchId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey})`.execute(trx);
  await sql`
    update saved_searches
    set known_events = array(select id from car_events order by id desc limit ${sql.lit(mostKnownEvents)})
    where id = ${savedSearchId}`.execute(trx);
}

/**
 * Between reading changes and reading searches: a search that is being saved meanwhile either holds these changes as
 * known, or can be seen from here on. No car falls between the two.
 */
export async function waitForNewSearches(db: Kysely<DB>): Promise<void> {
  // Held for no longer than this statement.
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
}
