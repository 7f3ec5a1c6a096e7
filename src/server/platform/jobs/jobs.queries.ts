import { type Kysely, sql } from "kysely";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { retention } from "#domain/privacy/retention.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** A job for the queue. `key`: one job of that name waits at a time; `line`: one of that name runs at a time. */
export interface QueuedJob {
  readonly task: string;
  readonly payload: unknown;
  readonly runAt: Date | null;
  readonly maxAttempts: number;
  readonly key: string | null;
  readonly line: string | null;
}

export async function insertJob(db: Kysely<DB>, job: QueuedJob): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      identifier => ${job.task}::text,
      payload => ${JSON.stringify(job.payload)}::json,
      queue_name => ${job.line}::text,
      run_at => ${job.runAt}::timestamptz,
      max_attempts => ${job.maxAttempts}::int,
      job_key => ${job.key}::text
    )`.execute(db);
}

/** Expired sessions, replaced tokens and expired mailed links. */
export async function deleteEndedSessions(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from sessions
    where last_used_at < now() - make_interval(days => ${sessionRules.idleDays})
    or created_at < now() - make_interval(days => ${sessionRules.maxDays})`.execute(db);
  // A session's last token stays, even expired: with the cookie it can be exchanged for a new one.
  await sql`
    delete from bearer_tokens t where expires_at < now() - interval '1 day'
    and exists (select from bearer_tokens n where n.replaces = t.hash and n.first_used_at is not null)`.execute(
    db,
  );
  await sql`delete from password_resets where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from email_verifications where expires_at < now() - interval '1 day'`.execute(db);
  await sql`
    delete from known_devices
    where last_used_at < now() - make_interval(days => ${sessionRules.deviceDays})`.execute(db);
}

/** Expired counters of limits, and idempotency keys. */
export async function deleteOldCounts(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from rate_limits where expire < (extract(epoch from now() - interval '10 minutes') * 1000)::bigint`.execute(
    db,
  );
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db);
}

/** Reports after their retention: one person's words about another person's car. */
export async function deleteOldReports(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from reports where decided_at < now() - make_interval(years => ${retention.reportYears})`.execute(
    db,
  );
}

/** A row of `graphile_worker.jobs` that is tried no more. A running job has already counted its attempt. */
export const hasGivenUp = sql<boolean>`(attempts >= max_attempts and locked_at is null)`;

/** When it failed last: the queue stores only when it would try again. */
export const lastFailedAt = sql<Date>`(run_at - exp(least(attempts, 10)) * interval '1 second')`;

/** Deletes jobs of these tasks that gave up so many days ago. */
export async function deleteFailedJobs(
  db: Kysely<DB>,
  tasks: readonly string[],
  days: number,
): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where ${hasGivenUp} and task_identifier = any(${tasks}::text[])
        and ${lastFailedAt} < now() - make_interval(days => ${days})))`.execute(db);
}
