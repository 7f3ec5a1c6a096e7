import type { statisticsEndpoints } from "#contract/statistics.ts";
import type { CarsService } from "#server/cars/cars.service.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { Statistics } from "./statistics.ts";

/** The contract's statisticsEndpoints. */
export function statisticsRoutes(deps: {
  readonly statistics: Pick<Statistics, "service" | "shown">;
  readonly cars: Pick<CarsService, "assertVisible">;
  readonly limits: Pick<Limits, "carEvent">;
}): Routes<keyof typeof statisticsEndpoints> {
  const { statistics, cars, limits } = deps;
  const { service, shown } = statistics;
  return {
    "POST /api/cars/{id}/events": {
      limit: limits.carEvent,
      handle: async ({ c, actor, params, body }) => {
        await cars.assertVisible(actor, params.id);
        shown.done(c, body.kind, params.id);
      },
    },

    "GET /api/cars/{id}/stats": ({ actor, params, query }) => service.ofCar(actor, params.id, query.days),
  };
}
