import type { adminPaymentEndpoints } from "#contract/admin-payments.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { idempotencyOf } from "#server/http/idempotency.ts";
import { enterPayment } from "#server/money/billing/desk-payments.commands.ts";
import { refundPayment } from "#server/money/billing/refunds.commands.ts";
import { csvResponse } from "#server/http/csv-response.ts";
import type { Routes } from "#server/http/route.ts";
import type { Admin } from "./admin.ts";
import { readPayment, readWaiting } from "./admin-payments.commands.ts";
import { exportPayments, sumPayments } from "./export-payments.ts";
import { loadPayments } from "./admin-payments.queries.ts";
import { paged } from "./queues.routes.ts";

export function adminPaymentsRoutes({
  ctx,
  files,
  isSandbox,
  isTest,
}: Admin): Routes<keyof typeof adminPaymentEndpoints> {
  return {
    "GET /api/admin/payments": async ({ c, query }) => paged(c, query, await loadPayments(ctx.db, query)),
    "POST /api/admin/payments": async ({ c, actor, body }) => {
      const request = idempotencyOf(c, actor.id, "POST /api/admin/payments", body);
      return readPayment(ctx, await enterPayment(ctx, actor, body, request), isSandbox);
    },
    "GET /api/admin/users/{id}/waiting-payments": ({ params }) => readWaiting(ctx, params.id),
    "GET /api/admin/payments/export.csv": async ({ c, actor, query }) => {
      const { from, to } = query;
      const name = [adminPaymentMessages.export.file, from, to]
        .filter((part) => part !== undefined)
        .join("-");
      return csvResponse(c, `${name}.csv`, await exportPayments(ctx, files, actor, { from, to, isTest }));
    },
    "GET /api/admin/payments/sums": ({ query: { from, to } }) => sumPayments(ctx, { from, to, isTest }),
    "GET /api/admin/payments/{id}": ({ params }) => readPayment(ctx, params.id, isSandbox),
    "POST /api/admin/payments/{id}/refund": async ({ c, actor, params: { id }, body }) => {
      const request = idempotencyOf(c, actor.id, `POST /api/admin/payments/${id}/refund`, body);
      await refundPayment(ctx, actor, id, body, request);
      return readPayment(ctx, id, isSandbox);
    },
  };
}
