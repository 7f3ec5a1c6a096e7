import { type Kysely } from "kysely";
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
