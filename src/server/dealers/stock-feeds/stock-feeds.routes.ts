import type { stockFeedEndpoints } from "#contract/feeds.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { StockFeeds } from "./stock-feeds.service.ts";

export interface StockFeedsRoutesDeps {
  readonly stockFeeds: StockFeeds;
  readonly limits: Pick<Limits, "stockImport">;
}

/** The contract's stockFeedEndpoints. */
export function stockFeedsRoutes(deps: StockFeedsRoutesDeps): Routes<keyof typeof stockFeedEndpoints> {
  const { stockFeeds, limits } = deps;
  return {
    "GET /api/dealer/feed": ({ actor }) => stockFeeds.own(actor.id),
    // It has the file fetched: counted like a file that is sent.
    "PUT /api/dealer/feed": {
      limit: limits.stockImport,
      handle: ({ actor, body }) => stockFeeds.set(actor.id, body),
    },
    "DELETE /api/dealer/feed": ({ actor }) => stockFeeds.remove(actor.id),
  };
}
