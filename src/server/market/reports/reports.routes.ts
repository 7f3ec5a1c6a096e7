import type { reportEndpoints } from "#contract/reports.ts";
import type { Context } from "#server/context.ts";
import type { Routes } from "#server/http/route.ts";
import { reportCar } from "./report-car.commands.ts";

/** The contract's reportEndpoints; the admins' side is in admin/. */
export function reportsRoutes(ctx: Context): Routes<keyof typeof reportEndpoints> {
  return {
    "POST /api/cars/{id}/report": {
      limit: ctx.limits.report,
      handle: ({ actor, params, body }) => reportCar(ctx, actor, params.id, body),
    },
  };
}
