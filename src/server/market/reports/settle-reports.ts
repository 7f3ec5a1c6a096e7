import type { Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { decideReports, type Decision, type WhichReports, writeReporterTold } from "./reports.queries.ts";

/** Mails the decision to a car's reporters. */
export const reportMailTask = "send_report_answer";

/**
 * Settles open reports in the transaction of the decision, and queues one mail to each address that the car's
 * reporters left. Settled reports are skipped. Lock the cars before (platform/README.md, "Locks").
 */
export async function settleReports(
  trx: Transaction<DB>,
  addJob: AddJob,
  which: WhichReports,
  decision: Decision,
): Promise<number> {
  const rows = await decideReports(trx, which, decision);
  const later = decision.tellAt === undefined ? {} : { runAt: decision.tellAt };
  // Anybody may type any address into any number of reports.
  const told = new Set<string>();
  for (const { id, car_id: carId, email } of rows) {
    if (email === null) continue;
    const mail = `${carId} ${email}`;
    if (told.has(mail)) await writeReporterTold(trx, id);
    else {
      const key = `report:${id}`;
      await addJob(reportMailTask, { reportId: id }, { trx, maxAttempts: 15, key, ...later });
    }
    told.add(mail);
  }
  return rows.length;
}
