import type { Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { decideReports, type Decision, type WhichReports, writeReporterTold } from "./reports.queries.ts";

/** Mails reporters of a car what was decided. */
export const reportMailTask = "send_report_answer";

/**
 * Settles open reports, in the transaction that does what they ask for, and queues one mail to each address that reporters
 * of a car have left. A report that is settled already is left alone. The cars are locked before (platform/README.md, "Locks").
 */
export async function settleReports(
  trx: Transaction<DB>,
  addJob: AddJob,
  which: WhichReports,
  decision: Decision,
): Promise<number> {
  const rows = await decideReports(trx, which, decision);
  // Anybody may have written any address into any number of them.
  const told = new Set<string>();
  for (const { id, car_id: carId, email } of rows) {
    if (email === null) continue;
    const mail = `${carId} ${email}`;
    if (told.has(mail)) await writeReporterTold(trx, id);
    else await addJob(reportMailTask, { reportId: id }, { trx, maxAttempts: 15, key: `report:${id}` });
    told.add(mail);
  }
  return rows.length;
}
