import type { StockFeed, StockFeedBody } from "#contract/feeds.ts";
import { feedHours } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { FetchError, type PublicFetcher } from "#server/platform/fetching/fetch-public.ts";
import { AppError } from "#server/http/app-error.ts";
import type { ScheduledTask, Task } from "#server/platform/jobs/jobs.ts";
import { followFeeds, type FollowFeedsDeps } from "./follow-feeds.ts";
import {
  deleteStockFeed,
  findStockFeed,
  type StockFeedRecord,
  writeStockFeed,
} from "./stock-feeds.queries.ts";

/** Where dealers' stocks are fetched from (specification.md#stock-feed). Every call throws dealers_only. */
export interface StockFeeds {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
  own(userId: string): Promise<StockFeed | null>;
  /** Throws validation_failed for an address that is never fetched. */
  set(userId: string, feed: StockFeedBody): Promise<StockFeed>;
  remove(userId: string): Promise<void>;
}

export interface StockFeedsDeps extends FollowFeedsDeps {
  readonly fetcher: PublicFetcher;
}

/** Wires the feeds; starts nothing. */
export function createStockFeeds(deps: StockFeedsDeps): StockFeeds {
  const { db, fetcher } = deps;
  async function own(userId: string): Promise<StockFeed | null> {
    const found = await findStockFeed(db, userId);
    return found === null ? null : presentFeed(found);
  }

  return {
    ...followFeeds(deps),

    own: async (userId) => {
      await requireDealer(db, userId);
      return own(userId);
    },

    set: async (userId, feed) => {
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
      const written = await own(userId);
      // Removed by the same dealer at the same moment.
      if (written === null) throw new AppError("not_found");
      return written;
    },

    remove: async (userId) => {
      await requireDealer(db, userId);
      await deleteStockFeed(db, userId);
    },
  };
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
