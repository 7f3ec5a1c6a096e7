import type { subscriberEndpoints } from "#contract/settings.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import { moveSubscribers } from "./price-moves.commands.ts";
import { loadSubscribers } from "./price-moves.queries.ts";

/** The contract's subscriberEndpoints. */
export function priceMovesRoutes(ctx: Context): Routes<keyof typeof subscriberEndpoints> {
  return {
    "GET /api/admin/settings/subscribers": async ({ c, query }) => {
      const { subscribers, total, toMove } = await loadSubscribers(
        ctx.db,
        ctx.settings().fees.subscription,
        query,
      );
      c.header("X-Total-Count", String(total));
      return {
        toMove,
        subscribers: subscribers.map(({ userId, name, email, amountCents, nextCents, nextAt }) => ({
          userId,
          name,
          email,
          amount: centsToDollars(amountCents),
          nextAmount: nextCents === null ? null : centsToDollars(nextCents),
          nextAt: nextAt?.toISOString() ?? null,
        })),
      };
    },
    "POST /api/admin/settings/move-subscribers": ({ actor, body }) => moveSubscribers(ctx, actor, body.fee),
  };
}
