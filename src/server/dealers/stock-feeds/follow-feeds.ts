import { z } from "zod";
import type { FeedOutcome, FeedReason } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import type { Context } from "#server/context.ts";
import { FetchError } from "#server/platform/fetching/fetch-public.ts";
import { defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import { receiveImport } from "#server/dealers/stock/imports.commands.ts";
import {
  deleteRun,
  endRun,
  findRunOwner,
  loadOpenRuns,
  noteImport,
  type OpenRun,
  type StartedRun,
  startDueRun,
} from "./stock-feeds.queries.ts";

const maxBytes = 300_000_000;
/** A slow host holds one of a process's three places for jobs so long. */
const timeoutMs = 120_000;
/** No further feed is fetched in a run of the schedule that has taken so long: the next one begins within a minute. */
const enoughMs = 45_000;
/**
 * In seconds. What has not ended by then was interrupted: checking and applying a file take minutes. A checked file is
 * applied at once, but where too much of the stock is missing in it, or the last one was undone: then it waits for the
 * dealer.
 */
const maxRunSeconds = { fetching: 600, importing: 7_200, ready: 30 };
export const stockFeedMailTask = "mail_stock_feed";

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
  const { db, fetcher, log } = ctx;
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
    if (error instanceof FeedReplacedError) return deleteRun(db, run.id);
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
export function followFeeds(ctx: Context): {
  schedule: Record<string, ScheduledTask>;
  tasks: Record<string, Task>;
} {
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
        const owner = await findRunOwner(db, runId);
        if (owner === null || owner.reason === null) return;
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
