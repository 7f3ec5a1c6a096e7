import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { CarReport } from "#contract/reports.ts";
import { reportLimits, type ReportState } from "#domain/reports/report-reasons.ts";
import { accessColumns } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The reported car and its access data. */
export function findReportedCar(db: Kysely<DB>, carId: string) {
  return db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select(["c.brand", "c.model", "c.year", ...accessColumns])
    .where("c.id", "=", carId)
    .executeTakeFirst();
}

/**
 * Inserts an open report, unless enough of guests or accounts wait; an account's second one of a car replaces
 * its first.
 */
export async function insertReport(
  db: Kysely<DB>,
  car: { id: string; name: string; ownerId: string },
  { reason, text, email }: CarReport,
  reporterId: string | null,
): Promise<void> {
  await sql`
    insert into reports (id, car_id, car_name, reason, text, email, wants_answer, reporter_id, seller_id)
    select ${uuidv7()}::uuid, ${car.id}::uuid, ${car.name}, ${reason}, ${text}::text, ${email}::text,
      ${email !== null}::boolean, ${reporterId}::uuid, ${car.ownerId}::uuid
    where (
      select count(*) from reports
      where car_id = ${car.id} and state = 'open' and (reporter_id is null) = ${reporterId === null}
    ) < ${reportLimits.maxOpenPerCar}
    on conflict (reporter_id, car_id) where reporter_id is not null and state = 'open' do update
    set reason = excluded.reason, text = excluded.text, email = coalesce(excluded.email, reports.email),
      wants_answer = excluded.wants_answer or reports.wants_answer`.execute(db);
}

/** Selects one report, or all of these cars. */
export type WhichReports = { readonly report: string } | { readonly cars: readonly string[] };

/** The decision of an open report. `by`: the admin, null if an owner's deletion settles it. */
export interface Decision {
  readonly state: Exclude<ReportState, "open" | "restored">;
  readonly by: string | null;
  /** When its reporters are told; at once by default. */
  readonly tellAt?: Date | undefined;
}

/** Decides those of these reports that are open; returns them, with the address that awaits an answer. */
export async function decideReports(
  trx: Transaction<DB>,
  which: WhichReports,
  decision: Decision,
): Promise<{ id: string; car_id: string; email: string | null }[]> {
  const condition =
    "report" in which ? sql`r.id = ${which.report}` : sql`r.car_id = any(${which.cars}::uuid[])`;
  const { rows } = await sql<{ id: string; car_id: string; email: string | null }>`
    update reports r
    set state = ${decision.state}, decided_at = now(), decided_by = ${decision.by}::uuid
    where r.state = 'open' and ${condition}
    returning r.id, r.car_id, r.email`.execute(trx);
  return rows;
}

/** Data for the mail to a reporter. */
export function findReport(db: Kysely<DB>, id: string) {
  return db
    .selectFrom("reports")
    .select(["state", "email", "car_id", "car_name"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Deletes the reporter's address after the mail, or if another report's mail says the same. */
export async function writeReporterTold(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update reports set email = null, told_at = now() where id = ${id}`.execute(db);
}
