import type { invoiceEndpoints } from "#contract/invoices.ts";
import type { Limits } from "#server/http/limits.ts";
import type { Routes } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import type { Invoices, PdfFile } from "./invoices.ts";

/** A PDF file as an answer to be stored. */
export function pdfFile(c: AppContext, { name, bytes }: PdfFile): Response {
  // The name in full, and without letters that a header can't carry.
  const plain = name.normalize("NFD").replaceAll(/[^\w.-]/g, "");
  return c.body(bytes, 200, {
    "Content-Type": "application/pdf",
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
}

/** The contract's invoiceEndpoints. */
export function invoicesRoutes({
  invoices,
  limits,
}: {
  invoices: Invoices;
  limits: Pick<Limits, "invoiceFile">;
}): Routes<keyof typeof invoiceEndpoints> {
  return {
    "GET /api/payment/invoices/{id}": {
      limit: limits.invoiceFile,
      handle: async ({ c, actor, params }) =>
        pdfFile(c, await invoices.file(params.id, { payerId: actor.id })),
    },
  };
}
