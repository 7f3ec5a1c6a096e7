import { type Kysely, sql, type Transaction } from "kysely";
import { type Page, readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The decision on a report. */
export async function findReportState(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom("reports")
    .select(["id", "car_id", "car_name", "state", "reason"])
    .where("id", "=", id)
    .executeTakeFirst();
}

function selectReports(db: Kysely<DB>) {
  return db
    .selectFrom("reports as r")
    .leftJoin("users as u", "u.id", "r.reporter_id")
    .leftJoin("users as a", "a.id", "r.decided_by")
    .selectAll("r")
    .select(["u.first_name", "u.last_name", "u.email as reporter_email", "a.email as admin_email"]);
}
export type ReportState = NonNullable<Awaited<ReturnType<typeof findReportState>>>;
export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>["executeTakeFirstOrThrow"]>>;

/** A page with the exact total: open ones oldest first, decided ones newest first. */
export async function listReports(
  db: Kysely<DB>,
  state: "open" | "decided",
  page: Page,
): Promise<{ rows: ReportRow[]; total: number }> {
  const open = state === "open";
  return readPage(
    db,
    selectReports(db)
      .where("r.state", open ? "=" : "<>", "open")
      .orderBy(open ? sql`r.created_at` : sql`r.decided_at desc`)
      .orderBy("r.id"),
    page,
  );
}

/** All reports of a seller's cars, newest first. Index reports_seller. */
export async function listReportsOfSeller(
  db: Kysely<DB>,
  sellerId: string,
  page: Page,
): Promise<{ rows: ReportRow[]; total: number }> {
  return readPage(
    db,
    selectReports(db).where("r.seller_id", "=", sellerId).orderBy("r.created_at", "desc").orderBy("r.id"),
    page,
  );
}

/** The report, or none. */
export function findReport(db: Kysely<DB>, id: string): Promise<ReportRow[]> {
  return selectReports(db).where("r.id", "=", id).execute();
}
