import type { statisticsEndpoints } from "#contract/statistics.ts";
import { statisticsMessages as messages } from "#domain/messages/statistics.ts";
import { requireVisible } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import { pageQuery } from "#server/http/parse.ts";
import { csvResponse } from "#server/http/csv-response.ts";
import type { Routes } from "#server/http/route.ts";
import type { Shown } from "#server/market/recording/shown.ts";
import {
  carStatistics,
  stockReportMails,
  setStockReportMails,
  stockReport,
  stockReportFile,
} from "./read-statistics.ts";

const reportPage = { limit: 100, max: 500 };

export function statisticsRoutes(
  ctx: Context,
  shown: Pick<Shown, "done">,
): Routes<keyof typeof statisticsEndpoints> {
  return {
    "POST /api/cars/{id}/events": {
      limit: ctx.limits.carEvent,
      handle: async ({ c, actor, params, body }) => {
        await requireVisible(ctx, actor, params.id);
        shown.done(c, body.kind, params.id);
      },
    },

    "GET /api/cars/{id}/stats": ({ actor, params, query }) =>
      carStatistics(ctx, actor, params.id, query.days),

    "GET /api/dealer/report": async ({ c, actor, query }) => {
      const { report, total } = await stockReport(ctx, actor, query.days, pageQuery(c, reportPage));
      c.header("X-Total-Count", String(total));
      return report;
    },

    "GET /api/dealer/report.csv": async ({ c, actor, query }) =>
      csvResponse(c, messages.fileName, await stockReportFile(ctx, actor, query.days)),

    "GET /api/dealer/report-mails": ({ actor }) => stockReportMails(ctx, actor),
    "PUT /api/dealer/report-mails": ({ actor, body }) => setStockReportMails(ctx, actor, body.enabled),
  };
}
