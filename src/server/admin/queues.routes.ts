import type { adminCouponEndpoints } from "#contract/admin-coupons.ts";
import type { adminQueueEndpoints, PageInfo } from "#contract/admin-queues.ts";
import type { adminStockCodeEndpoints } from "#contract/admin-stock-codes.ts";
import type { adminWatchEndpoints } from "#contract/admin-watch.ts";
import type { adminTariffEndpoints } from "#contract/tariffs.ts";
import type { adminVerificationEndpoints } from "#contract/verifications.ts";
import { loadHistory } from "#server/money/billing/payments.queries.ts";
import { readIfMatch } from "#server/http/if-match.ts";
import type { Routes } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import { listTariffs } from "#server/market/tariffs/tariffs.queries.ts";
import { loadStockCodes } from "#server/dealers/stock/stock-codes.queries.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { Admin } from "./admin.ts";
import { createCoupon, endCoupon, loadCoupons } from "./admin-coupons.commands.ts";
import {
  approveSuggestion,
  mergeSuggestion,
  readSuggestions,
  refuseSuggestion,
} from "./admin-models.commands.ts";
import { decideReport, readReports, readReportsOfSeller } from "./admin-reports.commands.ts";
import { readPosts, tickPost } from "./admin-social.commands.ts";
import { putStockCode, removeStockCode } from "./admin-stock-codes.commands.ts";
import { activateTariff, compareTariff, createTariff, updateTariff } from "./admin-tariffs.commands.ts";
import { decideVerification, readDocument, readVerifications } from "./verifications.commands.ts";
import { loadAudit } from "./audit-log.queries.ts";
import { loadCharts, loadWeeks } from "./charts.queries.ts";
import { loadHealth, retryJob } from "./health.commands.ts";
import { pagesOf } from "./read-lists.ts";

/** A page of a list with its pagination; the exact total is also in X-Total-Count. */
export function paged<Answer extends { readonly total: number }>(
  c: AppContext,
  { page, limit }: Page,
  { total, ...list }: Answer,
) {
  c.header("X-Total-Count", String(total));
  const pagination: PageInfo = { total, ...pagesOf(page, limit, total) };
  return { ...list, pagination };
}

export function adminQueueRoutes({
  ctx,
  health,
  isTest,
}: Admin): Routes<
  | keyof typeof adminQueueEndpoints
  | keyof typeof adminWatchEndpoints
  | keyof typeof adminVerificationEndpoints
  | keyof typeof adminTariffEndpoints
  | keyof typeof adminCouponEndpoints
  | keyof typeof adminStockCodeEndpoints
> {
  return {
    "GET /api/admin/models": async ({ c, query }) => paged(c, query, await readSuggestions(ctx, query)),
    "POST /api/admin/models/{id}/approve": ({ actor, params, body }) =>
      approveSuggestion(ctx, actor, params.id, body.name),
    "POST /api/admin/models/{id}/merge": ({ actor, params, body }) =>
      mergeSuggestion(ctx, actor, params.id, body.into),
    "POST /api/admin/models/{id}/refuse": ({ actor, params }) => refuseSuggestion(ctx, actor, params.id),

    "GET /api/admin/users/{id}/reports": async ({ c, actor, params, query }) =>
      paged(c, query, await readReportsOfSeller(ctx, actor, params.id, query)),
    "GET /api/admin/users/{id}/payments": async ({ c, params, query }) =>
      paged(c, query, await loadHistory(ctx.db, params.id, query)),

    "GET /api/admin/reports": async ({ c, actor, query }) =>
      paged(c, query, await readReports(ctx, actor, query.state ?? "open", query)),
    "POST /api/admin/reports/{id}/hide": ({ actor, params, body }) =>
      decideReport(ctx, actor, params.id, "hide", body.reason ?? null),
    "POST /api/admin/reports/{id}/restore": ({ actor, params, body }) =>
      decideReport(ctx, actor, params.id, "restore", body.reason ?? null),
    "POST /api/admin/reports/{id}/dismiss": ({ actor, params }) =>
      decideReport(ctx, actor, params.id, "dismiss", null),

    "GET /api/admin/social": async ({ c, actor, query }) =>
      paged(c, query, await readPosts(ctx, actor, query.state ?? "waiting", query)),
    "POST /api/admin/social/{id}/posted": ({ actor, params }) => tickPost(ctx, actor, params.id, true),
    "DELETE /api/admin/social/{id}/posted": ({ actor, params }) => tickPost(ctx, actor, params.id, false),

    "GET /api/admin/verifications": async ({ c, query }) =>
      paged(c, query, await readVerifications(ctx, query.state ?? "waiting", query)),
    "GET /api/admin/verifications/{id}/document": async ({ c, params }) =>
      c.body(new Uint8Array(await readDocument(ctx, params.id)), 200, {
        "Content-Type": "image/jpeg",
        "Cache-Control": "private, no-store",
      }),
    "POST /api/admin/verifications/{id}/confirm": ({ actor, params }) =>
      decideVerification(ctx, actor, params.id, null),
    "POST /api/admin/verifications/{id}/refuse": ({ actor, params, body }) =>
      decideVerification(ctx, actor, params.id, body.reason),

    "GET /api/admin/tariffs": async ({ c, query }) => paged(c, query, await listTariffs(ctx.db, query)),
    "GET /api/admin/tariffs/{id}": ({ params }) => compareTariff(ctx, params.id),
    "POST /api/admin/tariffs": ({ actor, body }) => createTariff(ctx, actor, body),
    "PUT /api/admin/tariffs/{id}": ({ c, actor, params, body }) =>
      updateTariff(ctx, actor, params.id, body, readIfMatch(c)),
    "POST /api/admin/tariffs/{id}/activate": ({ actor, params }) => activateTariff(ctx, actor, params.id),

    "GET /api/admin/coupons": async ({ c, query }) => paged(c, query, await loadCoupons(ctx.db, query)),
    "POST /api/admin/coupons": ({ actor, body }) => createCoupon(ctx, actor, body),
    "DELETE /api/admin/coupons/{id}": ({ actor, params, query }) =>
      endCoupon(ctx, actor, params.id, query.reason),

    "GET /api/admin/stock-codes": async ({ c, query }) =>
      paged(c, query, await loadStockCodes(ctx.db, query)),
    "PUT /api/admin/stock-codes": ({ actor, body }) => putStockCode(ctx, actor, body),
    "DELETE /api/admin/stock-codes": ({ actor, query }) => removeStockCode(ctx, actor, query),

    "GET /api/admin/audit": async ({ c, query }) => paged(c, query, await loadAudit(ctx.db, query)),
    "GET /api/admin/charts": ({ query }) => loadCharts(ctx.db, query, isTest),
    "GET /api/admin/weeks": () => loadWeeks(ctx.db, isTest),
    "GET /api/admin/health": () => loadHealth(health),
    "POST /api/admin/jobs/{id}/retry": ({ actor, params }) => retryJob(ctx, actor, params.id),
  };
}
