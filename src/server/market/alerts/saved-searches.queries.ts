import { type Kysely, sql } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

export const searchColumns = ["id", "name", "query", "frequency", "created_at"] as const;

export function ownSearches(db: Kysely<DB>, userId: string) {
  return db.selectFrom("saved_searches").select(searchColumns).where("user_id", "=", userId);
}
export type SavedSearchRow = Awaited<ReturnType<ReturnType<typeof ownSearches>["executeTakeFirstOrThrow"]>>;

/** A person's saved searches, newest first. */
export function loadSavedSearches(db: Kysely<DB>, userId: string): Promise<SavedSearchRow[]> {
  return ownSearches(db, userId).orderBy("id", "desc").execute();
}

/**
 * The moment since which changes are news to a search that begins now. Events have the time of their writing, and
 * nobody sees their cars before the commit: an import writes for minutes. So the moment is the start of the oldest
 * transaction that is writing (decision 0057). PostgreSQL shows a role its own transactions.
 */
export const newsFromNow = sql<Date>`least(now(), (
  select min(xact_start) from pg_stat_activity where datname = current_database() and backend_xid is not null))`;

/** A saved search with mails. */
export interface SearchToMatch {
  readonly id: string;
  readonly userId: string;
  readonly query: string;
  readonly newsSince: Date;
}

/** Searches with mails, by id after this one. */
export function loadSearchesToMatch(
  db: Kysely<DB>,
  { after, limit }: { after: string | null; limit: number },
): Promise<SearchToMatch[]> {
  let query = db
    .selectFrom("saved_searches")
    .select(["id", "user_id as userId", "query", "news_since as newsSince"])
    .where("frequency", "<>", "never");
  if (after !== null) query = query.where("id", ">", after);
  return query.orderBy("id").limit(limit).execute();
}
