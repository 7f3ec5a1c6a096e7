import { readFile, statfs } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { AdminHealth } from "#contract/admin-watch.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { configurationFaultsOf } from "#domain/operation/configuration.ts";
import type { Config } from "#server/config.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { findNewestBackup } from "#server/platform/backup/newest-backup.ts";
import { hasGivenUp, lastFailedAt } from "#server/platform/jobs/jobs.queries.ts";
import { AppError } from "#server/http/app-error.ts";
import { isSecretConfirmed } from "#server/money/billing/provider-poll.queries.ts";
import { isTestMode } from "#server/money/billing/provider.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { readFitFigures } from "#server/market/prices/fit-figures.ts";
import { loadPriceFits } from "#server/market/prices/price-model.queries.ts";
import type { PhotoBytes } from "./photo-bytes.ts";

const maxTroubled = 50;

/** The state of the job queue, and the jobs that have failed at least once. */
async function loadJobs(db: Kysely<DB>, mailTasks: readonly string[]) {
  const isMail = sql<boolean>`task_identifier = any(${mailTasks}::text[])`;
  const { rows } = await sql<{
    waiting: number;
    oldestDueAt: Date | null;
    retrying: number;
    failed: number;
    lastFailedAt: Date | null;
    mailsWaiting: number;
    mailsFailed: number;
    mailsLastFailedAt: Date | null;
  }>`
    select count(*) filter (where attempts < max_attempts) as waiting,
      min(run_at) filter (where attempts < max_attempts and run_at <= now() and locked_at is null) as "oldestDueAt",
      count(*) filter (where attempts between 1 and max_attempts - 1 and last_error is not null) as retrying,
      count(*) filter (where ${hasGivenUp}) as failed,
      max(${lastFailedAt}) filter (where ${hasGivenUp}) as "lastFailedAt",
      count(*) filter (where attempts < max_attempts and ${isMail}) as "mailsWaiting",
      count(*) filter (where ${hasGivenUp} and ${isMail}) as "mailsFailed",
      max(${lastFailedAt}) filter (where ${hasGivenUp} and ${isMail}) as "mailsLastFailedAt"
    from graphile_worker.jobs`.execute(db);
  const troubled = await sql<{
    id: string;
    task: string;
    attempts: number;
    maxAttempts: number;
    lastError: string | null;
    runAt: Date;
    createdAt: Date;
  }>`
    select id::text as id, task_identifier as task, attempts, max_attempts as "maxAttempts", last_error as "lastError",
      run_at as "runAt", created_at as "createdAt"
    from graphile_worker.jobs where last_error is not null
    order by created_at desc limit ${maxTroubled}`.execute(db);
  const [counts] = rows;
  return { counts, troubled: troubled.rows };
}

/** The health page's figures of payments, photos and the database. */
async function loadFacts(db: Kysely<DB>) {
  const { rows } = await sql<{
    open: number;
    unfulfilled: number;
    oldestUnfulfilledAt: Date | null;
    refundsDue: number;
    disputes: number;
    reviews: number;
    invoicesDue: number;
    oldestInvoiceDueAt: Date | null;
    databaseBytes: number;
    photos: number;
    postgres: string;
    migration: string;
    now: Date;
  }>`
    select p.*, i.*, pg_database_size(current_database()) as "databaseBytes", (select count(*) from photos) as photos,
      current_setting('server_version') as postgres, (select max(name) from schema_migrations) as migration,
      (select count(*) from payment_disputes where is_open) as disputes,
      (select count(*) from car_reviews where state = 'open') as reviews, now() as now
    from (
      select count(*) filter (where status = 'open') as open,
        count(*) filter (where status = 'paid' and refund_reason is null) as unfulfilled,
        min(paid_at) filter (where status = 'paid' and refund_reason is null) as "oldestUnfulfilledAt",
        count(*) filter (where status = 'paid' and refund_reason is not null) as "refundsDue"
      from payments where status in ('open', 'paid', 'failed')
    ) p, (select count(*) as "invoicesDue", min(since) as "oldestInvoiceDueAt" from invoices_due) i`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new AppError("database_away");
  return row;
}

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
      lastFailedAt: counts?.lastFailedAt?.toISOString() ?? null,
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
      lastFailedAt: counts?.mailsLastFailedAt?.toISOString() ?? null,
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
    const { rows } = await sql<{ task: string; attempts: number }>`
      select task_identifier as task, attempts from graphile_worker.jobs
      where id = ${id}::bigint and locked_at is null and last_error is not null`.execute(trx);
    const [job] = rows;
    if (job === undefined) throw new AppError("job_not_found");
    await sql`
      select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
      trx,
    );
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
