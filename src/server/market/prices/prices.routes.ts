import type { priceEndpoints } from "#contract/prices.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import { estimateCar, estimateFacts } from "./estimate-cars.ts";

export function pricesRoutes(ctx: Context): Routes<keyof typeof priceEndpoints> {
  return {
    "GET /api/cars/{id}/price-estimate": ({ actor, params }) => estimateCar(ctx, actor, params.id),

    "POST /api/price-estimates": {
      limit: ctx.limits.priceEstimate,
      handle: ({ body }) => estimateFacts(ctx, body),
    },
  };
}
