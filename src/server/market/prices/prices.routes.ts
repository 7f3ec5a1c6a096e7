import type { priceEndpoints } from "#contract/prices.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { PricesService } from "./prices.service.ts";

/** The contract's priceEndpoints. */
export function pricesRoutes(deps: {
  readonly prices: PricesService;
  readonly limits: Pick<Limits, "priceEstimate">;
}): Routes<keyof typeof priceEndpoints> {
  const { prices, limits } = deps;
  return {
    "GET /api/cars/{id}/price-estimate": ({ actor, params }) => prices.ofCar(actor, params.id),

    "POST /api/price-estimates": {
      limit: limits.priceEstimate,
      handle: ({ body }) => prices.ofFacts(body),
    },
  };
}
