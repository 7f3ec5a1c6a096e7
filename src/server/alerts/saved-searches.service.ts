import type { Kysely, Transaction } from "kysely";
import type { ChangeSavedSearch, SavedSearch, SaveSearch } from "#contract/alerts.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { searchName, searchOfSavedQuery } from "#domain/search/saved-query.ts";
import { lockAccount } from "#server/cars/sellers.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { SearchService } from "#server/search/search.service.ts";
import {
  deleteSearch,
  deleteWaitingMatches,
  insertSearch,
  loadSavedSearches,
  lockOwnSearch,
  type SavedSearchRow,
  startNews,
  updateSearch,
} from "./saved-searches.queries.ts";

/** A person's saved searches. Jobs find and mail their cars. */
export interface SavedSearchesService {
  /** All of a person's, newest first; the limit bounds them. */
  list(userId: string): Promise<SavedSearch[]>;
  /**
   * Saves a search; the same one again answers the old one as it is. From then on each car that comes to answer it is a
   * match, once. Throws saved_searches_full, not_signed_in.
   */
  save(userId: string, search: SaveSearch): Promise<{ saved: SavedSearch; isNew: boolean }>;
  /** Throws not_found for a search that is not this person's. */
  change(userId: string, id: string, change: ChangeSavedSearch): Promise<SavedSearch>;
  /** Throws not_found for a search that is not this person's. */
  remove(userId: string, id: string): Promise<void>;
}

export function createSavedSearchesService({
  db,
  search,
}: {
  db: Kysely<DB>;
  search: Pick<SearchService, "search">;
}): SavedSearchesService {
  async function count(query: string): Promise<number | null> {
    try {
      return (await search.search(searchOfSavedQuery(query), { page: 1, limit: 1 })).total;
    } catch (error) {
      // The list is of use without its figures.
      if (error instanceof AppError && error.code === "overloaded") return null;
      throw error;
    }
  }

  async function present({ created_at, ...row }: SavedSearchRow): Promise<SavedSearch> {
    return { ...row, count: await count(row.query), createdAt: created_at.toISOString() };
  }

  return {
    list: async (userId) => Promise.all((await loadSavedSearches(db, userId)).map(present)),

    save: async (userId, { query, name, frequency }) => {
      const { row, isNew } = await db.transaction().execute(async (trx) => {
        // Locked, so that the limit holds for two at once.
        await lockAccount(trx, userId);
        const before = await loadSavedSearches(trx, userId);
        const same = before.find((saved) => saved.query === query);
        if (same !== undefined) return { row: same, isNew: false };
        if (before.length >= alertLimits.maxSavedSearches) throw new AppError("saved_searches_full");
        const row = await insertSearch(trx, userId, {
          query,
          name: name ?? searchName(searchOfSavedQuery(query)),
          frequency,
        });
        return { row, isNew: true };
      });
      return { saved: await present(row), isNew };
    },

    change: async (userId, id, change) => {
      const row = await db.transaction().execute(async (trx) => {
        const before = await lockOwnSearch(trx, userId, id);
        if (before === undefined) throw new AppError("not_found");
        const { name = before.name, frequency = before.frequency } = change;
        await updateSearch(trx, id, { name, frequency });
        if (frequency !== before.frequency && (frequency === "never" || before.frequency === "never"))
          await startAnew(trx, id);
        return { ...before, name, frequency };
      });
      return present(row);
    },

    remove: async (userId, id) => {
      if (!(await deleteSearch(db, userId, id))) throw new AppError("not_found");
    },
  };
}

/** Drops what was found and not mailed, and counts only cars that become public from now on as new. */
async function startAnew(trx: Transaction<DB>, id: string): Promise<void> {
  await deleteWaitingMatches(trx, id);
  await startNews(trx, id);
}

/** Ends the mails of a saved search; it stays in its owner's list. One that is gone is no error. */
export async function endSearchMails(db: Kysely<DB>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await updateSearch(trx, id, { frequency: "never" });
    await startAnew(trx, id);
  });
}
