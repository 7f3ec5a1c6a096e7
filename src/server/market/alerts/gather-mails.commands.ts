import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { alertLimits, alertWaitDays } from "#domain/alerts/alert-limits.ts";
import { lastDailyHour } from "#domain/alerts/daily-hour.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Context } from "#server/context.ts";
import { sendAlertTask } from "./alert-jobs.ts";
import { lockFollowersToTell } from "./followed-cars.queries.ts";

export interface GatherDeps extends Pick<Context, "db" | "addJob" | "now"> {
  /** Sends the verification link to those of these accounts that never got one. */
  readonly askForProof: (trx: Transaction<DB>, userIds: readonly string[]) => Promise<void>;
}

const searchBatch = 500;
const dayInMs = 86_400_000;

/** Matches between these moments are mailed now: `due` bounds those of daily searches. */
interface Due {
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
async function loadSearchesWithNews(
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
async function insertSearchMail(
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

/**
 * Combines matches into mails. Searches with immediate mails get all of them (once an hour after the day's
 * twentieth mail), daily ones those before the last eight o'clock. A match goes into one mail, in the
 * transaction that queues the mail. The next round finds what a crash left, and makes up for a day without a
 * process.
 *
 * Matches for an unverified address wait for its verification, at most alertWaitDays; no mail is made. An
 * account that never got the verification link gets one.
 */
export async function gatherMails(deps: GatherDeps, signal: AbortSignal): Promise<void> {
  const { db, now, askForProof } = deps;
  const due = lastDailyHour(now());
  const since = new Date(now().getTime() - alertWaitDays * dayInMs);
  for (let after = "00000000-0000-0000-0000-000000000000"; !signal.aborted;) {
    const rows = await loadSearchesWithNews(db, { since, due }, { after, limit: searchBatch });
    const unproven = rows.filter(({ proven }) => !proven).map(({ user_id }) => user_id);
    if (unproven.length > 0)
      await db.transaction().execute((trx) => askForProof(trx, [...new Set(unproven)]));
    for (const { id, proven } of rows) if (proven) await gatherOne(deps, id, { since, due });
    const last = rows.at(-1);
    if (last === undefined || rows.length < searchBatch) return;
    after = last.id;
  }
}

async function gatherOne({ db, addJob }: GatherDeps, id: string, { since, due }: Due): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Serialises concurrent rounds, and changes of the frequency.
    const saved = await trx
      .selectFrom("saved_searches")
      .select(["user_id", "frequency"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (saved === undefined || saved.frequency === "never") return;
    const before = saved.frequency === "daily" ? due : null;
    const mailId = await insertSearchMail(trx, { id, userId: saved.user_id }, { since, before });
    if (mailId !== null) await addJob(sendAlertTask, { mailId }, { trx, maxAttempts: 25 });
  });
}

/**
 * A mail for each follower of a car on sale below the last mailed price, of these cars or of one person's. A
 * mail that is not composed yet will have the new price anyway, also one delayed by the daily limit. The
 * followers' rows are locked, here and when the mail is sent, so that one sees the other's result.
 *
 * An unverified address gets no mail, and its last mailed price stays: at the verification, cheaper cars are
 * mailed, one mail a car. An account that never got the verification link gets one.
 */
export async function openPriceMails(
  { addJob, askForProof }: Pick<GatherDeps, "addJob" | "askForProof">,
  trx: Transaction<DB>,
  which: { readonly carIds: readonly string[] } | { readonly userId: string },
): Promise<void> {
  const unproven = new Set<string>();
  for (const { proven, ...following } of await lockFollowersToTell(trx, which)) {
    if (!proven) {
      unproven.add(following.userId);
      continue;
    }
    const { userId, carId } = following;
    const mailId = uuidv7();
    // One may be waiting already. Index alert_mails_open_price.
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("alert_mails")
      .values({ id: mailId, user_id: userId, car_id: carId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) continue;
    // Beyond the day's mails about this car's price: a day after the first of them. Index alert_mails_user.
    const { rows } = await sql<{ runAt: Date }>`
      select coalesce(done_at, created_at) + interval '1 day' as "runAt" from alert_mails
      where user_id = ${userId} and created_at > now() - interval '2 days'
        and car_id = ${carId} and to_price is not null and (sent or done_at is null)
        and coalesce(done_at, created_at) > now() - interval '1 day'
      order by 1 desc offset ${sql.lit(alertLimits.maxPriceMailsADay - 1)} limit 1`.execute(trx);
    await addJob(sendAlertTask, { mailId }, { trx, maxAttempts: 25, ...rows[0] });
  }
  if (unproven.size > 0) await askForProof(trx, [...unproven]);
}
