import { type Kysely, sql, type Transaction } from "kysely";
import type { ReportState } from "#domain/reports/report-reasons.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";

/** Mails the decision to a car's reporters. */
export const reportMailTask = "send_report_answer";

/** Selects one report, or all of these cars. */
type WhichReports = { readonly report: string } | { readonly cars: readonly string[] };

/** The decision of an open report. `by`: the admin, null if an owner's deletion settles it. */
interface Decision {
  readonly state: Exclude<ReportState, "open" | "restored">;
  readonly by: string | null;
  /** When its reporters are told; at once by default. */
  readonly tellAt?: Date | undefined;
}

/** Deletes the reporter's address after the mail, or if another report's mail says the same. */
export async function writeReporterTold(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update reports set email = null, told_at = now() where id = ${id}`.execute(db);
}

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
  const condition =
    "report" in which ? sql`r.id = ${which.report}` : sql`r.car_id = any(${which.cars}::uuid[])`;
  const { rows } = await sql<{ id: string; car_id: string; email: string | null }>`
    update reports r
    set state = ${decision.state}, decided_at = now(), decided_by = ${decision.by}::uuid
    where r.state = 'open' and ${condition}
    returning r.id, r.car_id, r.email`.execute(trx);
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
