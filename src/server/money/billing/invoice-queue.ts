import type { Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";

/** The job that issues what a payment lacks: its invoice, and a credit note for each part that went back. */
export const invoiceTask = "issue_invoices";

/** Queues it in the transaction in which money came or went back. */
export async function queueInvoices(trx: Transaction<DB>, addJob: AddJob, paymentId: string): Promise<void> {
  await addJob(invoiceTask, { paymentId }, { trx, maxAttempts: 15, key: `invoices:${paymentId}` });
}
