import type { StockFeed, StockFeedBody } from "#contract/feeds.ts";
import { feedHours } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import type { Context } from "#server/context.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { FetchError } from "#server/platform/fetching/fetch-public.ts";
import { AppError } from "#server/http/app-error.ts";
import {
  deleteStockFeed,
  findStockFeed,
  type StockFeedRecord,
  writeStockFeed,
} from "./stock-feeds.queries.ts";

async function readFeed({ db }: Context, userId: string): Promise<StockFeed | null> {
  const found = await findStockFeed(db, userId);
  return found === null ? null : presentFeed(found);
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
  await writeStockFeed(db, userId, { ...feed, url });
  const written = await readFeed(ctx, userId);
  // Removed by the same dealer at the same moment.
  if (written === null) throw new AppError("not_found");
  return written;
}

/** Throws dealers_only. */
export async function removeFeed({ db }: Context, userId: string): Promise<void> {
  await requireDealer(db, userId);
  await deleteStockFeed(db, userId);
}

function presentFeed({ feed, runs }: StockFeedRecord): StockFeed {
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
