import type { statisticsEndpoints } from "#contract/statistics.ts";
import { statisticsMessages as messages } from "#domain/messages/statistics.ts";
import type { CarsService } from "#server/cars/cars.service.ts";
import type { Limits } from "#server/http/limits.ts";
import { pageQuery } from "#server/http/parse.ts";
import type { Routes } from "#server/http/route.ts";
import type { Statistics } from "./statistics.ts";

const reportPage = { limit: 100, max: 500 };

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

    "GET /api/dealer/report": async ({ c, actor, query }) => {
      const { report, total } = await service.ofStock(actor, query.days, pageQuery(c, reportPage));
      c.header("X-Total-Count", String(total));
      return report;
    },

    "GET /api/dealer/report.csv": async ({ c, actor, query }) =>
      c.body(await service.stockFile(actor, query.days), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${messages.fileName}"`,
      }),

    "GET /api/dealer/report-mails": ({ actor }) => service.mails(actor),
    "PUT /api/dealer/report-mails": ({ actor, body }) => service.switchMails(actor, body.enabled),
  };
}
