import type { reportEndpoints } from "#contract/reports.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { ReportsService } from "./reports.service.ts";

/** The contract's reportEndpoints; the admins' side is in admin/. */
export function reportsRoutes(deps: {
  readonly reports: ReportsService;
  readonly limits: Pick<Limits, "report">;
}): Routes<keyof typeof reportEndpoints> {
  const { reports, limits } = deps;
  return {
    "POST /api/cars/{id}/report": {
      limit: limits.report,
      handle: ({ actor, params, body }) => reports.report(actor, params.id, body),
    },
  };
}
