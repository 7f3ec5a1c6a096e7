import { z } from "zod";
import { monthSummary } from "#contract/invoices.ts";
import { documentSchema, factsSchema } from "./invoice-facts.ts";

/** What a PDF file is made of: an invoice or credit note, or a month's sums. */
export const pdfWorkSchema = z.union([
  documentSchema,
  z.object({
    summary: monthSummary,
    company: factsSchema.shape.company,
    at: z.date(),
    isTest: z.boolean(),
  }),
]);
export type PdfWork = z.infer<typeof pdfWorkSchema>;
