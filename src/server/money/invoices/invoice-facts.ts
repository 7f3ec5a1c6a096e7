import { z } from "zod";
import { paymentMethods } from "#domain/payments/payment-methods.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";

const text = z.string().nullable().catch(null);

/** Who bought, as far as the account says it. */
export const buyerSchema = z.object({
  name: z.string(),
  email: text,
  /** A dealer's. */
  business: text,
  address: text,
  taxNumber: text,
});
export type Buyer = z.infer<typeof buyerSchema>;

/** What a document says beside its number, its sums and its buyer: frozen when it is issued. Cents of the payment's currency. */
export const factsSchema = z.object({
  company: z.object({
    name: z.string(),
    address: z.string(),
    businessNumber: z.string(),
    fiscalNumber: z.string(),
    vatNumber: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
  }),
  lines: z.array(z.object({ text: z.string(), cents: z.int() })),
  /** Null: the company is not registered for VAT. */
  vatPercent: z.number().nullable(),
  /** Euro for one dollar; null: nobody had entered one. */
  eurRate: z.number().positive().nullable(),
  method: z.enum(paymentMethods),
  /** The provider's id of the charge, or the number on the bank's or cash desk's paper. */
  reference: z.string().nullable(),
  /** Of a credit note: the invoice that it reduces, and whether the payer's bank took the money back. */
  credits: z.object({ number: z.string(), day: z.string(), byBank: z.boolean() }).nullable(),
});
export type InvoiceFacts = z.infer<typeof factsSchema>;

/** An issued invoice or credit note, as it is printed. */
export const documentSchema = z.object({
  id: z.string(),
  number: z.string(),
  isTest: z.boolean(),
  paymentId: z.string(),
  kind: z.enum(paymentKinds),
  currency: z.string(),
  gross: z.int(),
  net: z.int(),
  vat: z.int(),
  /** The day in Kosovo on which the money came or went back, "2026-11-23". */
  day: z.string(),
  issuedAt: z.date(),
  facts: factsSchema,
  buyer: buyerSchema.nullable(),
});
export type InvoiceDocument = z.infer<typeof documentSchema>;
