import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { type FeedOutcome, type FeedReason, shownFeedRuns } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import type { Context } from "#server/context.ts";
import { FetchError } from "#server/platform/fetching/fetch-public.ts";
import { defineTask, type BackgroundWork } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { receiveImport } from "#server/dealers/stock/imports.commands.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import { isFeedUndone } from "#server/dealers/stock/imports.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

const maxBytes = 300_000_000;
/** A slow host holds one of a process's three places for jobs so long. */
const timeoutMs = 120_000;
/** No further feed is fetched in a run of the schedule that has taken so long: the next one begins within a minute. */
const enoughMs = 45_000;
/**
 * In seconds. What has not ended by then was interrupted: checking and applying a file take minutes. A checked file is
 * applied at once, but where too much of the stock is missing in it, or the last one was undone: then it waits for the
 * dealer. So does the file of a feed that was changed meanwhile, whose run is gone.
 */
const maxRunSeconds = { fetching: 600, importing: 7_200, ready: 30 };
export const stockFeedMailTask = "mail_stock_feed";

interface StartedRun {
  id: string;
  userId: string;
  url: string;
  archiveMissing: boolean;
}

/**
 * Takes the feed that is due longest and begins its run; null where none is due. Feeds of former dealers and of
 * suspended ones wait. The next time counts from now: a feed that waited is fetched once. Index stock_feeds_due.
 */
async function startDueRun(db: Kysely<DB>): Promise<StartedRun | null> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("stock_feeds as f")
      .innerJoin("users as u", "u.id", "f.user_id")
      .select(["f.user_id as userId", "f.url", "f.archive_missing as archiveMissing"])
      .where("f.due_at", "<=", sql<Date>`now()`)
      .where(isDealerNow, "=", true)
      .where("u.suspended_at", "is", null)
      .orderBy("f.due_at")
      .limit(1)
      .forUpdate("f")
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return null;
    await trx
      .updateTable("stock_feeds")
      .set({ due_at: sql<Date>`now() + make_interval(hours => every_hours)` })
      .where("user_id", "=", due.userId)
      .execute();
    const id = uuidv7();
    await trx
      .insertInto("stock_feed_runs")
      .values({ id, user_id: due.userId, url: due.url, outcome: null, reason: null, import_id: null })
      .execute();
    await sql`
      delete from stock_feed_runs where user_id = ${due.userId} and id not in (
        select id from stock_feed_runs where user_id = ${due.userId}
        order by started_at desc limit ${shownFeedRuns})`.execute(trx);
    return { id, ...due };
  });
}

/**
 * The file of this run has become an import. False if the run is gone: the dealer removed or changed the feed while the
 * file was fetched.
 */
