import type { Transaction } from "kysely";
import { disputeStage } from "#domain/payments/money-back.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { insertMailKey } from "./payment-mails.queries.ts";

export const mailTask = "send_payment_mail";

/** A queued mail: the ids of its subject, which is read when the mail is sent. */
export type PaymentMail =
  | { readonly mail: "receipt" | "started" | "refunded"; readonly paymentId: string }
  /** Of months paid by bank or cash. */
  | { readonly mail: "monthsEnding" | "monthsEnded"; readonly monthsOf: string }
  | { readonly mail: "partlyRefunded"; readonly refundId: string }
  | { readonly mail: "suspended" | "resumed"; readonly paymentId: string; readonly disputeId: string }
  | {
      readonly mail: "disputeForAdmin";
      readonly disputeId: string;
      /** The provider's, as it was then. */
      readonly status: string;
      readonly adminId: string;
    }
  | { readonly mail: "failed"; readonly subscriptionId: string; readonly invoiceId: string }
  /** `at`: from when the dealer is charged `cents` a month. */
  | {
      readonly mail: "feeChanges";
      readonly subscriptionId: string;
      readonly cents: number;
      readonly at: string;
    }
  /** `at` of an end: "unpaid" where a month was never paid. */
  | { readonly mail: "ending" | "ended"; readonly subscriptionId: string; readonly at: string };

/** One mail a subject: this names the subject. */
export function mailKey(mail: PaymentMail): string {
  if (mail.mail === "disputeForAdmin")
    return `dispute:${mail.disputeId}:${disputeStage(mail.status)}:${mail.adminId}`;
  if ("disputeId" in mail) return `${mail.mail}:${mail.disputeId}`;
  if ("monthsOf" in mail) return `${mail.mail === "monthsEnding" ? "ending" : "ended"}:${mail.monthsOf}`;
  if ("refundId" in mail) return `partly_refunded:${mail.refundId}`;
  if ("paymentId" in mail) return `${mail.mail}:${mail.paymentId}`;
  if (mail.mail === "failed") return `${mail.mail}:${mail.invoiceId}`;
  if (mail.mail === "feeChanges") return `fee_changes:${mail.subscriptionId}:${mail.cents}:${mail.at}`;
  return mail.mail === "ended" ? `ended:${mail.subscriptionId}` : `ending:${mail.subscriptionId}:${mail.at}`;
}

/** Queues a mail in the transaction that it is about; the same one is queued once. */
export async function queueMail(trx: Transaction<DB>, addJob: AddJob, mail: PaymentMail): Promise<void> {
  if (await insertMailKey(trx, mailKey(mail))) await addJob(mailTask, mail, { trx, maxAttempts: 15 });
}
