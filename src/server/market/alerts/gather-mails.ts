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
    const saved = await lockSearch(trx, id);
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
    const mailId = await insertPriceMail(trx, following);
    if (mailId === null) continue;
    const runAt = await nextPriceMailAt(trx, following);
    const later = runAt === null ? {} : { runAt };
    await addJob(sendAlertTask, { mailId }, { trx, maxAttempts: 25, ...later });
  }
  if (unproven.size > 0) await askForProof(trx, [...unproven]);
}
