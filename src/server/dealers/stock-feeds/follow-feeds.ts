import type { Kysely } from "kysely";
import { z } from "zod";
import type { FeedOutcome, FeedReason } from "#domain/dealers/stock-feeds.ts";
import { feedMessages } from "#domain/messages/feeds.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { FetchError, type PublicFetcher } from "#server/platform/fetching/fetch-public.ts";
import { type AddJob, defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import { layOutMail } from "#server/platform/mail/mail-layout.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { StockImports } from "#server/dealers/stock/imports.service.ts";
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

export interface FollowFeedsDeps {
  readonly db: Kysely<DB>;
  readonly fetcher: Pick<PublicFetcher, "fetchPublic">;
  readonly imports: Pick<StockImports, "receive">;
  readonly addJob: AddJob;
  readonly log: Logger;
  readonly mailer: Mailer;
  readonly site: { readonly name: string; readonly publicUrl: string };
}

const maxBytes = 300_000_000;
/** A slow host holds one of a process's three places for jobs so long. */
const timeoutMs = 120_000;
/** No further feed is fetched in a run of the schedule that has taken so long: the next one begins within a minute. */
const enoughMs = 45_000;
/**
 * In seconds. What has not ended by then was interrupted: checking and applying a file take minutes. A checked file is
 * applied at once, but where too much of the stock is missing in it: then it waits for the dealer.
 */
const maxRunSeconds = { fetching: 600, importing: 7_200, ready: 30 };
export const stockFeedMailTask = "mail_stock_feed";

/** The dealer removed or changed the feed while its file was fetched: the file is not wanted any more. */
class FeedReplacedError extends Error {
  override readonly name = "FeedReplacedError";
}

/**
 * Fetches the feeds that are due, one after the other, and follows what was fetched: checked, it is applied; applied or
 * failed, the run ends. Each step stands in the database, so that a process that dies loses none.
 */
export function followFeeds(deps: FollowFeedsDeps): {
  schedule: Record<string, ScheduledTask>;
  tasks: Record<string, Task>;
} {
  const { db, fetcher, imports, addJob, log, mailer, site } = deps;

  async function end(
    run: Pick<OpenRun, "id" | "userId">,
    outcome: FeedOutcome,
    reason: FeedReason | null = null,
  ): Promise<void> {
    log.info("stock_feed.ended", { run: run.id, outcome, ...(reason === null ? {} : { reason }) });
    await db.transaction().execute(async (trx) => {
      const isToBeTold = await endRun(trx, run, outcome, reason);
      if (isToBeTold) await addJob(stockFeedMailTask, { runId: run.id }, { trx });
    });
  }

  async function fetchStock(run: StartedRun, signal: AbortSignal): Promise<void> {
    try {
      const { body } = await fetcher.fetchPublic(run.url, { maxBytes, timeoutMs }, signal);
      const file = await lookAt(body);
      const { archiveMissing } = run;
      await imports.receive(run.userId, {
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
      if (error instanceof FetchError) return end(run, "failed", error.reason);
      // No room for it at this moment, most likely; the log has the rest.
      log.error("stock_feed.failed", error, { run: run.id });
      await end(run, "failed", "interrupted");
    }
  }

  /** The imports check a feed's file and apply it by themselves; here is only seen how far they are. */
  async function follow(run: OpenRun): Promise<void> {
    const { importId, status, created, updated, missing, archiveMissing, seconds, checkedFor } = run;
    if (importId === null) {
      if (seconds > maxRunSeconds.fetching) await end(run, "failed", "interrupted");
    } else if (status === "failed") {
      await end(run, "failed", "no_stock_file");
    } else if (status === "applied") {
      const changed = (created ?? 0) + (updated ?? 0) + (archiveMissing === true ? (missing ?? 0) : 0);
      await end(run, changed === 0 ? "unchanged" : "applied");
    } else if (status === "ready" && archiveMissing === true && (checkedFor ?? 0) > maxRunSeconds.ready) {
      await end(run, "failed", "too_many_missing");
    } else if (status === null || status === "reverted" || seconds > maxRunSeconds.importing) {
      await end(run, "failed", "interrupted");
    }
  }

  return {
    schedule: {
      follow_stock_feeds: {
        cron: "* * * * *",
        run: async (signal) => {
          for (const run of await loadOpenRuns(db)) await follow(run);
          const started = performance.now();
          while (!signal.aborted && performance.now() - started < enoughMs) {
            const run = await startDueRun(db);
            if (run === null) break;
            await fetchStock(run, signal);
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
