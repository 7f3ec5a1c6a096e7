import { sql, type Transaction } from "kysely";
import type { StockFeed, StockFeedBody } from "#contract/feeds.ts";
import { feedHours, shownFeedRuns } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import type { Context } from "#server/context.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { FetchError } from "#server/platform/fetching/fetch-public.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** A dealer's feed with its last results, newest first; null for none. Index stock_feed_runs_user. */
async function readFeed({ db }: Context, userId: string): Promise<StockFeed | null> {
  const feed = await db
    .selectFrom("stock_feeds")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (feed === undefined) return null;
  const runs = await db
    .selectFrom("stock_feed_runs")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("started_at", "desc")
    .limit(shownFeedRuns)
    .execute();
  return {
    url: feed.url,
    everyHours: feedHours.find((hours) => hours === feed.every_hours) ?? 24,
    archiveMissing: feed.archive_missing,
    nextAt: feed.due_at.toISOString(),
    results: runs.map((run) => {
      const { reason } = run;
      return {
        at: run.started_at.toISOString(),
        outcome: run.outcome,
        reason,
        message: reason === null ? null : feedMessages.reasons[reason],
        importId: run.import_id,
      };
    }),
  };
}

/** Where a dealer's stock is fetched from (specification.md#stock-feed). Throws dealers_only. */
export async function showFeed(ctx: Context, userId: string): Promise<StockFeed | null> {
  await requireDealer(ctx.db, userId);
  return readFeed(ctx, userId);
}

/**
 * Writes the feed, due at once. Under another address or choice it is another feed: what was begun before is none of its
 * results. Locks the feed before its runs, as a fetch that begins.
 */
async function writeFeed(
  trx: Transaction<DB>,
  userId: string,
  values: { url: string; every_hours: number; archive_missing: boolean },
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("stock_feeds")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return;
  const before = await trx
    .selectFrom("stock_feeds")
    .select(["url", "archive_missing"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (before?.url !== values.url || before.archive_missing !== values.archive_missing)
    await trx
      .deleteFrom("stock_feed_runs")
      .where("user_id", "=", userId)
      .where("outcome", "is", null)
      .execute();
  await trx
    .updateTable("stock_feeds")
    .set({ ...values, due_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .execute();
}

/** Throws dealers_only, validation_failed for an address that is never fetched. */
export async function saveFeed(ctx: Context, userId: string, feed: StockFeedBody): Promise<StockFeed> {
  const { db, fetcher } = ctx;
  await requireDealer(db, userId);
  let url: string;
  try {
    url = fetcher.checkAddress(feed.url).href;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const message = feedMessages.reasons[error.reason];
    throw new AppError("validation_failed", { message, fields: { url: message } });
  }
  const values = { url, every_hours: feed.everyHours, archive_missing: feed.archiveMissing };
  await db.transaction().execute((trx) => writeFeed(trx, userId, values));
  const written = await readFeed(ctx, userId);
  // Removed by the same dealer at the same moment.
  if (written === null) throw new AppError("not_found");
  return written;
}

/** Throws dealers_only. */
export async function removeFeed({ db }: Context, userId: string): Promise<void> {
  await requireDealer(db, userId);
  await db.deleteFrom("stock_feeds").where("user_id", "=", userId).execute();
}
