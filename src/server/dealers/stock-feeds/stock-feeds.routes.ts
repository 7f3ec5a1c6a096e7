import type { stockFeedEndpoints } from "#contract/feeds.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import { removeFeed, saveFeed, showFeed } from "./stock-feeds.commands.ts";

export function stockFeedsRoutes(ctx: Context): Routes<keyof typeof stockFeedEndpoints> {
  return {
    "GET /api/dealer/feed": ({ actor }) => showFeed(ctx, actor.id),
    // It has the file fetched: counted like a file that is sent.
    "PUT /api/dealer/feed": {
      limit: ctx.limits.stockImport,
      handle: ({ actor, body }) => saveFeed(ctx, actor.id, body),
    },
    "DELETE /api/dealer/feed": ({ actor }) => removeFeed(ctx, actor.id),
  };
}
