/**
 * Kinds of mails to a payment's payer: prefixes of their keys (server/money/billing/mail-queue.ts,
 * server/money/invoices/).
 */
export const payerMails = [
  "receipt",
  "started",
  "failed",
  "refunded",
  "partly_refunded",
  "suspended",
  "resumed",
  "ending",
  "ended",
  "invoice",
  "credit_note",
] as const;
export type PayerMail = (typeof payerMails)[number];
