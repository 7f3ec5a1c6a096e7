import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { ImportFault, ImportRow, ListedImport, StockImport } from "#contract/imports.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { errorMessages } from "#domain/messages/errors.ts";
import { photoMessages } from "#domain/messages/photos.ts";
import { areManyMissing, importLimits } from "#domain/dealers/import-limits.ts";
import { type AskedFormat, type ImportSource, rowOutcomes } from "#domain/stock/import-states.ts";
import { mobileColumns } from "#domain/stock/mobile-de.ts";
import { readColumn } from "#domain/stock/stock-columns.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import { oldFiles } from "#server/market/photos/old-files.ts";
import { requireNotSuspended } from "#server/market/cars/sellers.queries.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { Context } from "#server/context.ts";
import { shownCell } from "#server/market/vin/seal-vin.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { FeedVersion } from "#server/http/feed-versions.ts";
import { defineTask, type BackgroundWork } from "#server/platform/jobs/jobs.ts";
import { applyImport } from "./apply-import.commands.ts";
import { deleteOldImports } from "./apply.queries.ts";
import { checkImport, evaluateRows, judgeRows, openFile, sealCells } from "./check-import.ts";
import {
  findRow,
  type ImportRecord,
  isFeedUndone,
  loadFaults,
  loadFaultsOfRows,
  loadImport,
  loadImports,
  loadMissing,
  loadRows,
  lockFeedOf,
  lockImport,
  updateImport,
} from "./imports.queries.ts";
import { recheckTasks } from "./recheck-imports.commands.ts";
import { presentFault, presentImport } from "./present-import.ts";
import { releaseStuck } from "./release-stuck.commands.ts";
import { revertImport } from "./revert-import.ts";
import { exportCsv, faultsCsv } from "./stock-csv.ts";
import { countStock, readStockState } from "./stock.queries.ts";

/** A file of stock as it arrives. */
export interface ArrivingStock {
  readonly content: AsyncIterable<Uint8Array>;
  readonly isZip: boolean;
  readonly format: AskedFormat;
  readonly source: ImportSource;
  /**
   * A feed's file is applied once it is checked, unless too much of the stock would go, its last import was undone, or the
   * feed was changed meanwhile.
   */
  readonly archiveMissing?: boolean;
  /** Called with the import's id in the transaction that creates it: where it throws, there is no import. */
  readonly onCreated?: (trx: Transaction<DB>, importId: string) => Promise<void>;
}

const checkTask = "check_stock_import";
const applyTask = "apply_stock_import";
const revertTask = "revert_stock_import";
const payload = z.object({ importId: z.uuid() });
const dayMs = 86_400_000;
/** A checked file waits so long for being applied; the rows of imports are there for longer. */
const fileDays = 7;
const importDays = 90;
/** So many of one dealer, each of which may hold 50 MB of rows beside its file. */
const newestImports = 30;
/** Deleted in one statement: with their rows they must be gone within its time. */
const atOnce = 10;

/** A dealer's files are checked one after the other. */
function queueCheck(
  { addJob }: Context,
  trx: Transaction<DB>,
  { id, user_id: dealerId }: { id: string; user_id: string },
): Promise<void> {
  return addJob(checkTask, { importId: id }, { trx, line: `${checkTask}:${dealerId}` });
}

/** All dealers' stocks are: their pictures are made by the same processes. */
function queueApply({ addJob }: Context, trx: Transaction<DB>, importId: string): Promise<void> {
  return addJob(applyTask, { importId }, { trx, line: applyTask });
}

/** A dealer's import (specification.md#stock). Throws dealers_only, and import_not_found for another dealer's. */
async function find({ db }: Context, dealer: Actor, id: string): Promise<ImportRecord> {
  await requireDealer(db, dealer.id);
  const row = await loadImport(db, id);
  if (row?.user_id !== dealer.id) throw new AppError("import_not_found");
  return row;
}

