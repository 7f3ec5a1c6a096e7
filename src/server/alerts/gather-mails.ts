import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { lastDailyHour } from "#domain/alerts/daily-hour.ts";
import type { DB } from "#server/db/tables.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import { sendAlertTask } from "./alert-jobs.ts";

export interface GatherDeps {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
  readonly now: () => Date;
}

const searchBatch = 500;

/**
 * Puts what was found into mails: for searches that are told at once all of it, for daily ones what was found before
 * the last eight o'clock. A match goes into one mail, in the transaction that queues the mail; what a crash leaves is
 * found by the next round, and a day on which nobody worked is made up for.
 */
export async function gatherMails(deps: GatherDeps, signal: AbortSignal): Promise<void> {
  const { db, addJob, now } = deps;
  const due = lastDailyHour(now());
  for (let after = "00000000-0000-0000-0000-000000000000"; !signal.aborted;) {
    const { rows } = await sql<{ id: string }>`
      select s.id from saved_searches s
      where s.id > ${after} and (
        s.frequency = 'at_once' and exists (
          select from alert_matches m where m.saved_search_id = s.id and m.mail_id is null)
        or s.frequency = 'daily' and exists (
          select from alert_matches m where m.saved_search_id = s.id and m.mail_id is null and m.found_at < ${due}))
      order by s.id limit ${searchBatch}`.execute(db);
    for (const { id } of rows) await gatherOne(db, addJob, id, due);
    const last = rows.at(-1);
    if (last === undefined || rows.length < searchBatch) return;
    after = last.id;
  }
}

async function gatherOne(db: Kysely<DB>, addJob: AddJob, savedSearchId: string, due: Date): Promise<void> {
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
      .where("mail_id", "is", null);
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
