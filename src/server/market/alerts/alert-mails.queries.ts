import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { alertLimits, alertMailDays } from "#domain/alerts/alert-limits.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Following } from "./followed-cars.queries.ts";

/** Matches between these moments are mailed now: `due` bounds those of daily searches. */
export interface Due {
  readonly since: Date;
  readonly due: Date;
}

/** The search joined as `s` had many mails today, and one within the hour: its matches wait. Index alert_mails_user. */
const hadManyMails = sql<boolean>`(
  select count(*) >= ${sql.lit(alertLimits.maxSearchMailsADay)} and max(m.created_at) > now() - interval '1 hour'
  from alert_mails m
  where m.user_id = s.user_id and m.saved_search_id = s.id and m.created_at > now() - interval '1 day')`;

/**
 * Searches, by id after this one, with due matches that are in no mail. Excludes people whose address is
 * unverified and who were sent the link, and searches with too many mails. Index alert_matches_waiting.
 */
export async function loadSearchesWithNews(
  db: Kysely<DB>,
  { since, due }: Due,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; user_id: string; proven: boolean }[]> {
  const { rows } = await sql<{ id: string; user_id: string; proven: boolean }>`
    select s.id, s.user_id, u.email_verified_at is not null as proven
    from saved_searches s join users u on u.id = s.user_id
    where s.id > ${after} and (u.email_verified_at is not null or u.verification_sent_at is null)
      and s.frequency <> 'never' and exists (
        select from alert_matches m
        where m.saved_search_id = s.id and m.mail_id is null and m.found_at >= ${since}
          and (s.frequency = 'at_once' or m.found_at < ${due}))
      and not ${hadManyMails}
    order by s.id limit ${limit}`.execute(db);
  return rows;
}

/** Puts a search's matches between these moments into a mail; null if there are none. */
export async function insertSearchMail(
  trx: Transaction<DB>,
  search: { id: string; userId: string },
  { since, before }: { since: Date; before: Date | null },
): Promise<string | null> {
  const mailId = uuidv7();
  let matches = trx
    .updateTable("alert_matches")
    .set({ mail_id: mailId })
    .where("saved_search_id", "=", search.id)
    .where("mail_id", "is", null)
    .where("found_at", ">=", since);
  if (before !== null) matches = matches.where("found_at", "<", before);
  const { numUpdatedRows } = await matches.executeTakeFirst();
  if (numUpdatedRows === 0n) return null;
  await trx
    .insertInto("alert_mails")
    .values({ id: mailId, user_id: search.userId, saved_search_id: search.id })
    .execute();
  return mailId;
}

/** Creates a price mail to be composed later; null if one is already waiting. Index alert_mails_open_price. */
export async function insertPriceMail(
  trx: Transaction<DB>,
  { userId, carId }: Following,
): Promise<string | null> {
  const row = await trx
    .insertInto("alert_mails")
    .values({ id: uuidv7(), user_id: userId, car_id: carId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * When a follower may next be mailed about this car's price: a day after the first of the day's mails; null for
 * now. Index alert_mails_user.
 */
export async function nextPriceMailAt(
  trx: Transaction<DB>,
  { userId, carId }: Following,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(done_at, created_at) + interval '1 day' as at from alert_mails
    where user_id = ${userId} and created_at > now() - interval '2 days'
      and car_id = ${carId} and to_price is not null and (sent or done_at is null)
      and coalesce(done_at, created_at) > now() - interval '1 day'
    order by at desc offset ${sql.lit(alertLimits.maxPriceMailsADay - 1)} limit 1`.execute(trx);
  return rows[0]?.at ?? null;
}

function waitingMail(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom("alert_mails as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_id", "m.saved_search_id", "m.car_id", "m.from_price", "m.to_price", "u.email"])
    .where("m.id", "=", id)
    .where("m.done_at", "is", null)
    .forUpdate("m");
}

/**
 * The mail, locked, unless it is done; fails if another process has it. The transaction may then be idle for as
 * long as a mail server takes.
 */
export async function lockMailToSend(trx: Transaction<DB>, id: string) {
  await sql`set local idle_in_transaction_session_timeout = '3min'`.execute(trx);
  return waitingMail(trx, id).noWait().executeTakeFirst();
}

/** The mail, locked with its reader's account, if it is not done and the address is not verified. */
export function lockUnprovenMail(trx: Transaction<DB>, id: string) {
  return waitingMail(trx, id).where("u.email_verified_at", "is", null).forShare("u").executeTakeFirst();
}

/** The follower of a price mail without a price yet, locked. */
export async function lockUnpricedMail(trx: Transaction<DB>, id: string): Promise<Following | null> {
  const row = await trx
    .selectFrom("alert_mails")
    .select(["user_id", "car_id"])
    .where("id", "=", id)
    .where("to_price", "is", null)
    .where("done_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.car_id === null) return null;
  return { userId: row.user_id, carId: row.car_id };
}

/** EUR. */
export async function writeMailPrices(
  trx: Transaction<DB>,
  id: string,
  prices: { from: number; to: number },
): Promise<void> {
  await trx
    .updateTable("alert_mails")
    .set({ from_price: prices.from, to_price: prices.to })
    .where("id", "=", id)
    .execute();
}

/** Marks the mail as done: sent, or empty. */
export async function closeMail(
  trx: Transaction<DB>,
  id: string,
  { sent }: { sent: boolean },
): Promise<void> {
  await trx
    .updateTable("alert_mails")
    .set({ done_at: sql<Date>`now()`, sent })
    .where("id", "=", id)
    .execute();
}

/** Makes a mail's matches of a search wait again. */
export async function releaseMatches(trx: Transaction<DB>, mailId: string): Promise<void> {
  await trx.updateTable("alert_matches").set({ mail_id: null }).where("mail_id", "=", mailId).execute();
}

/** The mail's cars that are on sale and not the reader's own, newest first. */
export async function loadCarsOfMail(db: Kysely<DB>, mailId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("alert_matches as m")
    .innerJoin("cars as c", "c.id", "m.car_id")
    .innerJoin("public_cars as p", "p.id", "c.id")
    .select("m.car_id")
    .where("m.mail_id", "=", mailId)
    .where(sql<boolean>`p.on_sale`)
    .where("c.owner_id", "<>", userId)
    .orderBy("c.created_at", "desc")
    .orderBy("c.id")
    .execute();
  return rows.map(({ car_id }) => car_id);
}

/** Deletes mails that were done long ago. */
export async function deleteOldMails(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from alert_mails where done_at < now() - make_interval(days => ${alertMailDays})`.execute(db);
}
