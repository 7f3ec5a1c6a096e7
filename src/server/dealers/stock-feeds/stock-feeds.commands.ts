import { sql } from "kysely";
import type { StockFeed, StockFeedBody } from "#contract/feeds.ts";
import { feedHours, shownFeedRuns } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import type { Context } from "#server/context.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { FetchError } from "#server/platform/fetching/fetch-public.ts";
import { AppError } from "#server/http/app-error.ts";

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
  // Due at once.
  await db
    .insertInto("stock_feeds")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...values, due_at: sql<Date>`now()` }))
    .execute();
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
