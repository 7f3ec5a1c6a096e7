import type { Kysely } from "kysely";
import type { AdminHealth } from "#contract/admin-watch.ts";
import type { Context } from "#server/context.ts";
import type { PhotoUrl } from "#server/market/cars/present-car.ts";
import type { Config } from "#server/config.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Invoices } from "#server/money/invoices/invoices.ts";
import type { AddJob, ScheduledTask, Task } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import type { PhotoCleaner } from "#server/market/photos/photo-cleaner.ts";
import { type AdminCarsService, createAdminCarsService } from "./admin-cars.service.ts";
import { type AdminPaymentsService, createAdminPaymentsService } from "./admin-payments.service.ts";
import { type AdminModelsService, createAdminModelsService } from "./admin-models.service.ts";
import { type AdminReportsService, createAdminReportsService } from "./admin-reports.service.ts";
import { type AdminSocialService, createAdminSocialService } from "./admin-social.service.ts";
import { type AdminTariffsService, createAdminTariffsService } from "./admin-tariffs.service.ts";
import { type AdminUsersService, createAdminUsersService } from "./admin-users.service.ts";
import { sweepAudit } from "./audit.queries.ts";
import { sweepDocuments } from "#server/dealers/verifications.queries.ts";
import { createCsvFiles } from "./csv-files.ts";
import { createPaymentExports, type PaymentExports } from "./export-payments.ts";
import { createListExports, type ListExports } from "./export-lists.ts";
import type { HealthDeps } from "./health.ts";
import { type AdminListsService, createAdminListsService } from "./lists.service.ts";
import { PhotoBytes } from "./photo-bytes.ts";
import { removePhotosTasks } from "./remove-photos.ts";
import { type AdminVerificationsService, createAdminVerificationsService } from "./verifications.service.ts";
import { createSuspensionsService, type SuspensionsService } from "./suspensions.service.ts";

export interface AdminDeps {
  readonly ctx: Context;
  readonly db: Kysely<DB>;
  readonly config: Config;
  readonly log: Logger;
  readonly addJob: AddJob;
  readonly photoUrl: PhotoUrl;
  readonly cleaner: PhotoCleaner;
  readonly refreshCatalogue: () => void;
  readonly refreshTariffs: () => void;
  readonly searchState: () => AdminHealth["search"];
  readonly providerState: HealthDeps["providerState"];
  readonly mailTasks: readonly string[];
  readonly invoices: Invoices;
  readonly settings: () => Settings;
}

/** The administration, wired. */
export interface Admin {
  readonly ctx: Context;
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
  readonly lists: AdminListsService;
  readonly exports: ListExports;
  readonly users: AdminUsersService;
  readonly suspensions: SuspensionsService;
  readonly verifications: AdminVerificationsService;
  readonly cars: AdminCarsService;
  readonly models: AdminModelsService;
  readonly reports: AdminReportsService;
  readonly social: AdminSocialService;
  readonly tariffs: AdminTariffsService;
  readonly payments: AdminPaymentsService;
  readonly paymentExports: PaymentExports;
  readonly invoices: Invoices;
  readonly health: HealthDeps;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
}

/** Wires the administration; starts nothing. */
export function createAdmin(deps: AdminDeps): Admin {
  const { db, config, log, addJob, photoUrl, cleaner, refreshCatalogue, searchState, mailTasks } = deps;
  const { publicUrl } = config.site;
  const photoBytes = config.photos.store === "disk" ? new PhotoBytes(config.photos.folder) : null;
  const files = createCsvFiles();
  return {
    ctx: deps.ctx,
    db,
    addJob,
    lists: createAdminListsService({ db, photoUrl }),
    exports: createListExports({ db, files }),
    paymentExports: createPaymentExports({ db, files, settings: deps.settings }),
    users: createAdminUsersService({ db, addJob, log }),
    suspensions: createSuspensionsService({ db, addJob }),
    verifications: createAdminVerificationsService({ db, addJob, now: () => new Date() }),
    cars: createAdminCarsService({ db, addJob, log, photoUrl }),
    models: createAdminModelsService({ db, refreshCatalogue }),
    reports: createAdminReportsService({ db, addJob, photoUrl }),
    tariffs: createAdminTariffsService({ db, refreshTariffs: deps.refreshTariffs }),
    social: createAdminSocialService({ db, photoUrl, publicUrl }),
    payments: createAdminPaymentsService({ db, sandbox: config.payments.mode === "sandbox" }),
    invoices: deps.invoices,
    health: {
      db,
      config,
      photoBytes,
      searchState,
      providerState: deps.providerState,
      webhookSecret: deps.ctx.provider.webhookSecret,
      mailTasks,
    },
    tasks: removePhotosTasks(cleaner),
    schedule: {
      sweep_audit: { cron: "23 3 * * *", run: () => sweepAudit(db) },
      sweep_verification_documents: { cron: "47 3 * * *", run: () => sweepDocuments(db) },
    },
  };
}
