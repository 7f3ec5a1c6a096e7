import { type Kysely, sql } from "kysely";
import { sessionRules } from "#domain/accounts/session-rules.ts";
import { retention } from "#domain/privacy/retention.ts";
import type { DB } from "#server/db/tables.ts";
import type { ScheduledTask } from "./jobs.ts";

/** Sessions that nobody can use any more, and tokens that nobody holds. */
async function sweepSessions(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from sessions
    where last_used_at < now() - make_interval(days => ${sessionRules.idleDays})
    or created_at < now() - make_interval(days => ${sessionRules.longestDays})`.execute(db);
  // A session's last token stays, run out or not: with the cookie it can still be exchanged for a new one.
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

async function sweepCounts(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from rate_limits where expire < (extract(epoch from now() - interval '10 minutes') * 1000)::bigint`.execute(
    db,
  );
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db);
}

/** Reports that were decided long ago: what somebody wrote about somebody else's car. */
async function sweepReports(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from reports where decided_at < now() - make_interval(years => ${retention.reportYears})`.execute(
    db,
  );
}

export interface SweepDeps {
  readonly db: Kysely<DB>;
  /** Photos that no car took, from table and store. */
  readonly removeOrphanPhotos: () => Promise<unknown>;
  /** Mails that nobody fetched from the outbox folder. */
  readonly removeOldMails: () => Promise<unknown>;
}

/** What is cleared away by the clock, so that nothing grows without bound. */
export function createSweeps(deps: SweepDeps): Record<string, ScheduledTask> {
  const { db, removeOrphanPhotos, removeOldMails } = deps;
  return {
    sweep_sessions: { cron: "17 * * * *", run: () => sweepSessions(db) },
    sweep_counts: { cron: "*/20 * * * *", run: () => sweepCounts(db) },
    sweep_photos: {
      cron: "41 * * * *",
      run: async () => {
        await removeOrphanPhotos();
      },
    },
    sweep_reports: { cron: "33 3 * * *", run: () => sweepReports(db) },
    sweep_outbox: {
      cron: "43 3 * * *",
      run: async () => {
        await removeOldMails();
      },
    },
  };
}
