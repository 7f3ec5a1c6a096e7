/** Mails about a payment to its payer, as their keys begin (server/billing/mail-queue.ts). */
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
] as const;
export type PayerMail = (typeof payerMails)[number];
