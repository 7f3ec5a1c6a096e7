import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { ALERT_WAIT_DAYS } from "#domain/alerts/alert-limits.ts";
import { lastDailyHour } from "#domain/alerts/daily-hour.ts";
import { askForProof } from "#server/accounts/email-verification.service.ts";
import type { DB } from "#server/db/tables.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import { sendAlertTask } from "./alert-jobs.ts";

export interface GatherDeps {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
  readonly now: () => Date;
}

const searchBatch = 500;
const DAY_MS = 86_400_000;

/**
 * Puts what was found into mails: for searches that are told at once all of it, for daily ones what was found before
 * the last eight o'clock. A match goes into one mail, in the transaction that queues the mail; what a crash leaves is
 * found by the next round, and a day on which nobody worked is made up for.
 *
 * What was found for somebody who has not proven their address waits for that, ALERT_WAIT_DAYS at most, as its one row;
 * no mail is made. Who was never sent the link for it, is sent one. Index alert_matches_waiting for both questions.
 */
export async function gatherMails(deps: GatherDeps, signal: AbortSignal): Promise<void> {
  const { db, addJob, now } = deps;
  const due = lastDailyHour(now());
  const since = new Date(now().getTime() - ALERT_WAIT_DAYS * DAY_MS);
  for (let after = "00000000-0000-0000-0000-000000000000"; !signal.aborted;) {
    const { rows } = await sql<{ id: string; user_id: string; proven: boolean }>`
      select s.id, s.user_id, u.email_verified_at is not null as proven
      from saved_searches s join users u on u.id = s.user_id
      where s.id > ${after} and (u.email_verified_at is not null or u.verification_sent_at is null) and (
        s.frequency = 'at_once' and exists (
          select from alert_matches m
          where m.saved_search_id = s.id and m.mail_id is null and m.found_at >= ${since})
        or s.frequency = 'daily' and exists (
          select from alert_matches m
          where m.saved_search_id = s.id and m.mail_id is null and m.found_at >= ${since} and m.found_at < ${due}))
      order by s.id limit ${searchBatch}`.execute(db);
    const unproven = rows.filter(({ proven }) => !proven).map(({ user_id }) => user_id);
    if (unproven.length > 0)
      await db.transaction().execute((trx) => askForProof(trx, addJob, [...new Set(unproven)]));
    for (const { id, proven } of rows) if (proven) await gatherOne(db, addJob, id, { since, due });
    const last = rows.at(-1);
    if (last === undefined || rows.length < searchBatch) return;
    after = last.id;
  }
}

async function gatherOne(
  db: Kysely<DB>,
  addJob: AddJob,
  savedSearchId: string,
  { since, due }: { since: Date; due: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two rounds at once take their turns here, and so does a change of how often.
    const saved = await trx
      .selectFrom("saved_searches")
      .select(["user_id", "frequency"])
      .where("id", "=", savedSearchId)
      .forUpdate()
      .executeTakeFirst();
    if (saved === undefined || saved.frequency === "never") return;
    const mailId = uuidv7();
    let matches = trx
      .updateTable("alert_matches")
      .set({ mail_id: mailId })
      .where("saved_search_id", "=", savedSearchId)
      .where("mail_id", "is", null)
      .where("found_at", ">=", since);
    if (saved.frequency === "daily") matches = matches.where("found_at", "<", due);
    const { numUpdatedRows } = await matches.executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await trx
      .insertInto("alert_mails")
      .values({ id: mailId, user_id: saved.user_id, saved_search_id: savedSearchId })
      .execute();
    await addJob(sendAlertTask, { mailId }, { trx, maxAttempts: 25 });
  });
}
