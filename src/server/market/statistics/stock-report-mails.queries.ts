import { type Kysely, sql } from "kysely";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/**
 * Some dealers, by id after this one, with cars on sale and no mail yet in the month of this day (YYYY-MM-DD).
 * Reads all accounts, a few times a month.
 */
export async function loadDealersToTell(
  db: Kysely<DB>,
  today: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u left join report_mails m on m.user_id = u.id
    where ${isDealerNow} and u.suspended_at is null and m.stopped_at is null
      and (m.month is null or m.month < date_trunc('month', ${today}::date)::date)
      and (${after}::uuid is null or u.id > ${after}::uuid)
      and exists (select from cars c where c.owner_id = u.id and c.state = 'active')
    order by u.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether an account is subscribed. Primary key of report_mails. */
export async function hasStockReportMails(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("report_mails")
    .select("stopped_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row === undefined || row.stopped_at === null;
}

/** Unsubscribes an account or subscribes it again; no-op if it is deleted. */
export async function switchStockReportMails(
  db: Kysely<DB>,
  userId: string,
  enabled: boolean,
): Promise<void> {
  await sql`
    insert into report_mails (user_id, stopped_at)
    select id, case when ${enabled}::boolean then null else now() end from users where id = ${userId}
    on conflict (user_id) do update set stopped_at =
      case when ${enabled}::boolean then null else coalesce(report_mails.stopped_at, excluded.stopped_at) end`.execute(
    db,
  );
}