async function check(ctx: Context, importId: string, signal: AbortSignal): Promise<void> {
  const { db } = ctx;
  const row = await loadImport(db, importId);
  if (row?.status !== "checking") return;
  await checkImport(ctx, row, signal);
  const checked = await loadImport(db, importId);
  if (checked?.status !== "ready" || checked.source !== "feed") return;
  await db.transaction().execute(async (trx) => {
    const present = await lockImport(trx, importId);
    // The dealer may have applied it since.
    if (present?.status !== "ready") return;
    // The dealer removed or changed the feed while its file was checked: it waits, as one that is sent.
    if (!(await lockFeedOf(trx, present))) return;
    // What the dealer has just undone would be done again.
    const { rows } = await sql<{ undone: boolean }>`
      select ${isFeedUndone(sql`${present.user_id}`)} as undone`.execute(trx);
    if (rows[0]?.undone === true) return;
    const stock = await countStock(trx, present.user_id);
    if (present.archive_missing && areManyMissing(present.missing_count, stock)) return;
    await updateImport(trx, importId, { status: "applying" });
    await queueApply(ctx, trx, importId);
  });
}

async function sweep(ctx: Context, signal: AbortSignal): Promise<void> {
  const { db, fileStore, now } = ctx;
  await releaseStuck(ctx);
  const before = new Date(now().getTime() - importDays * dayMs);
  let old: string[];
  do {
    old = await deleteOldImports(db, { before, newest: newestImports, limit: atOnce });
    for (const id of old) await fileStore.removeImport(id);
  } while (old.length === atOnce);
  // Files of no use any more, and those that have waited too long for a yes.
  const readyBefore = new Date(now().getTime() - fileDays * dayMs);
  const { rows: unused } = await sql<{ id: string }>`
    select id from stock_imports
    where status in ('applied', 'failed', 'reverted') or (status = 'ready' and created_at < ${readyBefore})`.execute(
    db,
  );
  for (const { id } of unused) await fileStore.removeImport(id);
  // Files whose row went with the account, or was never written.
  for await (const ids of oldFiles(fileStore.listImports(), now(), signal)) {
    const rows = await db.selectFrom("stock_imports").select("id").where("id", "in", ids).execute();
    const known = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) await fileStore.removeImport(id);
  }
}

/** Checking, applying and undoing imports, beside requests. */
export function importJobs(ctx: Context): BackgroundWork {
  return {
    tasks: {
      ...recheckTasks(ctx, (trx, row) => queueCheck(ctx, trx, row)),
      [checkTask]: defineTask(payload, ({ importId }, signal) => check(ctx, importId, signal)),
      [applyTask]: defineTask(payload, ({ importId }, signal) => applyImport(ctx, importId, signal)),
      [revertTask]: defineTask(payload, ({ importId }) => revertImport(ctx, importId)),
    },
    schedule: { sweep_stock_imports: { cron: "23 * * * *", run: (signal) => sweep(ctx, signal) } },
  };
}

/** A dealer's imports, the newest first. Throws dealers_only. */
export async function listImports(
  { db }: Context,
  dealer: Actor,
  page: Page,
): Promise<{ imports: ListedImport[]; total: number }> {
  await requireDealer(db, dealer.id);
  const { rows, total } = await loadImports(db, dealer.id, page);
  return { imports: rows.map(presentImport), total };
}

/** An import with its first faults. Throws as `find`. */
export async function showImport(ctx: Context, dealer: Actor, id: string): Promise<StockImport> {
  const row = await find(ctx, dealer, id);
  const faults = await loadFaults(ctx.db, id, { limit: importLimits.shownFaults });
  return { ...presentImport(row), faults: faults.map(presentFault), columns: row.columns ?? [] };
}

