/** Mails about a payment to its payer, as their keys begin (server/money/billing/mail-queue.ts, server/money/invoices/). */
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
