import type { Transaction } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import { decideReports, type Decision, type WhichReports } from "./reports.queries.ts";

export const reportMailTask = "send_report_mail";

/**
 * Settles open reports, in the transaction that does what they ask for, and queues the one mail of each reporter who left
 * an address. A report that is settled already is left alone. The cars are locked before (ARCHITECTURE.md, "Locks").
 */
export async function settleReports(
  trx: Transaction<DB>,
  addJob: AddJob,
  which: WhichReports,
  decision: Decision,
): Promise<number> {
  const rows = await decideReports(trx, which, decision);
  for (const { id, tell } of rows)
    if (tell) await addJob(reportMailTask, { reportId: id }, { trx, maxAttempts: 15, key: `report:${id}` });
  return rows.length;
}
