import type { adminInvoiceEndpoints } from "#contract/invoices.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import type { Routes } from "#server/http/route.ts";
import { pdfFile } from "#server/money/invoices/invoices.routes.ts";
import { listDocuments } from "#server/money/invoices/summary.queries.ts";
import type { Admin } from "./admin.ts";
import { paged } from "./queues.routes.ts";
import { containing, plainWords } from "#server/platform/db/search-words.ts";

export function adminInvoicesRoutes({ ctx, invoices }: Admin): Routes<keyof typeof adminInvoiceEndpoints> {
  return {
    "GET /api/admin/invoices": async ({ c, query }) => {
      const patterns = plainWords(query.q ?? "").map(containing);
      const { rows, total } = await listDocuments(ctx.db, { patterns, month: query.month ?? null }, query);
      const invoices = rows.map(({ gross, vat, ...row }) =>
        Object.assign(row, { gross: centsToDollars(gross), vat: centsToDollars(vat) }),
      );
      return paged(c, query, { invoices, total });
    },
    "GET /api/admin/invoices/summary": ({ query }) => invoices.summary(query.month),
    "GET /api/admin/invoices/summary.pdf": async ({ c, query }) =>
      pdfFile(c, await invoices.summaryFile(query.month)),
    "GET /api/admin/invoices/{id}": async ({ c, params }) => pdfFile(c, await invoices.file(params.id)),
  };
}
