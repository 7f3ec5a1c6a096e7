import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { isTestMode } from "#server/money/billing/provider.ts";
import type { Invoices } from "#server/money/invoices/invoices.ts";
import type { BackgroundWork } from "#server/platform/jobs/jobs.ts";
import type { PhotoCleaner } from "#server/market/photos/photo-cleaner.ts";
import { sweepAudit } from "./audit-log.queries.ts";
import { sweepDocuments } from "#server/dealers/verifications.queries.ts";
import { createCsvFiles, type CsvFiles } from "./csv-files.ts";
import type { HealthDeps } from "./health.commands.ts";
import { PhotoBytes } from "./photo-bytes.ts";
import { removePhotosTasks } from "./remove-photos.ts";

interface AdminDeps extends Pick<HealthDeps, "config" | "searchState" | "providerState" | "mailTasks"> {
  readonly ctx: Context;
  readonly config: Config;
  readonly cleaner: PhotoCleaner;
  readonly invoices: Invoices;
}

/** What the administration's routes work with. */
export interface Admin extends BackgroundWork {
  readonly ctx: Context;
  /** Files that are written as they are read. */
  readonly files: CsvFiles;
  /** The payment provider is the sandbox, which has no dashboard. */
  readonly isSandbox: boolean;
  /** No real money moves: the books are those of test mode. */
  readonly isTest: boolean;
  readonly invoices: Invoices;
  readonly health: HealthDeps;
}

/** Wires the administration; starts nothing. */
export function createAdmin({ ctx, cleaner, invoices, ...health }: AdminDeps): Admin {
  const { db } = ctx;
  const { photos, payments } = health.config;
  return {
    ctx,
    files: createCsvFiles(),
    isSandbox: payments.mode === "sandbox",
    isTest: isTestMode(payments),
    invoices,
    health: {
      ...health,
      db,
      webhookSecret: ctx.provider.webhookSecret,
      photoBytes: photos.store === "disk" ? new PhotoBytes(photos.folder) : null,
    },
    tasks: removePhotosTasks(cleaner),
    schedule: {
      sweep_audit: { cron: "23 3 * * *", run: () => sweepAudit(db) },
      sweep_verification_documents: { cron: "47 3 * * *", run: () => sweepDocuments(db) },
    },
  };
}
