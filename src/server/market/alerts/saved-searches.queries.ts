import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { SaveSearch } from "#contract/alerts.ts";
import type { AlertFrequency } from "#domain/alerts/alert-limits.ts";
import type { DB } from "#server/platform/db/tables.ts";

const columns = ["id", "name", "query", "frequency", "created_at"] as const;

function ownSearches(db: Kysely<DB>, userId: string) {
  return db.selectFrom("saved_searches").select(columns).where("user_id", "=", userId);
}
export type SavedSearchRow = Awaited<ReturnType<ReturnType<typeof ownSearches>["executeTakeFirstOrThrow"]>>;

/** A person's saved searches, newest first. */
export function loadSavedSearches(db: Kysely<DB>, userId: string): Promise<SavedSearchRow[]> {
  return ownSearches(db, userId).orderBy("id", "desc").execute();
}

/** A person's search, locked; undefined for one that is not this person's. */
export function lockOwnSearch(trx: Transaction<DB>, userId: string, id: string) {
  return ownSearches(trx, userId).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Whose search it is and how often it mails, locked. */
export function lockSearch(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom("saved_searches")
    .select(["user_id", "frequency"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** A search's data for mails. */
export function findSearch(db: Kysely<DB>, id: string) {
  return db
    .selectFrom("saved_searches")
    .select(["name", "query", "frequency"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export function insertSearch(
  trx: Transaction<DB>,
  userId: string,
  search: SaveSearch & { name: string },
): Promise<SavedSearchRow> {
  return trx
    .insertInto("saved_searches")
    .values({ id: uuidv7(), user_id: userId, ...search })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function updateSearch(
  trx: Transaction<DB>,
  id: string,
  change: { name?: string; frequency: AlertFrequency },
): Promise<void> {
  await trx.updateTable("saved_searches").set(change).where("id", "=", id).execute();
}

/** False for a search that is not this person's. */
export async function deleteSearch(db: Kysely<DB>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("saved_searches")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes a search's matches that are in no mail. */
export async function deleteWaitingMatches(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .deleteFrom("alert_matches")
    .where("saved_search_id", "=", id)
    .where("mail_id", "is", null)
    .execute();
}

/** Changes until now are not mailed for this search. */
export async function startNews(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable("saved_searches")
    .set({ news_since: sql`now()` })
    .where("id", "=", id)
    .execute();
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
