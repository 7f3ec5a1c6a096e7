import type { AdminReport } from "#contract/admin-queues.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { lockCar } from "#server/market/cars/cars.queries.ts";
import { type Page, readPage } from "#server/platform/db/page.ts";
import { AppError } from "#server/http/app-error.ts";
import { settleReports } from "#server/market/reports/settle-reports.commands.ts";
import { readAdminCars } from "./admin-rows.queries.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { hideCar, showCar, type VisibilityWrite } from "./car-visibility.commands.ts";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** The decision on a report. Throws report_not_found. */
async function findReportState(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom("reports")
    .select(["id", "car_id", "car_name", "state", "reason"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new AppError("report_not_found"));
}

function selectReports(db: Kysely<DB>) {
  return db
    .selectFrom("reports as r")
    .leftJoin("users as u", "u.id", "r.reporter_id")
    .leftJoin("users as a", "a.id", "r.decided_by")
    .selectAll("r")
    .select(["u.first_name", "u.last_name", "u.email as reporter_email", "a.email as admin_email"]);
}
type ReportState = Awaited<ReturnType<typeof findReportState>>;
type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>["executeTakeFirstOrThrow"]>>;

type ReportDecision = "hide" | "restore" | "dismiss";

async function restore(ctx: Context, write: VisibilityWrite, report: ReportState): Promise<void> {
  if (report.state === "restored") return;
  if (report.car_id === null) throw new AppError("report_car_gone");
  if (report.state !== "hidden") throw new AppError("report_decided");
  await showCar(ctx, write, report.car_id);
}

async function hide(ctx: Context, write: VisibilityWrite, report: ReportState): Promise<void> {
  if (report.state === "hidden") return;
  if (report.car_id === null) throw new AppError("report_car_gone");
  if (report.state !== "open") throw new AppError("report_decided");
  await hideCar(ctx, write, report.car_id);
}

async function dismiss(
  _: Context,
  { trx, addJob, acting }: VisibilityWrite,
  report: ReportState,
): Promise<void> {
  if (report.state === "dismissed") return;
  if (report.state !== "open") throw new AppError("report_decided");
  await settleReports(trx, addJob, { report: report.id }, { state: "dismissed", by: acting.id });
}

const steps = { hide, restore, dismiss } as const;

async function present(ctx: Context, admin: Actor, rows: readonly ReportRow[]): Promise<AdminReport[]> {
  const carIds = [...new Set(rows.flatMap((row) => row.car_id ?? []))];
  const cars = new Map((await readAdminCars(ctx, admin, carIds)).map((car) => [car._id, car]));
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    text: row.text,
    wantsAnswer: row.wants_answer,
    toldAt: row.told_at?.toISOString() ?? null,
    reporter:
      row.reporter_id === null || row.reporter_email === null
        ? null
        : {
            _id: row.reporter_id,
            firstName: row.first_name ?? "",
            lastName: row.last_name ?? "",
            email: row.reporter_email,
          },
    state: row.state,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.admin_email,
    carName: row.car_name,
    car: row.car_id === null ? null : (cars.get(row.car_id) ?? null),
  }));
}

/** `open`: oldest first; `decided`: newest first. */
export async function readReports(
  ctx: Context,
  admin: Actor,
  state: "open" | "decided",
  page: Page,
): Promise<{ reports: AdminReport[]; total: number }> {
  const open = state === "open";
  const reports = selectReports(ctx.db)
    .where("r.state", open ? "=" : "<>", "open")
    .orderBy(open ? sql`r.created_at` : sql`r.decided_at desc`)
    .orderBy("r.id");
  const { rows, total } = await readPage(ctx.db, reports, page);
  return { reports: await present(ctx, admin, rows), total };
}

/** All reports of a seller's cars, newest first, with their number. Index reports_seller. */
export async function readReportsOfSeller(
  ctx: Context,
  admin: Actor,
  sellerId: string,
  page: Page,
): Promise<{ reports: AdminReport[]; total: number }> {
  const reports = selectReports(ctx.db)
    .where("r.seller_id", "=", sellerId)
    .orderBy("r.created_at", "desc")
    .orderBy("r.id");
  const { rows, total } = await readPage(ctx.db, reports, page);
  return { reports: await present(ctx, admin, rows), total };
}

/**
 * Decides a report. Doing once more what is done changes nothing. Throws report_not_found, report_decided where it
 * was decided otherwise, report_car_gone. `reason`: for the car's owner, who gets a mail where it is hidden or shown
 * again.
 */
export async function decideReport(
  ctx: Context,
  admin: Actor,
  id: string,
  decision: ReportDecision,
  reason: string | null,
): Promise<AdminReport> {
  await adminWrite(ctx, admin, { reason }, async (write) => {
    const { trx } = write;
    const found = await findReportState(trx, id);
    // The car is locked before its reports, as everywhere, so that there is no deadlock.
    if (found.car_id !== null) await lockCar(trx, found.car_id);
    const report = await findReportState(trx, id);
    await steps[decision](ctx, write, report);
    const after = await findReportState(trx, id);
    if (after.state === report.state) return;
    // The reason stands with the car, which is hidden or shown by the same write.
    await write.audit({
      action: `report.${decision}`,
      kind: "report",
      targetId: id,
      label: report.car_name,
      before: { state: report.state, reason: report.reason },
      after: { state: after.state },
      reason: null,
    });
  });
  const [shown] = await present(ctx, admin, await selectReports(ctx.db).where("r.id", "=", id).execute());
  if (shown === undefined) throw new AppError("report_not_found");
  return shown;
}