/** The rows of an import, or those of an outcome; "archive": the cars that it does not list. Throws as `find`. */
export async function listRows(
  ctx: Context,
  dealer: Actor,
  id: string,
  outcome: string | undefined,
  page: Page,
): Promise<{ rows: ImportRow[]; total: number }> {
  const { db } = ctx;
  const row = await find(ctx, dealer, id);
  if (outcome === "archive") {
    const { rows, total } = await loadMissing(db, row, page);
    return {
      rows: rows.map((car) => ({
        row: null,
        outcome: "archive" as const,
        reference: car.reference ?? "",
        title: `${car.brand} ${car.model} ${car.year}`,
        carId: car.id,
        cells: {},
        changes: [],
        faults: [],
      })),
      total,
    };
  }
  const wanted = rowOutcomes.find((each) => each === outcome) ?? null;
  const { rows, total } = await loadRows(db, id, wanted, page);
  const faults = await loadFaultsOfRows(
    db,
    id,
    rows.map((each) => each.row),
  );
  return {
    rows: rows.map((each) =>
      presentRow(
        each,
        faults.filter((fault) => fault.row === each.row),
      ),
    ),
    total,
  };
}

/** Stores a file and queues its check; the import's id. Throws what the stream throws, overloaded where there is no room. */
export async function receiveImport(ctx: Context, dealerId: string, file: ArrivingStock): Promise<string> {
  const { db, fileStore } = ctx;
  const { content, isZip, format, source, archiveMissing = false, onCreated } = file;
  const id = uuidv7();
  try {
    await fileStore.putImport(id, content);
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && error.name === "FetchError")) throw error;
    throw new AppError("overloaded", { message: photoMessages.busy, retryAfter: 10, cause: error });
  }
  try {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto("stock_imports")
        .values({
          id,
          user_id: dealerId,
          source,
          asked_format: format,
          is_zip: isZip,
          archive_missing: archiveMissing,
        })
        .execute();
      await queueCheck(ctx, trx, { id, user_id: dealerId });
      await onCreated?.(trx, id);
    });
  } catch (error) {
    await fileStore.removeImport(id);
    throw error;
  }
  return id;
}

/**
 * Corrects cells of a row, and checks it again. Throws as `find`; import_not_ready, not_found for a row that is not there,
 * validation_failed for an unknown column.
 */
