import type { adminPaymentEndpoints } from "#contract/admin-payments.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { idempotencyOf } from "#server/http/idempotency.ts";
import { enterPayment } from "#server/money/billing/desk-payments.commands.ts";
import { refundPayment } from "#server/money/billing/desk-refunds.commands.ts";
import { csvResponse } from "#server/http/csv-response.ts";
import type { Routes } from "#server/http/route.ts";
import type { Admin } from "./admin.ts";
import { loadPayments } from "./admin-payments.queries.ts";
import { pagination } from "./desk.routes.ts";

/** The contract's adminPaymentEndpoints. */
export function adminPaymentsRoutes({
  ctx,
  db,
  payments,
  paymentExports,
}: Admin): Routes<keyof typeof adminPaymentEndpoints> {
  return {
    "GET /api/admin/payments": async ({ c, query }) => {
      const { payments: found, total } = await loadPayments(db, query);
      return { payments: found, pagination: pagination(c, query, total) };
    },
    "POST /api/admin/payments": async ({ c, actor, body }) => {
      const request = idempotencyOf(c, actor.id, "POST /api/admin/payments", body);
      return payments.details(await enterPayment(ctx, actor, body, request));
    },
    "GET /api/admin/users/{id}/waiting-payments": ({ params }) => payments.waiting(params.id),
    "GET /api/admin/payments/export.csv": async ({ c, actor, query }) => {
      const { from, to } = query;
      const name = [adminPaymentMessages.export.file, from, to]
        .filter((part) => part !== undefined)
        .join("-");
      return csvResponse(c, `${name}.csv`, await paymentExports.file(actor, query));
    },
    "GET /api/admin/payments/sums": ({ query }) => paymentExports.sums(query),
    "GET /api/admin/payments/{id}": ({ params }) => payments.details(params.id),
    "POST /api/admin/payments/{id}/refund": async ({ c, actor, params: { id }, body }) => {
      const request = idempotencyOf(c, actor.id, `POST /api/admin/payments/${id}/refund`, body);
      await refundPayment(ctx, actor, id, body, request);
      return payments.details(id);
    },
  };
}
