import type { Kysely } from "kysely";
import type { AdminReport } from "#contract/admin-desk.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { PhotoUrl } from "#server/market/cars/present-car.ts";
import { lockCar } from "#server/market/cars/cars.queries.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { settleReports } from "#server/market/reports/settle-reports.ts";
import {
  type ReportState,
  findReportState,
  findReport,
  listReports,
  listReportsOfSeller,
  type ReportRow,
} from "./admin-reports.queries.ts";
import { loadAdminCars } from "./admin-rows.queries.ts";
import { lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import { hideCar, showCar, type VisibilityWrite } from "./car-visibility.ts";

export interface AdminReportsService {
  /** `open`: oldest first; `decided`: newest first. */
  list(
    admin: Actor,
    state: "open" | "decided",
    page: Page,
  ): Promise<{ reports: AdminReport[]; total: number }>;
  /** All reports of a seller's cars, newest first, with the total. */
  ofSeller(admin: Actor, sellerId: string, page: Page): Promise<{ reports: AdminReport[]; total: number }>;
  /**
   * Decides a report. Repeating a decision changes nothing. Throws report_not_found, report_decided for another
   * decision, report_car_gone. `reason`: for the owner's mail about hiding or showing the car.
   */
  decide(admin: Actor, id: string, decision: ReportDecision, reason: string | null): Promise<AdminReport>;
}

export type ReportDecision = "hide" | "restore" | "dismiss";

async function restore(write: VisibilityWrite, report: ReportState): Promise<void> {
  if (report.state === "restored") return;
  if (report.car_id === null) throw new AppError("report_car_gone");
  if (report.state !== "hidden") throw new AppError("report_decided");
  await showCar(write, report.car_id);
}

async function hide(write: VisibilityWrite, report: ReportState): Promise<void> {
  if (report.state === "hidden") return;
  if (report.car_id === null) throw new AppError("report_car_gone");
  if (report.state !== "open") throw new AppError("report_decided");
  await hideCar(write, report.car_id);
}

/** Admins' actions on reports. */
export function createAdminReportsService(deps: {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
  readonly photoUrl: PhotoUrl;
}): AdminReportsService {
  const { db, addJob, photoUrl } = deps;

  async function present(admin: Actor, rows: readonly ReportRow[]): Promise<AdminReport[]> {
    const carIds = [...new Set(rows.flatMap((row) => row.car_id ?? []))];
    const cars = new Map((await loadAdminCars(db, admin, carIds, photoUrl)).map((car) => [car._id, car]));
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

  async function dismiss({ trx, acting }: VisibilityWrite, report: ReportState): Promise<void> {
    if (report.state === "dismissed") return;
    if (report.state !== "open") throw new AppError("report_decided");
    await settleReports(trx, addJob, { report: report.id }, { state: "dismissed", by: acting.id });
  }

  const steps = { hide, restore, dismiss } as const;

  return {
    list: async (admin, state, page) => {
      const { rows, total } = await listReports(db, state, page);
      return { reports: await present(admin, rows), total };
    },

    ofSeller: async (admin, sellerId, page) => {
      const { rows, total } = await listReportsOfSeller(db, sellerId, page);
      return { reports: await present(admin, rows), total };
    },

    decide: async (admin, id, decision, reason) => {
      await db.transaction().execute(async (trx) => {
        const acting = await lockAdmin(trx, admin);
        const found = await findReportState(trx, id);
        if (found === undefined) throw new AppError("report_not_found");
        // The car is locked before its reports, as everywhere, to avoid deadlocks.
        if (found.car_id !== null) await lockCar(trx, found.car_id);
        const report = await findReportState(trx, id);
        if (report === undefined) throw new AppError("report_not_found");
        await steps[decision]({ trx, addJob, acting, reason }, report);
        const after = await findReportState(trx, id);
        if (after !== undefined && after.state !== report.state) {
          await writeAudit(trx, acting, [
            {
              action: `report.${decision}`,
              kind: "report",
              targetId: id,
              label: report.car_name,
              before: { state: report.state, reason: report.reason },
              after: { state: after.state },
            },
          ]);
        }
      });
      const [shown] = await present(admin, await findReport(db, id));
      if (shown === undefined) throw new AppError("report_not_found");
      return shown;
    },
  };
}
