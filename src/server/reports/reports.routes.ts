import { Hono } from "hono";
import { reportBody } from "#contract/reports.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { idParam, parseBody } from "#server/http/parse.ts";
import { type AppEnv, currentActor } from "#server/http/session.ts";
import type { ReportsService } from "./reports.service.ts";

/** The one call of the contract's reportEndpoints; the admins' side is in admin/. */
export function reportsRoutes(deps: {
  readonly reports: ReportsService;
  readonly limits: Pick<Limits, "report">;
}): Hono<AppEnv> {
  const { reports, limits } = deps;
  const routes = new Hono<AppEnv>();
  routes.post("/api/cars/:id/report", async (c) => {
    const id = idParam(c, "car_not_found");
    await limits.report.take(callerOf(c));
    await reports.report(currentActor(c), id, await parseBody(c, reportBody));
    return c.body(null, 204);
  });
  return routes;
}
