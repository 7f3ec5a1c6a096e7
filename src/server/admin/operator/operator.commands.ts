import { z } from "zod";
import type { AdminHealth } from "#contract/admin-watch.ts";
import { formatDate, formatDollars, formatNumber } from "#domain/format/format.ts";
import { operatorMails } from "#domain/messages/mail-operator.ts";
import { type AlarmKind, alarmKinds, alarmsOf } from "#domain/operation/alarms.ts";
import { dollarsToCents } from "#domain/payments/fees.ts";
import { loadCharts } from "#server/admin/charts.queries.ts";
import { loadWaiting } from "#server/admin/waiting.queries.ts";
import type { Context } from "#server/context.ts";
import { type BackgroundWork, defineTask } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** The recipients of mails to the operator. Reads all accounts: once a week, and for an alarm. */
async function loadAdmins(db: Kysely<DB>) {
  return db.selectFrom("users").select("id").where("is_admin", "=", true).orderBy("id").execute();
}

/** Monday and Sunday of the last whole week in Kosovo, YYYY-MM-DD. */
async function lastWeek(db: Kysely<DB>, now: Date): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ from: string; to: string }>`
    select (monday - 7)::text as from, (monday - 1)::text as to
    from (select date_trunc('week', ${now}::timestamptz at time zone 'Europe/Belgrade')::date as monday) w`.execute(
    db,
  );
  const [week] = rows;
  if (week === undefined) throw new Error("a week has a Monday");
  return week;
}

/** An alarm that is on. `newest`: its newest fault, null for one whose faults are not told apart. */
interface Alarm {
  readonly kind: AlarmKind;
  readonly newest: string | null;
}

/**
 * Stores which alarms are on and which have ended; returns those to mail: not mailed since they began or had their newest
 * fault, and not within a day before. `at` is when the site was looked at, by the injected clock.
 */
async function noteAlarms(
  trx: Transaction<DB>,
  alarms: readonly Alarm[],
  at: Date,
): Promise<{ kind: string; since: Date }[]> {
  // Serialised over all processes; few rows.
  await sql`lock table alarms in share row exclusive mode`.execute(trx);
  const kinds = alarms.map(({ kind }) => kind);
  await sql`
    update alarms set ended_at = ${at}
    where ended_at is null and kind <> all(${kinds}::text[])`.execute(trx);
  await sql`
    insert into alarms (kind, since)
    select kind, ${at}::timestamptz from unnest(${kinds}::text[]) as kind
    on conflict (kind) do update set
      since = case when alarms.ended_at is null then alarms.since else excluded.since end, ended_at = null`.execute(
    trx,
  );
  // A fault that stays must not silence those after it.
  await sql`
    update alarms set since = newest
    from unnest(${kinds}::text[], ${alarms.map(({ newest }) => newest)}::timestamptz[]) as seen (kind, newest)
    where alarms.kind = seen.kind and since < newest`.execute(trx);
  const { rows } = await sql<{ kind: string; since: Date }>`
    update alarms set told_at = ${at}
    where ended_at is null
      and (told_at is null or (told_at < since and told_at <= ${at}::timestamptz - interval '1 day'))
    returning kind, since`.execute(trx);
  return rows;
}

/** The job that sends one mail to one admin. */
export const operatorMailTask = "send_operator_mail";

const alarm = z.enum(alarmKinds);
const waitingCounts = z.object({
  reports: z.number(),
  /** Absent in jobs that an earlier version queued. */
  reviews: z.number().default(0),
  models: z.number(),
  posts: z.number(),
  verifications: z.number(),
});
const letter = z.discriminatedUnion("mail", [
  z.object({ mail: z.literal("alarm"), id: z.string(), adminId: z.string(), kinds: z.array(alarm) }),
  z.object({
    mail: z.literal("weekly"),
    id: z.string(),
    adminId: z.string(),
    from: z.string(),
    to: z.string(),
    registrations: z.number(),
    cars: z.number(),
    sold: z.number(),
    cents: z.number(),
    waiting: waitingCounts,
    kinds: z.array(alarm),
  }),
]);
type Letter = z.infer<typeof letter>;

