import { type Transaction, sql } from "kysely";
import type { ReportState } from "#domain/reports/report-reasons.ts";
import type { DB } from "#server/db/tables.ts";
import type { AddJob } from "#server/jobs/jobs.ts";

export const reportMailTask = "send_report_mail";

/** Which reports: one, or all of these cars, or of all cars of these people. */
export type WhichReports =
  | { readonly report: string }
  | { readonly cars: readonly string[] }
  | { readonly owners: readonly string[] };

/**
 * Settles open reports, in the transaction that does what they ask for, and queues the one mail of each reporter who left
 * an address. A report that is settled already is left alone. `by`: the admin, null where an owner's deletion settles it.
 */
export async function settleReports(
  trx: Transaction<DB>,
  addJob: AddJob,
  which: WhichReports,
  decision: { readonly state: Exclude<ReportState, "open" | "restored">; readonly by: string | null },
): Promise<number> {
  const condition =
    "report" in which
      ? sql`r.id = ${which.report}`
      : "cars" in which
        ? sql`r.car_id = any(${which.cars}::uuid[])`
        : sql`r.car_id in (select id from cars where owner_id = any(${which.owners}::uuid[]))`;
  const { rows } = await sql<{ id: string; tell: boolean }>`
    update reports r
    set state = ${decision.state}, decided_at = now(), decided_by = ${decision.by}::uuid
    where r.state = 'open' and ${condition}
    returning r.id, r.email is not null as tell`.execute(trx);
  for (const { id, tell } of rows)
    if (tell) await addJob(reportMailTask, { reportId: id }, { trx, maxAttempts: 15, key: `report:${id}` });
  return rows.length;
}
