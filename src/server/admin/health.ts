import { readFile, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { AdminHealth } from "#contract/admin-watch.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { configurationFaultsOf } from "#domain/operation/configuration.ts";
import type { Config } from "#server/config.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { findNewestBackup } from "#server/platform/backup/newest-backup.ts";
import { AppError } from "#server/http/app-error.ts";
import { isSecretConfirmed } from "#server/money/billing/provider-poll.queries.ts";
import { isTestMode } from "#server/money/billing/provider.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { readFitFigures } from "#server/market/prices/fit-figures.ts";
import { loadPriceFits } from "#server/market/prices/price-model.queries.ts";
import { findFailedJob, loadFacts, loadJobs, rescheduleJob } from "./health.queries.ts";
import type { PhotoBytes } from "./photo-bytes.ts";

export interface HealthDeps {
  readonly db: Kysely<DB>;
  readonly config: Config;
  readonly photoBytes: PhotoBytes | null;
  readonly searchState: () => AdminHealth["search"];
  readonly providerState: () => AdminHealth["payments"]["provider"];
  /** Null: there is no provider. */
  readonly webhookSecret: string | null;
  /** The jobs that send mails. */
  readonly mailTasks: readonly string[];
}

const manifest = z.object({ version: z.string() });
let siteVersion: string | null = null;

async function readVersion(): Promise<string> {
  siteVersion ??= manifest.parse(
    JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8")),
  ).version;
  return siteVersion;
}

/** A failure's first line without e-mail addresses and anything like a secret. */
export function shortError(error: string | null): string {
  const [line = ""] = (error ?? "").split("\n");
  return line
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, "…")
    .replaceAll(/\+?\d[\d ]{7,}\d/g, "…")
    .replaceAll(/\b[A-Za-z0-9_-]{24,}\b/g, "…")
    .slice(0, 200);
}

/** The site's health; process data is that of the answering process. */
export async function loadHealth(deps: HealthDeps): Promise<AdminHealth> {
  const { db, config, photoBytes, searchState, providerState, mailTasks } = deps;
  const provider = providerState();
  const [{ counts, troubled }, found, disk, site, webhookConfirmed, fits, backup] = await Promise.all([
    loadJobs(db, mailTasks),
    loadFacts(db),
    // A site with external database and store may have no folder of its own.
    statfs(config.dataDir).catch(() => statfs("/")),
    readVersion(),
    isSecretConfirmed(db, deps.webhookSecret),
    loadPriceFits(db),
    findNewestBackup(join(config.dataDir, "backups")),
  ]);
  const uptime = process.uptime();
  return {
    jobs: {
      waiting: counts?.waiting ?? 0,
      oldestDueAt: counts?.oldestDueAt?.toISOString() ?? null,
      retrying: counts?.retrying ?? 0,
      failed: counts?.failed ?? 0,
      troubled: troubled.map((job) => ({
        id: job.id,
        task: job.task,
        attempts: job.attempts,
        maxAttempts: job.maxAttempts,
        error: shortError(job.lastError),
        nextTryAt: job.attempts < job.maxAttempts ? job.runAt.toISOString() : null,
        createdAt: job.createdAt.toISOString(),
      })),
    },
    configuration: {
      publicUrl: config.site.publicUrl,
      faults: configurationFaultsOf({
        publicUrl: config.site.publicUrl,
        trustedProxies: config.http.trustedProxies,
        rateLimits: config.http.rateLimits,
        environment: config.environment,
      }),
    },
    mails: {
      transport: config.mail.transport,
      waiting: counts?.mailsWaiting ?? 0,
      failed: counts?.mailsFailed ?? 0,
    },
    payments: {
      open: found.open,
      unfulfilled: found.unfulfilled,
      oldestUnfulfilledAt: found.oldestUnfulfilledAt?.toISOString() ?? null,
      refundsDue: found.refundsDue,
      disputes: found.disputes,
      invoicesDue: found.invoicesDue,
      oldestInvoiceDueAt: found.oldestInvoiceDueAt?.toISOString() ?? null,
      testMode: isTestMode(config.payments),
      provider: provider && {
        reachable: provider.reachable,
        https: provider.https,
        endpoint: provider.endpoint,
      },
      webhookConfirmed,
    },
    storage: {
      databaseBytes: found.databaseBytes,
      photos: found.photos,
      photoBytes: photoBytes?.estimate(found.photos) ?? null,
      photoStore: config.photos.store,
      diskFreeBytes: disk.bavail * disk.bsize,
      diskTotalBytes: disk.blocks * disk.bsize,
      lastBackupAt: backup?.madeAt.toISOString() ?? null,
    },
    prices: presentFits(fits),
    reviews: { open: found.reviews },
    search: searchState(),
    versions: { site, node: process.versions.node, postgres: found.postgres, migration: found.migration },
    process: {
      uptimeSeconds: Math.round(uptime),
      memoryBytes: process.memoryUsage.rss(),
      startedAt: new Date(Date.now() - uptime * 1000).toISOString(),
    },
    at: found.now.toISOString(),
  };
}

function presentFits(fits: Awaited<ReturnType<typeof loadPriceFits>>): AdminHealth["prices"] {
  const figures = readFitFigures(fits?.figures);
  return {
    fittedAt: fits?.fitted_at?.toISOString() ?? null,
    listings: figures?.listings ?? null,
    medianError: figures?.medianError ?? null,
    triedAt: fits?.tried_at.toISOString() ?? null,
    outcome: fits?.outcome ?? null,
    triedError: readFitFigures(fits?.tried_figures)?.medianError ?? null,
  };
}

/** Has a failed job tried again, now. Throws job_not_found for one that is gone, runs, or never failed. */
export async function retryJob(ctx: Pick<Context, "db" | "addJob">, admin: Actor, id: string): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new AppError("job_not_found");
  await adminWrite(ctx, admin, {}, async ({ trx, audit }) => {
    const job = await findFailedJob(trx, id);
    if (job === undefined) throw new AppError("job_not_found");
    await rescheduleJob(trx, id);
    await audit({
      action: "job.retry",
      kind: "job",
      targetId: id,
      label: job.task,
      before: { attempts: job.attempts },
      after: { attempts: 0 },
    });
  });
}
