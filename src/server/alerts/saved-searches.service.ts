import type { Kysely, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { ChangeSavedSearch, SavedSearch, SaveSearch } from "#contract/alerts.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { searchName, searchOfSavedQuery } from "#domain/alerts/saved-query.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { SearchService } from "#server/search/search.service.ts";
import { noteKnownEvents } from "./new-searches.ts";

function selectSaved(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom("saved_searches")
    .select(["id", "name", "query", "frequency", "created_at"])
    .where("user_id", "=", userId);
}
type SavedRow = Awaited<ReturnType<ReturnType<typeof selectSaved>["executeTakeFirstOrThrow"]>>;

/** Holds the account's row until the transaction ends, so that a limit holds for two at once. Throws not_signed_in. */
export async function holdAccount(trx: Transaction<DB>, userId: string): Promise<void> {
  const held = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (held === undefined) throw new AppError("not_signed_in");
}

/** A person's saved searches. What is found for them, and told, is the jobs' affair. */
export class SavedSearchesService {
  readonly #db: Kysely<DB>;
  readonly #search: Pick<SearchService, "search">;

  constructor(deps: { db: Kysely<DB>; search: Pick<SearchService, "search"> }) {
    this.#db = deps.db;
    this.#search = deps.search;
  }

  /** All of a person's, newest first; the limit bounds them. */
  async list(userId: string): Promise<SavedSearch[]> {
    const rows = await selectSaved(this.#db, userId).orderBy("id", "desc").execute();
    return Promise.all(rows.map((row) => this.#present(row)));
  }

  /**
   * Saves a search; the same one again answers the old one as it is. From then on each car that comes to answer it is a
   * match, once. Throws saved_searches_full, not_signed_in.
   */
  async save(
    userId: string,
    { query, name, frequency }: SaveSearch,
  ): Promise<{ saved: SavedSearch; isNew: boolean }> {
    const { row, isNew } = await this.#db.transaction().execute(async (trx) => {
      await holdAccount(trx, userId);
      const old = await selectSaved(trx, userId).where("query", "=", query).executeTakeFirst();
      if (old !== undefined) return { row: old, isNew: false };
      const { count } = await trx
        .selectFrom("saved_searches")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      if (count >= alertLimits.maxSavedSearches) throw new AppError("saved_searches_full");
      const row = await trx
        .insertInto("saved_searches")
        .values({
          id: uuidv7(),
          user_id: userId,
          query,
          name: name ?? searchName(searchOfSavedQuery(query)),
          frequency,
        })
        .returning(["id", "name", "query", "frequency", "created_at"])
        .executeTakeFirstOrThrow();
      await noteKnownEvents(trx, row.id);
      return { row, isNew: true };
    });
    return { saved: await this.#present(row), isNew };
  }

  /** Throws not_found for a search that is not this person's. */
  async change(userId: string, id: string, change: ChangeSavedSearch): Promise<SavedSearch> {
    const row = await this.#db.transaction().execute(async (trx) => {
      const before = await selectSaved(trx, userId).where("id", "=", id).forUpdate().executeTakeFirst();
      if (before === undefined) throw new AppError("not_found");
      const { name = before.name, frequency = before.frequency } = change;
      await trx.updateTable("saved_searches").set({ name, frequency }).where("id", "=", id).execute();
      if (frequency !== before.frequency && (frequency === "never" || before.frequency === "never"))
        await startAnew(trx, id);
      return { ...before, name, frequency };
    });
    return this.#present(row);
  }

  /** Throws not_found for a search that is not this person's. */
  async remove(userId: string, id: string): Promise<void> {
    const { numDeletedRows } = await this.#db
      .deleteFrom("saved_searches")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError("not_found");
  }

  async #present({ id, name, query, frequency, created_at }: SavedRow): Promise<SavedSearch> {
    return {
      id,
      name,
      query,
      frequency,
      count: await this.#count(query),
      createdAt: created_at.toISOString(),
    };
  }

  async #count(query: string): Promise<number | null> {
    try {
      return (await this.#search.search(searchOfSavedQuery(query), { page: 1, limit: 1 })).total;
    } catch (error) {
      // The list is of use without its figures.
      if (error instanceof AppError && error.code === "overloaded") return null;
      throw error;
    }
  }
}

/** What was found and not told is told no more, and what is public by now is no news. */
async function startAnew(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .deleteFrom("alert_matches")
    .where("saved_search_id", "=", id)
    .where("mail_id", "is", null)
    .execute();
  await noteKnownEvents(trx, id);
}

/** Ends the mails of a saved search; it stays in its owner's list. One that is gone is no error. */
export async function silenceSearch(db: Kysely<DB>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("saved_searches").set({ frequency: "never" }).where("id", "=", id).execute();
    await startAnew(trx, id);
  });
}
