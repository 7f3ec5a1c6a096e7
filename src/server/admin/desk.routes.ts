import type { adminDeskEndpoints, PageInfo } from "#contract/admin-desk.ts";
import type { adminWatchEndpoints } from "#contract/admin-watch.ts";
import type { adminTariffEndpoints } from "#contract/tariffs.ts";
import type { adminVerificationEndpoints } from "#contract/verifications.ts";
import { loadHistory } from "#server/money/billing/payments.queries.ts";
import { readIfMatch } from "#server/http/if-match.ts";
import type { Routes } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import type { Admin } from "./admin.ts";
import { loadAudit } from "./audit.queries.ts";
import { loadCharts, loadWeeks } from "./charts.queries.ts";
import { loadHealth, retryJob } from "./health.ts";
import { pagesOf } from "./lists.service.ts";

/** A list's pagination; the exact total is also in X-Total-Count. */
export function pagination(
  c: AppContext,
  { page, limit }: { page: number; limit: number },
  total: number,
): PageInfo {
  c.header("X-Total-Count", String(total));
  return { total, ...pagesOf(page, limit, total) };
}

/** The contract's adminDeskEndpoints and adminWatchEndpoints. */
export function adminDeskRoutes({
  db,
  models,
  reports,
  social,
  tariffs,
  verifications,
  health,
}: Admin): Routes<
  | keyof typeof adminDeskEndpoints
  | keyof typeof adminWatchEndpoints
  | keyof typeof adminVerificationEndpoints
  | keyof typeof adminTariffEndpoints
> {
  return {
    "GET /api/admin/models": async ({ c, query }) => {
      const { models: found, total } = await models.list(query);
      return { models: found, pagination: pagination(c, query, total) };
    },
    "POST /api/admin/models/{id}/approve": ({ actor, params, body }) =>
      models.approve(actor, params.id, body.name),
    "POST /api/admin/models/{id}/merge": ({ actor, params, body }) =>
      models.merge(actor, params.id, body.into),
    "POST /api/admin/models/{id}/refuse": ({ actor, params }) => models.refuse(actor, params.id),

    "GET /api/admin/users/{id}/reports": async ({ c, actor, params, query }) => {
      const { reports: found, total } = await reports.ofSeller(actor, params.id, query);
      return { reports: found, pagination: pagination(c, query, total) };
    },
    "GET /api/admin/users/{id}/payments": async ({ c, params, query }) => {
      const { payments, total } = await loadHistory(db, params.id, query);
      return { payments, pagination: pagination(c, query, total) };
    },

    "GET /api/admin/reports": async ({ c, actor, query }) => {
      const { reports: found, total } = await reports.list(actor, query.state ?? "open", query);
      return { reports: found, pagination: pagination(c, query, total) };
    },
    "POST /api/admin/reports/{id}/hide": ({ actor, params, body }) =>
      reports.decide(actor, params.id, "hide", body.reason ?? null),
    "POST /api/admin/reports/{id}/restore": ({ actor, params, body }) =>
      reports.decide(actor, params.id, "restore", body.reason ?? null),
    "POST /api/admin/reports/{id}/dismiss": ({ actor, params }) =>
      reports.decide(actor, params.id, "dismiss", null),

    "GET /api/admin/social": async ({ c, actor, query }) => {
      const { posts, total } = await social.list(actor, query.state ?? "waiting", query);
      return { posts, pagination: pagination(c, query, total) };
    },
    "POST /api/admin/social/{id}/posted": ({ actor, params }) => social.tick(actor, params.id, true),
    "DELETE /api/admin/social/{id}/posted": ({ actor, params }) => social.tick(actor, params.id, false),

    "GET /api/admin/verifications": async ({ c, query }) => {
      const { verifications: found, total } = await verifications.list(query.state ?? "waiting", query);
      return { verifications: found, pagination: pagination(c, query, total) };
    },
    "GET /api/admin/verifications/{id}/document": async ({ c, params }) =>
      c.body(new Uint8Array(await verifications.document(params.id)), 200, {
        "Content-Type": "image/jpeg",
        "Cache-Control": "private, no-store",
      }),
    "POST /api/admin/verifications/{id}/confirm": ({ actor, params }) =>
      verifications.decide(actor, params.id, null),
    "POST /api/admin/verifications/{id}/refuse": ({ actor, params, body }) =>
      verifications.decide(actor, params.id, body.reason),

    "GET /api/admin/tariffs": async ({ c, query }) => {
      const { tariffs: found, total } = await tariffs.list(query);
      return { tariffs: found, pagination: pagination(c, query, total) };
    },
    "GET /api/admin/tariffs/{id}": ({ params }) => tariffs.compare(params.id),
    "POST /api/admin/tariffs": ({ actor, body }) => tariffs.create(actor, body),
    "PUT /api/admin/tariffs/{id}": ({ c, actor, params, body }) =>
      tariffs.update(actor, params.id, body, readIfMatch(c)),
    "POST /api/admin/tariffs/{id}/activate": ({ actor, params }) => tariffs.activate(actor, params.id),

    "GET /api/admin/audit": async ({ c, query }) => {
      const { entries, total } = await loadAudit(db, query);
      return { entries, pagination: pagination(c, query, total) };
    },
    "GET /api/admin/charts": ({ query }) => loadCharts(db, query),
    "GET /api/admin/weeks": () => loadWeeks(db),
    "GET /api/admin/health": () => loadHealth(health),
    "POST /api/admin/jobs/{id}/retry": ({ actor, params }) => retryJob(db, actor, params.id),
  };
}
