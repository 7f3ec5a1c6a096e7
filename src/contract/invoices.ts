import { z } from "zod";
import { invoiceMessages as text } from "#domain/messages/invoices.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { adminPage, pageQuery, searchText } from "./admin-lists.ts";
import type { Endpoint } from "./endpoint.ts";
import { idParams } from "./common.ts";
import { pageInfo } from "./admin-queues.ts";

const month = z.string(text.monthInvalid).regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, text.monthInvalid);

/** A month in Kosovo, "2026-11". */
const monthQuery = z.object({ month });

/** `q`: words of the number, the buyer's name, business, tax number or e-mail; `month` filters. */
const invoiceListQuery = pageQuery.extend({ q: searchText, month: month.optional() });

/** An issued document in the list. Amounts in units of `currency`; those of credit notes are negative money. */
const adminInvoice = z.object({
  id: z.string(),
  number: z.string(),
  isCreditNote: z.boolean(),
  /** The day on which the money moved, "2026-11-23". */
  day: z.string(),
  kind: z.enum(paymentKinds),
  currency: z.string(),
  gross: z.number(),
  vat: z.number(),
  /** The business, else the person; null if erased. */
  buyer: z.string().nullable(),
  email: z.string().nullable(),
  paymentId: z.string(),
});
export type AdminInvoice = z.infer<typeof adminInvoice>;

const sums = z.object({ count: z.number(), gross: z.number(), net: z.number(), vat: z.number() });

/**
 * The sums of a month's documents. `rest` is invoices minus credit notes; `inEuro` by each document's rate,
 * null if one has none.
 */
export const monthSummary = z.object({
  month: z.string(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      kinds: z.array(z.object({ kind: z.enum(paymentKinds), invoices: sums, creditNotes: sums })),
      invoices: sums,
      creditNotes: sums,
      rest: sums.omit({ count: true }),
      inEuro: z.object({ gross: z.number(), vat: z.number() }).nullable(),
    }),
  ),
  /** Payments and refunds of the month without a document yet. */
  missing: z.number(),
  /** The sums equal the ledger's. */
  agrees: z.boolean(),
});
export type MonthSummary = z.infer<typeof monthSummary>;

export const invoiceEndpoints = {
  "GET /api/payment/invoices/{id}": {
    access: "user",
    errors: ["too_many_requests"],
    status: 200,
    params: idParams,
    output: "pdf",
    summary: "An invoice or credit note of one's own as a PDF file; 404 for anybody else's.",
  },
} as const satisfies Record<string, Endpoint>;

export const adminInvoiceEndpoints = {
  "GET /api/admin/invoices": {
    ...adminPage,
    query: invoiceListQuery,
    output: z.object({ invoices: z.array(adminInvoice), pagination: pageInfo }),
    summary: "Invoices and credit notes, newest first; q, month, page, limit.",
  },
  "GET /api/admin/invoices/summary": {
    access: "admin",
    status: 200,
    query: monthQuery,
    output: monthSummary,
    summary: "A month's invoices and credit notes, summed, and whether they are the ledger's.",
  },
  "GET /api/admin/invoices/summary.pdf": {
    access: "admin",
    status: 200,
    query: monthQuery,
    output: "pdf",
    summary: "The same as a PDF file, for the accountant.",
  },
  "GET /api/admin/invoices/{id}": {
    access: "admin",
    status: 200,
    params: idParams,
    output: "pdf",
    summary: "Any invoice or credit note as a PDF file.",
  },
} as const satisfies Record<string, Endpoint>;
