import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";

const maxTroubled = 50;

interface Job {
  id: string;
  task: string;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  runAt: Date;
  createdAt: Date;
}

/** The state of the job queue, and the jobs that have failed at least once. */
export async function loadJobs(db: Kysely<DB>, mailTasks: readonly string[]) {
  // A running job has already counted its attempt: on its last one it has not failed yet.
  const { rows } = await sql<{
    waiting: number;
    oldestDueAt: Date | null;
    retrying: number;
    failed: number;
    mailsWaiting: number;
    mailsFailed: number;
  }>`
    select count(*) filter (where attempts < max_attempts) as waiting,
      min(run_at) filter (where attempts < max_attempts and run_at <= now() and locked_at is null) as "oldestDueAt",
      count(*) filter (where attempts between 1 and max_attempts - 1 and last_error is not null) as retrying,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      count(*) filter (where attempts < max_attempts and task_identifier = any(${mailTasks}::text[])) as "mailsWaiting",
      count(*) filter (where attempts >= max_attempts and locked_at is null
        and task_identifier = any(${mailTasks}::text[])) as "mailsFailed"
    from graphile_worker.jobs`.execute(db);
  const troubled = await sql<Job>`
    select id::text as id, task_identifier as task, attempts, max_attempts as "maxAttempts", last_error as "lastError",
      run_at as "runAt", created_at as "createdAt"
    from graphile_worker.jobs where last_error is not null
    order by created_at desc limit ${maxTroubled}`.execute(db);
  const [counts] = rows;
  return { counts, troubled: troubled.rows };
}

/** The health page's figures of payments, photos and the database. */
export async function loadFacts(db: Kysely<DB>) {
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

/** A failed job that is not running now. */
export async function findFailedJob(trx: Transaction<DB>, id: string) {
  const { rows } = await sql<{ task: string; attempts: number }>`
    select task_identifier as task, attempts from graphile_worker.jobs
    where id = ${id}::bigint and locked_at is null and last_error is not null`.execute(trx);
  return rows[0];
}

export async function rescheduleJob(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    trx,
  );
}
