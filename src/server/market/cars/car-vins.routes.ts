import type { vinEndpoints } from "#contract/vins.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import { changeMileageNote, checkVin, readMileageHistory } from "./car-vins.ts";

export function carVinsRoutes(ctx: Context): Routes<keyof typeof vinEndpoints> {
  const { limits } = ctx;
  return {
    "POST /api/cars/{id}/vin-check": {
      limit: limits.vinCheck,
      handle: async ({ c, actor, params, body }) => {
        c.header("Cache-Control", "private, no-store");
        return { matches: await checkVin(ctx, actor, params.id, body.vin) };
      },
    },

    "GET /api/cars/{id}/mileage-history": ({ actor, params }) => readMileageHistory(ctx, actor, params.id),

    "PUT /api/cars/{id}/mileage-note": {
      limit: limits.publish,
      handle: ({ actor, params, body }) =>
        changeMileageNote(ctx, actor, params.id, body.text === "" ? null : body.text),
    },
  };
}