function wordsOf(one: Letter, site: string) {
  if (one.mail === "alarm") return { words: operatorMails.alarm(site, one.kinds), path: "/admin?tab=health" };
  const { waiting } = operatorMails;
  const week = {
    from: formatDate(one.from),
    to: formatDate(one.to),
    registrations: formatNumber(one.registrations),
    cars: formatNumber(one.cars),
    sold: formatNumber(one.sold),
    income: one.cents < 0 ? `-${formatDollars(-one.cents)}` : formatDollars(one.cents),
    waiting: [
      [waiting.reports, formatNumber(one.waiting.reports)],
      [waiting.reviews, formatNumber(one.waiting.reviews)],
      [waiting.verifications, formatNumber(one.waiting.verifications)],
      [waiting.posts, formatNumber(one.waiting.posts)],
      [waiting.models, formatNumber(one.waiting.models)],
    ] as const,
    alarms: one.kinds,
  };
  return { words: operatorMails.weekly(site, week), path: "/admin" };
}

/**
 * Mails to the operator: a weekly report, and one per alarm (docs/operations/admins.md). Starts nothing. `isTest`: the
 * income is that of test mode.
 */
export function createOperator(
  { db, addJob, mailer, site, now }: Context,
  { isTest, health }: { isTest: boolean; health: () => Promise<AdminHealth> },
): BackgroundWork {
  async function look() {
    const [facts, waiting] = await Promise.all([health(), loadWaiting(db)]);
    const newest: Partial<Record<AlarmKind, string | null>> = {
      jobs_failed: facts.jobs.lastFailedAt,
      mails_failed: facts.mails.lastFailedAt,
    };
    const kinds = alarmsOf(facts, waiting.postsOverdue);
    return { waiting, kinds, alarms: kinds.map((kind) => ({ kind, newest: newest[kind] ?? null })) };
  }

  /** Queued in the transaction that stores the alarm: a crash neither loses nor repeats a mail. */
  async function watch(): Promise<void> {
    // Before the look: what fails after it is newer, and told the next time.
    const at = now();
    const { kinds, alarms } = await look();
    await db.transaction().execute(async (trx) => {
      const told = await noteAlarms(trx, alarms, at);
      if (told.length === 0) return;
      const toTell = kinds.filter((kind) => told.some((one) => one.kind === kind));
      const since = told.map((one) => one.since.getTime()).toSorted((a, b) => b - a)[0] ?? 0;
      for (const { id: adminId } of await loadAdmins(trx)) {
        const id = `alarm-${toTell[0]}-${since}-${adminId}`;
        const payload: Letter = { mail: "alarm", id, adminId, kinds: toTell };
        await addJob(operatorMailTask, payload, { trx, maxAttempts: 15 });
      }
    });
  }

  async function report(): Promise<void> {
    const { from, to } = await lastWeek(db, now());
    const [{ days }, { waiting, kinds }, admins] = await Promise.all([
      loadCharts(db, { from, to }, isTest),
      look(),
      loadAdmins(db),
    ]);
    const sum = (of: (day: (typeof days)[number]) => number) =>
      days.reduce((total, day) => total + of(day), 0);
    const figures = {
      registrations: sum((day) => day.registrations),
      cars: sum((day) => day.cars),
      sold: sum((day) => day.sales),
      cents: sum((day) => dollarsToCents(day.income)),
      waiting: waitingCounts.parse(waiting),
      kinds,
    };
    await db.transaction().execute(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("weekly_reports")
        .values({ week: from })
        .onConflict((conflict) => conflict.column("week").doNothing())
        .executeTakeFirst();
      // Queued before.
      if (numInsertedOrUpdatedRows === 0n) return;
      for (const { id: adminId } of admins) {
        const id = `weekly-${from}-${adminId}`;
        const payload: Letter = { mail: "weekly", id, adminId, from, to, ...figures };
        await addJob(operatorMailTask, payload, { trx, maxAttempts: 15 });
      }
    });
  }

  return {
    tasks: {
      [operatorMailTask]: defineTask(letter, async (one) => {
        const admin = await db
          .selectFrom("users")
          .select("email")
          .where("id", "=", one.adminId)
          .where("is_admin", "=", true)
          .executeTakeFirst();
        if (admin === undefined) return;
        const { words, path } = wordsOf(one, site.name);
        const content = layOutMail(words, { siteName: site.name, link: `${site.publicUrl}${path}` });
        await mailer.send(admin.email, content, one.id);
      }),
    },
    schedule: {
      watch_alarms: { cron: "*/5 * * * *", run: watch },
      // Monday morning in Kosovo.
      report_week: { cron: "5 6 * * 1", run: report },
    },
  };
}
