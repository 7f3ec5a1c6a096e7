import type { Kysely, Transaction } from "kysely";
import { alertWaitDays } from "#domain/alerts/alert-limits.ts";
import { lastDailyHour } from "#domain/alerts/daily-hour.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { sendAlertTask } from "./alert-jobs.ts";
import {
  type Due,
  insertPriceMail,
  insertSearchMail,
  loadSearchesWithNews,
  nextPriceMailAt,
} from "./alert-mails.queries.ts";
import { lockFollowersToTell } from "./followed-cars.queries.ts";
import { lockSearch } from "./saved-searches.queries.ts";

export interface GatherDeps {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
  /** Sends the verification link to those of these accounts that never got one. */
  readonly askForProof: (trx: Transaction<DB>, userIds: readonly string[]) => Promise<void>;
  readonly now: () => Date;
}

const searchBatch = 500;
const dayInMs = 86_400_000;

/**
 * Puts what was found into mails: for searches with immediate mails all of it (once an hour after the day's twentieth), for
 * daily ones what was found before the last eight o'clock. A match goes into one mail, in the transaction that queues the
 * mail; what a crash leaves is found by the next round, and a day without a running process is made up for.
 *
 * What was found for an unverified address waits for its verification, alertWaitDays at most, as its one row;
 * no mail is made. An account that never got the verification link gets one.
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
    // Two rounds at once take their turns here, and so does a change of how often.
    const saved = await lockSearch(trx, id);
    if (saved === undefined || saved.frequency === "never") return;
    const before = saved.frequency === "daily" ? due : null;
    const mailId = await insertSearchMail(trx, { id, userId: saved.user_id }, { since, before });
    if (mailId !== null) await addJob(sendAlertTask, { mailId }, { trx, maxAttempts: 25 });
  });
}

/**
 * A mail for each follower of a car on sale that costs less than the last price mailed, of these cars or of one
 * person's; a mail that has not been written yet will tell the new price anyway, also one that waits because there were
 * enough about this car within a day. The followers' rows are locked, as by the sending of the mail: one of the two sees
 * what the other has done.
 *
 * An unverified address gets no mail, and its last mailed price stays: what is cheaper at the time of the verification
 * is mailed then, one mail a car. An account that never got the verification link gets one.
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
    const mailId = await insertPriceMail(trx, following);
    if (mailId === null) continue;
    const runAt = await nextPriceMailAt(trx, following);
    const later = runAt === null ? {} : { runAt };
    await addJob(sendAlertTask, { mailId }, { trx, maxAttempts: 25, ...later });
  }
  if (unproven.size > 0) await askForProof(trx, [...unproven]);
}
