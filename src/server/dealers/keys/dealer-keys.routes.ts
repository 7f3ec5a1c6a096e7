import type { dealerKeyEndpoints } from "#contract/dealer-keys.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import { dealerKeys, endDealerKey, makeDealerKey } from "./dealer-keys.commands.ts";

export function dealerKeysRoutes(ctx: Context): Routes<keyof typeof dealerKeyEndpoints> {
  return {
    "GET /api/dealer/keys": ({ actor }) => dealerKeys(ctx, actor.id),
    "POST /api/dealer/keys": {
      // Each is a mail.
      limit: ctx.limits.dealerKeys,
      handle: ({ c, actor, body }) => {
        c.header("Cache-Control", "private, no-store");
        return makeDealerKey(ctx, actor.id, body);
      },
    },
    "DELETE /api/dealer/keys/{id}": ({ actor, params }) => endDealerKey(ctx, actor.id, params.id),
  };
}
