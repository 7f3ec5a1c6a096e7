import { Hono } from "hono";
import {
  approveModelBody,
  mergeModelBody,
  type PageInfo,
  postListQuery,
  reportListQuery,
} from "#contract/admin-desk.ts";
import { auditQuery, chartQuery } from "#contract/admin-watch.ts";
import { pageQuery, reasonBody } from "#contract/admin-lists.ts";
import { idParam, parseBody, parseOptionalBody, parseQuery } from "#server/http/parse.ts";
import { type AppContext, type AppEnv, requireUser } from "#server/http/session.ts";
import type { Admin } from "./admin.ts";
import type { ReportDecision } from "./admin-reports.service.ts";
import { loadAudit } from "./audit.queries.ts";
import { loadCharts } from "./charts.queries.ts";
import { loadHealth, retryJob } from "./health.ts";
import { pagesOf } from "./lists.service.ts";

const decisions: readonly ReportDecision[] = ["hide", "restore", "dismiss"];

/** What a list says of its pages; its exact number stands in X-Total-Count too. */
function pagination(
  c: AppContext,
  { page, limit }: { page: number; limit: number },
  total: number,
): PageInfo {
  c.header("X-Total-Count", String(total));
  return { total, ...pagesOf(page, limit, total) };
}

const modelId = (c: AppContext) => idParam(c, "model_not_found");

/** Every call of the contract's adminDeskEndpoints and adminWatchEndpoints. */
export function adminDeskRoutes({ db, models, reports, social, health }: Admin): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get("/api/admin/models", async (c) => {
    const query = parseQuery(c, pageQuery);
    const { models: found, total } = await models.list(query);
    return c.json({ models: found, pagination: pagination(c, query, total) });
  });
  routes.post("/api/admin/models/:id/approve", async (c) => {
    const { name } = await parseBody(c, approveModelBody);
    return c.json(await models.approve(requireUser(c), modelId(c), name));
  });
  routes.post("/api/admin/models/:id/merge", async (c) => {
    const { into } = await parseBody(c, mergeModelBody);
    return c.json(await models.merge(requireUser(c), modelId(c), into));
  });
  routes.post("/api/admin/models/:id/refuse", async (c) =>
    c.json(await models.refuse(requireUser(c), modelId(c))),
  );

  routes.get("/api/admin/reports", async (c) => {
    const query = parseQuery(c, reportListQuery);
    const { reports: found, total } = await reports.list(requireUser(c), query.state ?? "open", query);
    return c.json({ reports: found, pagination: pagination(c, query, total) });
  });
  for (const decision of decisions) {
    routes.post(`/api/admin/reports/:id/${decision}`, async (c) => {
      const id = idParam(c, "report_not_found");
      const { reason } = decision === "dismiss" ? {} : await parseOptionalBody(c, reasonBody);
      return c.json(await reports.decide(requireUser(c), id, decision, reason ?? null));
    });
  }

  routes.get("/api/admin/social", async (c) => {
    const query = parseQuery(c, postListQuery);
    const { posts, total } = await social.list(requireUser(c), query.state ?? "waiting", query);
    return c.json({ posts, pagination: pagination(c, query, total) });
  });
  routes.post("/api/admin/social/:id/posted", async (c) =>
    c.json(await social.tick(requireUser(c), idParam(c, "post_not_found"), true)),
  );
  routes.delete("/api/admin/social/:id/posted", async (c) =>
    c.json(await social.tick(requireUser(c), idParam(c, "post_not_found"), false)),
  );

  routes.get("/api/admin/audit", async (c) => {
    const query = parseQuery(c, auditQuery);
    const { entries, total } = await loadAudit(db, query);
    return c.json({ entries, pagination: pagination(c, query, total) });
  });
  routes.get("/api/admin/charts", async (c) => c.json(await loadCharts(db, parseQuery(c, chartQuery))));
  routes.get("/api/admin/health", async (c) => c.json(await loadHealth(health)));
  routes.post("/api/admin/jobs/:id/retry", async (c) => {
    await retryJob(db, requireUser(c), c.req.param("id"));
    return c.body(null, 204);
  });

  return routes;
}
