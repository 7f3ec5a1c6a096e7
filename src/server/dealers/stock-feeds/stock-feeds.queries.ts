import { type Kysely, sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { StockFeedBody } from "#contract/feeds.ts";
import { type FeedOutcome, type FeedReason, shownFeedRuns } from "#domain/dealers/stock-feeds.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import { isFeedUndone } from "#server/dealers/stock/imports.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** A dealer's feed with its last results, newest first; null for none. Index stock_feed_runs_user. */
export async function findStockFeed(db: Kysely<DB>, userId: string) {
  const feed = await db
    .selectFrom("stock_feeds")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (feed === undefined) return null;
  const runs = await db
    .selectFrom("stock_feed_runs")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("started_at", "desc")
    .limit(shownFeedRuns)
    .execute();
  return { feed, runs };
}
export type StockFeedRecord = NonNullable<Awaited<ReturnType<typeof findStockFeed>>>;

/** Sets a dealer's feed, due at once. */
export async function writeStockFeed(db: Kysely<DB>, userId: string, feed: StockFeedBody): Promise<void> {
  const values = { url: feed.url, every_hours: feed.everyHours, archive_missing: feed.archiveMissing };
  await db
    .insertInto("stock_feeds")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ ...values, due_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteStockFeed(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("stock_feeds").where("user_id", "=", userId).execute();
}

export interface StartedRun {
  id: string;
  userId: string;
  url: string;
  archiveMissing: boolean;
}

/**
 * Takes the feed that is due longest and begins its run; null where none is due. Feeds of former dealers and of
 * suspended ones wait. The next time counts from now: a feed that waited is fetched once. Index stock_feeds_due.
 */
export async function startDueRun(db: Kysely<DB>): Promise<StartedRun | null> {
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
      .values({ id, user_id: due.userId, outcome: null, reason: null, import_id: null })
      .execute();
    await sql`
      delete from stock_feed_runs where user_id = ${due.userId} and id not in (
        select id from stock_feed_runs where user_id = ${due.userId}
        order by started_at desc limit ${shownFeedRuns})`.execute(trx);
    return { id, ...due };
  });
}

/**
 * The file of this run has become an import. Answers whether the feed is still the one that the run began with; it stays
 * so until the transaction ends.
 */
export async function noteImport(trx: Transaction<DB>, run: StartedRun, importId: string): Promise<boolean> {
  const feed = await trx
    .selectFrom("stock_feeds")
    .select("user_id")
    .where("user_id", "=", run.userId)
    .where("url", "=", run.url)
    .where("archive_missing", "=", run.archiveMissing)
    .forShare()
    .executeTakeFirst();
  if (feed === undefined) return false;
  await trx.updateTable("stock_feed_runs").set({ import_id: importId }).where("id", "=", run.id).execute();
  return true;
}

/** Forgets a run without a result. */
export async function deleteRun(db: Kysely<DB>, runId: string): Promise<void> {
  await db.deleteFrom("stock_feed_runs").where("id", "=", runId).execute();
}

/** Runs that have not ended, oldest first, with what became of their files. Index stock_feed_runs_open. */
export function loadOpenRuns(db: Kysely<DB>) {
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
export type OpenRun = Awaited<ReturnType<typeof loadOpenRuns>>[number];

/**
 * Ends a run. Answers whether the dealer is to be told: it is the second failure in a row, and the one before those was
 * none. A run that has ended already stays as it is.
 */
export async function endRun(
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

/** Who owns the feed of a run, and why the run failed; null once the feed is gone. */
export async function findRunOwner(db: Kysely<DB>, runId: string) {
  const row = await db
    .selectFrom("stock_feed_runs as r")
    .innerJoin("users as u", "u.id", "r.user_id")
    .select(["u.email", "r.reason"])
    .where("r.id", "=", runId)
    .executeTakeFirst();
  return row ?? null;
}