async function noteImport(trx: Transaction<DB>, run: StartedRun, importId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("stock_feed_runs")
    .set({ import_id: importId })
    .where("id", "=", run.id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Runs that have not ended, oldest first, with what became of their files. Index stock_feed_runs_open. */
function loadOpenRuns(db: Kysely<DB>) {
  return db
    .selectFrom("stock_feed_runs as r")
    .leftJoin("stock_imports as i", "i.id", "r.import_id")
    .select(["r.id", "r.user_id as userId", "r.import_id as importId"])
    .select(["i.status", "i.archive_missing as archiveMissing"])
    .select(["i.create_count as created", "i.update_count as updated", "i.missing_count as missing"])
    .select(isFeedUndone(sql.ref("r.user_id")).as("isUndone"))
    .select(sql<number>`extract(epoch from now() - r.started_at)::float8`.as("seconds"))
    .select(sql<number | null>`extract(epoch from now() - i.checked_at)::float8`.as("checkedFor"))
    .where("r.outcome", "is", null)
    .orderBy("r.started_at")
    .limit(500)
    .execute();
}
type OpenRun = Awaited<ReturnType<typeof loadOpenRuns>>[number];

/**
 * Ends a run. Answers whether the dealer is to be told: it is the second failure in a row, and the one before those was
 * none. A run that has ended already stays as it is, and one that is gone (the feed was changed) is nobody's result.
 */
async function endRun(
  db: Kysely<DB>,
  run: { readonly id: string; readonly userId: string },
  outcome: FeedOutcome,
  reason: FeedReason | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("stock_feed_runs")
    .set({ outcome, reason, ended_at: sql<Date>`now()` })
    .where("id", "=", run.id)
    .where("outcome", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n || outcome !== "failed") return false;
  const last = await db
    .selectFrom("stock_feed_runs")
    .select("outcome")
    .where("user_id", "=", run.userId)
    .where("outcome", "is not", null)
    .orderBy("started_at", "desc")
    .limit(3)
    .execute();
  const failed = last.map((one) => one.outcome === "failed");
  return failed[1] === true && failed[2] !== true;
}

/** The dealer removed or changed the feed while its file was fetched: the file is not wanted any more. */
class FeedReplacedError extends Error {
  override readonly name = "FeedReplacedError";
}

async function end(
  { db, log, addJob }: Context,
  run: Pick<OpenRun, "id" | "userId">,
  outcome: FeedOutcome,
  reason: FeedReason | null = null,
): Promise<void> {
  log.info("stock_feed.ended", { run: run.id, outcome, ...(reason === null ? {} : { reason }) });
  await db.transaction().execute(async (trx) => {
    const isToBeTold = await endRun(trx, run, outcome, reason);
    if (isToBeTold) await addJob(stockFeedMailTask, { runId: run.id }, { trx, maxAttempts: 15 });
  });
}

async function fetchStock(ctx: Context, run: StartedRun, signal: AbortSignal): Promise<void> {
  const { fetcher, log } = ctx;
  try {
    const { body } = await fetcher.fetchPublic(run.url, { maxBytes, timeoutMs }, signal);
    const file = await lookAt(body);
    const { archiveMissing } = run;
    await receiveImport(ctx, run.userId, {
      ...file,
      format: "auto",
      source: "feed",
      archiveMissing,
      onCreated: async (trx, importId) => {
        if (!(await noteImport(trx, run, importId))) throw new FeedReplacedError();
      },
    });
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof FeedReplacedError) return;
    if (error instanceof FetchError) return end(ctx, run, "failed", error.reason);
    // No room for it at this moment, most likely; the log has the rest.
    log.error("stock_feed.failed", error, { run: run.id });
    await end(ctx, run, "failed", "interrupted");
  }
}

/** The imports check a feed's file and apply it by themselves; here is only seen how far they are. */
async function follow(ctx: Context, run: OpenRun): Promise<void> {
  const { importId, status, created, updated, missing, archiveMissing, isUndone, seconds, checkedFor } = run;
  if (importId === null) {
    if (seconds > maxRunSeconds.fetching) await end(ctx, run, "failed", "interrupted");
  } else if (status === "failed") {
    await end(ctx, run, "failed", "no_stock_file");
  } else if (status === "applied") {
    const changed = (created ?? 0) + (updated ?? 0) + (archiveMissing === true ? (missing ?? 0) : 0);
    await end(ctx, run, changed === 0 ? "unchanged" : "applied");
  } else if (
    status === "ready" &&
    (isUndone || archiveMissing === true) &&
    (checkedFor ?? 0) > maxRunSeconds.ready
  ) {
    await end(ctx, run, "failed", isUndone ? "undone" : "too_many_missing");
  } else if (status === null || status === "reverted" || seconds > maxRunSeconds.importing) {
    await end(ctx, run, "failed", "interrupted");
  }
}

/**
 * Fetches the feeds that are due, one after the other, and follows what was fetched: checked, it is applied; applied or
 * failed, the run ends. Each step stands in the database, so that a process that dies loses none.
 */
export function followFeeds(ctx: Context): BackgroundWork {
  const { db, mailer, site } = ctx;
  return {
    schedule: {
      follow_stock_feeds: {
        cron: "* * * * *",
        run: async (signal) => {
          for (const run of await loadOpenRuns(db)) await follow(ctx, run);
          const started = performance.now();
          while (!signal.aborted && performance.now() - started < enoughMs) {
            const run = await startDueRun(db);
            if (run === null) break;
            await fetchStock(ctx, run, signal);
          }
        },
      },
    },
    tasks: {
      [stockFeedMailTask]: defineTask(z.object({ runId: z.string() }), async ({ runId }) => {
        const owner = await db
          .selectFrom("stock_feed_runs as r")
          .innerJoin("users as u", "u.id", "r.user_id")
          .select(["u.email", "r.reason"])
          .where("r.id", "=", runId)
          .executeTakeFirst();
        // Undefined once the feed is gone.
        if (owner === undefined || owner.reason === null) return;
        const { subject, lead, action } = feedMessages.mail;
        const words = { subject, before: [lead(feedMessages.reasons[owner.reason])], action, after: [] };
        const link = `${site.publicUrl}/autosallon-dashboard/imports`;
        const content = layOutMail(words, { siteName: site.name, link });
        await mailer.send(owner.email, content, `stock_feed:${runId}`);
      }),
    },
  };
}

/** Whether the file is a ZIP, by its first bytes: hosts call it this and that. */
async function lookAt(
  body: AsyncIterable<Buffer>,
): Promise<{ isZip: boolean; content: AsyncIterable<Buffer> }> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  async function* content(): AsyncGenerator<Buffer> {
    if (first.done === true) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return {
    isZip: first.done !== true && first.value.subarray(0, 2).toString("latin1") === "PK",
    content: content(),
  };
}
