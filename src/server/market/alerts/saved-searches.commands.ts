import type { Kysely, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { ChangeSavedSearch, SavedSearch, SaveSearch } from "#contract/alerts.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { searchName, searchOfSavedQuery } from "#domain/search/saved-query.ts";
import { lockAccount } from "#server/market/cars/sellers.queries.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import {
  loadSavedSearches,
  newsFromNow,
  ownSearches,
  type SavedSearchRow,
  searchColumns,
} from "./saved-searches.queries.ts";

async function count({ search }: Context, query: string): Promise<number | null> {
  try {
    return (await search.search(searchOfSavedQuery(query), { page: 1, limit: 1 })).total;
  } catch (error) {
    // The list is useful without its counts.
    if (error instanceof AppError && error.code === "overloaded") return null;
    throw error;
  }
}

async function present(ctx: Context, { created_at, ...row }: SavedSearchRow): Promise<SavedSearch> {
  return { ...row, count: await count(ctx, row.query), createdAt: created_at.toISOString() };
}

/** All saved searches of a person, newest first; `maxSavedSearches` bounds them. */
export async function listSavedSearches(ctx: Context, userId: string): Promise<SavedSearch[]> {
  const rows = await loadSavedSearches(ctx.db, userId);
  return Promise.all(rows.map((row) => present(ctx, row)));
}

/**
 * Saves a search; the same one again returns the one that exists. Jobs then mail each car that begins to match it, once.
 * Throws saved_searches_full, not_signed_in.
 */
export async function saveSearch(
  ctx: Context,
  userId: string,
  { query, name, frequency }: SaveSearch,
): Promise<{ saved: SavedSearch; isNew: boolean }> {
  const { row, isNew } = await ctx.db.transaction().execute(async (trx) => {
    // Locked, so that the limit holds for concurrent calls.
    await lockAccount(trx, userId);
    const before = await loadSavedSearches(trx, userId);
    const same = before.find((saved) => saved.query === query);
    if (same !== undefined) return { row: same, isNew: false };
    if (before.length >= alertLimits.maxSavedSearches) throw new AppError("saved_searches_full");
    const row = await trx
      .insertInto("saved_searches")
      .values({
        id: uuidv7(),
        user_id: userId,
        query,
        name: name ?? searchName(searchOfSavedQuery(query)),
        frequency,
        news_since: newsFromNow,
      })
      .returning(searchColumns)
      .executeTakeFirstOrThrow();
    return { row, isNew: true };
  });
  return { saved: await present(ctx, row), isNew };
}

/** Renames a saved search or changes its frequency. Throws not_found for a search that is not this person's. */
export async function changeSavedSearch(
  ctx: Context,
  userId: string,
  id: string,
  change: ChangeSavedSearch,
): Promise<SavedSearch> {
  const row = await ctx.db.transaction().execute(async (trx) => {
    const before = await ownSearches(trx, userId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError("not_found"));
    const { name = before.name, frequency = before.frequency } = change;
    await trx.updateTable("saved_searches").set({ name, frequency }).where("id", "=", id).execute();
    if (frequency !== before.frequency && (frequency === "never" || before.frequency === "never"))
      await startAnew(trx, id);
    return { ...before, name, frequency };
  });
  return present(ctx, row);
}

/** Throws not_found for a search that is not this person's. */
export async function removeSavedSearch({ db }: Context, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("saved_searches")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError("not_found");
}

/** Drops matches that were not mailed; only cars that become public from now on are new. */
async function startAnew(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .deleteFrom("alert_matches")
    .where("saved_search_id", "=", id)
    .where("mail_id", "is", null)
    .execute();
  await trx.updateTable("saved_searches").set({ news_since: newsFromNow }).where("id", "=", id).execute();
}

/** Stops the mails of a saved search, which stays in its owner's list. No-op if it was deleted. */
export async function endSearchMails(db: Kysely<DB>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("saved_searches").set({ frequency: "never" }).where("id", "=", id).execute();
    await startAnew(trx, id);
  });
}
