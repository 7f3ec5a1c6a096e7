import type { subscriberEndpoints } from "#contract/settings.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import type { Routes } from "#server/http/route.ts";
import type { PriceMovesService } from "./price-moves.ts";

/** The contract's subscriberEndpoints. */
export function priceMovesRoutes({
  priceMoves,
}: {
  readonly priceMoves: PriceMovesService;
}): Routes<keyof typeof subscriberEndpoints> {
  return {
    "GET /api/admin/settings/subscribers": async ({ c, query }) => {
      const { subscribers, total, toMove } = await priceMoves.list(query);
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
    "POST /api/admin/settings/move-subscribers": ({ actor, body }) => priceMoves.move(actor, body.fee),
  };
}
