import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { idParams } from "./common.ts";

/** An invoice or credit note in a list of payments; dollars or euro, as the payment. */
export const paymentDocument = z.object({
  id: z.string(),
  number: z.string(),
  isCreditNote: z.boolean(),
  amount: z.number(),
});
export type PaymentDocument = z.infer<typeof paymentDocument>;

export const invoiceEndpoints = {
  "GET /api/payment/invoices/{id}": {
    access: "user",
    status: 200,
    params: idParams,
    output: "pdf",
    summary: "An invoice or credit note of one's own as a PDF file; 404 for anybody else's.",
  },
  "GET /api/admin/invoices/{id}": {
    access: "admin",
    status: 200,
    params: idParams,
    output: "pdf",
    summary: "Any invoice or credit note as a PDF file.",
  },
} as const satisfies Record<string, Endpoint>;