export async function correctRow(
  ctx: Context,
  dealer: Actor,
  id: string,
  number: number,
  cells: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ImportRow> {
  const { db } = ctx;
  const row = await find(ctx, dealer, id);
  if (row.status !== "ready") throw new AppError("import_not_ready");
  const before = await findRow(db, id, number);
  if (before === null) throw new AppError("not_found");
  const typed = sealCells(ctx, dealer.id, byColumns(row, cells));
  const { vin: known = "" } = before.cells;
  // The number as it is shown, sent back with the row.
  const given = typed["vin"] === shownCell(known) ? { ...typed, vin: known } : typed;
  const corrected = { ...before.cells, ...given };
  const file = await openFile(ctx.fileStore, row);
  try {
    await judgeRows(ctx, row, [{ row: number, cells: corrected, faults: [] }], file, signal);
  } finally {
    await file?.close();
  }
  await db.transaction().execute(async (trx) => {
    const present = await lockImport(trx, id);
    if (present?.status !== "ready") throw new AppError("import_not_ready");
    // Another cell of the row may have been corrected meanwhile.
    const latest = await findRow(trx, id, number);
    if (latest === null) throw new AppError("not_found");
    await trx
      .updateTable("stock_import_rows")
      .set({ cells: JSON.stringify({ ...latest.cells, ...given }) })
      .where("import_id", "=", id)
      .where("row", "=", number)
      .execute();
    await evaluateRows(ctx, trx, present, "ready", number);
  });
  const after = await findRow(db, id, number);
  if (after === null) throw new AppError("not_found");
  return presentRow(after, await loadFaultsOfRows(db, id, [number]));
}

/** Queues applying. Throws as `find`; import_not_ready, stock_changed, too_many_missing, account_suspended. */
export async function askToApply(
  ctx: Context,
  dealer: Actor,
  id: string,
  { archiveMissing, confirm = false }: { archiveMissing: boolean; confirm?: boolean },
): Promise<void> {
  const { db } = ctx;
  await find(ctx, dealer, id);
  await requireNotSuspended(db, dealer.id);
  const isChanged = await db.transaction().execute(async (trx) => {
    const row = await lockImport(trx, id);
    if (row?.status !== "ready") throw new AppError("import_not_ready");
    if ((await readStockState(trx, dealer.id)) !== row.stock_state) {
      await updateImport(trx, id, { status: "checking", done: 0 });
      await queueCheck(ctx, trx, row);
      return true;
    }
    const isTooMany = areManyMissing(row.missing_count, await countStock(trx, dealer.id));
    if (archiveMissing && isTooMany && !confirm) throw new AppError("too_many_missing");
    await updateImport(trx, id, {
      status: "applying",
      archive_missing: archiveMissing,
      many_missing_confirmed: confirm,
      done: 0,
    });
    await queueApply(ctx, trx, id);
    return false;
  });
  if (isChanged) throw new AppError("stock_changed");
}

/** Queues undoing. Throws as `find`; import_not_revertible, account_suspended. */
export async function askToRevert(ctx: Context, dealer: Actor, id: string): Promise<void> {
  const { db, addJob, now } = ctx;
  await find(ctx, dealer, id);
  await requireNotSuspended(db, dealer.id);
  await db.transaction().execute(async (trx) => {
    const row = await lockImport(trx, id);
    if (row === null || !row.is_revertible) throw new AppError("import_not_revertible");
    await updateImport(trx, id, { revert_asked_at: now() });
    await addJob(revertTask, { importId: id }, { trx });
  });
}

/** All faults as a CSV file. Throws as `find`. */
export async function faultsFile(ctx: Context, dealer: Actor, id: string): Promise<AsyncIterable<string>> {
  await find(ctx, dealer, id);
  return faultsCsv(ctx.db, id);
}

/** The stock as a CSV file, with its version. Throws dealers_only. */
export async function exportStock(
  { db, photos, stockVersions }: Context,
  dealer: Actor,
): Promise<{ version: FeedVersion; parts: () => AsyncIterable<string> }> {
  await requireDealer(db, dealer.id);
  const state = await readStockState(db, dealer.id);
  return {
    version: stockVersions.note(dealer.id, state),
    parts: () => exportCsv(db, dealer.id, (photoId) => photos.absoluteUrl(photoId)),
  };
}

function presentRow(
  row: NonNullable<Awaited<ReturnType<typeof findRow>>>,
  faults: readonly ImportFault[],
): ImportRow {
  return {
    row: row.row,
    outcome: row.outcome,
    reference: row.reference ?? "",
    title: row.title,
    carId: row.car_id,
    cells: shownCells(row.cells),
    changes: [...(row.plan?.changes ?? [])],
    faults: faults.map(presentFault),
  };
}

function shownCells(cells: Readonly<Record<string, string>>): Record<string, string> {
  const { vin, ...others } = cells;
  return vin === undefined ? others : { ...others, vin: shownCell(vin) };
}

/** Corrected cells by the file's columns; a mobile.de row takes ours beside its own. Throws validation_failed. */
function byColumns(
  row: Pick<ImportRecord, "format">,
  cells: Readonly<Record<string, string>>,
): Record<string, string> {
  const theirs = new Set<string>(row.format === "mobile_de" ? mobileColumns.map(({ name }) => name) : []);
  const known: Record<string, string> = {};
  for (const [name, text] of Object.entries(cells)) {
    const column = theirs.has(name) ? name : readColumn(name);
    if (column === null) {
      const message = errorMessages.unknownKey(name.slice(0, 100));
      throw new AppError("validation_failed", { message, fields: { [name]: message } });
    }
    known[column] = text;
  }
  return known;
}
