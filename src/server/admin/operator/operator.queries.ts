import { type Kysely, sql, type Transaction } from "kysely";
import type { AlarmKind } from "#domain/operation/alarms.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** The recipients of mails to the operator. Reads all accounts: once a week, and for an alarm. */
export async function loadAdmins(db: Kysely<DB>): Promise<{ id: string; email: string }[]> {
  return db.selectFrom("users").select(["id", "email"]).where("is_admin", "=", true).orderBy("id").execute();
}

/** An admin's current address; null for a former admin. */
export async function findAdminEmail(db: Kysely<DB>, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", id)
    .where("is_admin", "=", true)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Monday and Sunday of the last whole week in Kosovo, YYYY-MM-DD. */
export async function lastWeek(db: Kysely<DB>, now: Date): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ from: string; to: string }>`
    select (monday - 7)::text as from, (monday - 1)::text as to
    from (select date_trunc('week', ${now}::timestamptz at time zone 'Europe/Belgrade')::date as monday) w`.execute(
    db,
  );
  const [week] = rows;
  if (week === undefined) throw new Error("a week has a Monday");
  return week;
}

/** False if the week's report was queued before. */
export async function takeWeek(trx: Transaction<DB>, week: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("weekly_reports")
    .values({ week })
    .onConflict((conflict) => conflict.column("week").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Stores which alarms are on and which have ended; returns those to mail: not mailed since they began, and not
 * within a day before. `now` is the injected clock's.
 */
export async function noteAlarms(
  trx: Transaction<DB>,
  kinds: readonly AlarmKind[],
  now: Date,
): Promise<{ kind: string; since: Date }[]> {
  // Serialised over all processes; few rows.
  await sql`lock table alarms in share row exclusive mode`.execute(trx);
  await sql`
    update alarms set ended_at = ${now}
    where ended_at is null and kind <> all(${[...kinds]}::text[])`.execute(trx);
  await sql`
    insert into alarms (kind, since) select kind, ${now}::timestamptz from unnest(${[...kinds]}::text[]) as kind
    on conflict (kind) do update set
      since = case when alarms.ended_at is null then alarms.since else excluded.since end, ended_at = null`.execute(
    trx,
  );
  const { rows } = await sql<{ kind: string; since: Date }>`
    update alarms set told_at = ${now}
    where ended_at is null
      and (told_at is null or (told_at < since and told_at <= ${now}::timestamptz - interval '1 day'))
    returning kind, since`.execute(trx);
  return rows;
}
