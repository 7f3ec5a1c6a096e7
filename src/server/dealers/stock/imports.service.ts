import type { Kysely, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { ImportRow, ListedImport, StockImport } from "#contract/imports.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { errorMessages } from "#domain/messages/errors.ts";
import { photoMessages } from "#domain/messages/photos.ts";
import { areManyMissing, importLimits } from "#domain/dealers/import-limits.ts";
import { type AskedFormat, type ImportSource, rowOutcomes } from "#domain/stock/import-states.ts";
import { mobileColumns } from "#domain/stock/mobile-de.ts";
import { readColumn } from "#domain/stock/stock-columns.ts";
import { requireDealer } from "#server/money/billing/subscriptions.service.ts";
import { requireNotSuspended } from "#server/market/cars/sellers.queries.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { CatalogueService } from "#server/market/catalogue/catalogue.service.ts";
import type { Context } from "#server/context.ts";
import { shownCell } from "#server/market/vin/seal-vin.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { PublicFetcher } from "#server/platform/fetching/fetch-public.ts";
import { AppError } from "#server/http/app-error.ts";
import { type FeedVersion, FeedVersions } from "#server/http/feed-versions.ts";
import { type AddJob, defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import type { PhotoStore } from "#server/market/photos/photo-store.ts";
import type { PhotosService } from "#server/market/photos/photos.service.ts";
import { applyImport } from "./apply-import.ts";
import type { VinLimits } from "./bound-vins.ts";
import { deleteOldImports, loadUnusedFiles } from "./apply.queries.ts";
import { ImportChecker, openFile, sealCells } from "./check-import.ts";
import {
  findImport,
  findRow,
  type ImportRecord,
  insertImport,
  loadFaults,
  loadFaultsOfRows,
  loadImport,
  loadImports,
  loadMissing,
  loadRows,
  lockImport,
  updateCells,
  updateImport,
} from "./imports.queries.ts";
import { recheckTasks } from "./recheck-imports.ts";
import { presentFault, presentImport } from "./present-import.ts";
import { releaseStuck } from "./release-stuck.ts";
import { revertImport } from "./revert-import.ts";
import { exportCsv, faultsCsv, templateCsv } from "./stock-csv.ts";
import { countStock, readStockState } from "./stock.queries.ts";

export interface StockImportsDeps {
  readonly db: Kysely<DB>;
  readonly photos: PhotosService;
  readonly store: PhotoStore;
  readonly catalogue: CatalogueService;
  readonly fetcher: PublicFetcher;
  readonly secretBox: Context["secretBox"];
  readonly limits: VinLimits;
  readonly addJob: AddJob;
  readonly now: () => Date;
  /** Called between the steps of applying: tests abandon it there. */
  readonly step?: (name: string) => Promise<void>;
}

/** A file of stock as it arrives. */
export interface ArrivingStock {
  readonly content: AsyncIterable<Uint8Array>;
  readonly isZip: boolean;
  readonly format: AskedFormat;
  readonly source: ImportSource;
  /** A feed is applied once it is checked, unless too much of the stock would go. */
  readonly archiveMissing?: boolean;
  /** Called with the import's id in the transaction that creates it: where it throws, there is no import. */
  readonly onCreated?: (trx: Transaction<DB>, importId: string) => Promise<void>;
}

/**
 * A dealer's stock from files (specification.md#stock). Every call of a dealer throws dealers_only for who is none, and
 * import_not_found for an import that is not the dealer's.
 */
export interface StockImports {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
  list(dealer: Actor, page: Page): Promise<{ imports: ListedImport[]; total: number }>;
  /** An import with its first faults. */
  get(dealer: Actor, id: string): Promise<StockImport>;
  /** The rows of an import, or those of an outcome; "archive": the cars that it does not list. */
  rows(
    dealer: Actor,
    id: string,
    outcome: string | undefined,
    page: Page,
  ): Promise<{ rows: ImportRow[]; total: number }>;
  /** Throws dealers_only before a byte is read. */
  requireDealer(dealer: Actor): Promise<void>;
  /** Stores a file and queues its check; the import's id. Throws what the stream throws, overloaded where there is no room. */
  receive(dealerId: string, file: ArrivingStock): Promise<string>;
  /** Throws import_not_ready, not_found for a row that is not there, validation_failed for an unknown column. */
  correct(
    dealer: Actor,
    id: string,
    row: number,
    cells: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ImportRow>;
  /** Throws import_not_ready, stock_changed, too_many_missing, account_suspended. */
  apply(dealer: Actor, id: string, options: { archiveMissing: boolean; confirm?: boolean }): Promise<void>;
  /** Throws import_not_revertible, account_suspended. */
  revert(dealer: Actor, id: string): Promise<void>;
  template(dealer: Actor): Promise<string>;
  faultsFile(dealer: Actor, id: string): Promise<AsyncIterable<string>>;
  /** The stock as a file, with its version. */
  exportFile(dealer: Actor): Promise<{ version: FeedVersion; parts: () => AsyncIterable<string> }>;
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

/** Wires the imports; starts nothing. */
export function createStockImports(deps: StockImportsDeps): StockImports {
  const { db, photos, store, addJob, now, step = async () => {} } = deps;
  const checker = new ImportChecker(deps);
  const versions = new FeedVersions(() => now().getTime());

  /** A dealer's files are checked one after the other. */
  const queueCheck = (trx: Transaction<DB>, { id, user_id: dealerId }: { id: string; user_id: string }) =>
    addJob(checkTask, { importId: id }, { trx, line: `${checkTask}:${dealerId}` });
  /** All dealers' stocks are: their pictures are made by the same processes. */
  const queueApply = (trx: Transaction<DB>, importId: string) =>
    addJob(applyTask, { importId }, { trx, line: applyTask });

  async function find(dealer: Actor, id: string): Promise<ImportRecord> {
    await requireDealer(db, dealer.id);
    const row = await findImport(db, dealer.id, id);
    if (row === null) throw new AppError("import_not_found");
    return row;
  }

  async function check(importId: string, signal: AbortSignal): Promise<void> {
    const row = await loadImport(db, importId);
    if (row?.status !== "checking") return;
    await checker.check(row, signal);
    const checked = await loadImport(db, importId);
    if (checked?.status !== "ready" || checked.source !== "feed") return;
    await db.transaction().execute(async (trx) => {
      await lockImport(trx, importId);
      // The dealer may have applied it since.
      const present = await loadImport(trx, importId);
      if (present?.status !== "ready") return;
      const stock = await countStock(trx, present.user_id);
      if (present.archive_missing && areManyMissing(present.missing_count, stock)) return;
      await updateImport(trx, importId, { status: "applying" });
      await queueApply(trx, importId);
    });
  }

  async function sweep(): Promise<void> {
    await releaseStuck(db, checker);
    const before = new Date(now().getTime() - importDays * dayMs);
    let old: string[];
    do {
      old = await deleteOldImports(db, { before, newest: newestImports, limit: atOnce });
      for (const id of old) await store.removeImport(id);
    } while (old.length === atOnce);
    const unused = await loadUnusedFiles(db, new Date(now().getTime() - fileDays * dayMs));
    for (const id of unused) await store.removeImport(id);
  }

  async function presentRow(row: NonNullable<Awaited<ReturnType<typeof findRow>>>): Promise<ImportRow> {
    const faults = await loadFaultsOfRows(db, row.import_id, [row.row]);
    return presentRowWith(row, faults.map(presentFault));
  }

  return {
    tasks: {
      ...recheckTasks({ db, check: queueCheck }),
      [checkTask]: defineTask(payload, ({ importId }, signal) => check(importId, signal)),
      [applyTask]: defineTask(payload, ({ importId }, signal) =>
        applyImport({ ...deps, checker, step }, importId, signal),
      ),
      [revertTask]: defineTask(payload, ({ importId }) => revertImport(db, now, importId)),
    },
    schedule: { sweep_stock_imports: { cron: "23 * * * *", run: sweep } },

    requireDealer: async (dealer) => {
      await requireDealer(db, dealer.id);
    },

    list: async (dealer, page) => {
      await requireDealer(db, dealer.id);
      const { rows, total } = await loadImports(db, dealer.id, page);
      return { imports: rows.map(presentImport), total };
    },

    get: async (dealer, id) => {
      const row = await find(dealer, id);
      const faults = await loadFaults(db, id, { limit: importLimits.shownFaults });
      return { ...presentImport(row), faults: faults.map(presentFault), columns: row.columns ?? [] };
    },

    rows: async (dealer, id, outcome, page) => {
      const row = await find(dealer, id);
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
          presentRowWith(each, faults.filter((fault) => fault.row === each.row).map(presentFault)),
        ),
        total,
      };
    },

    receive: async (dealerId, { content, isZip, format, source, archiveMissing = false, onCreated }) => {
      const id = uuidv7();
      try {
        await store.putImport(id, content);
      } catch (error) {
        if (error instanceof AppError || (error instanceof Error && error.name === "FetchError")) throw error;
        throw new AppError("overloaded", { message: photoMessages.busy, retryAfter: 10, cause: error });
      }
      try {
        await db.transaction().execute(async (trx) => {
          await insertImport(trx, { id, userId: dealerId, source, format, isZip, archiveMissing });
          await queueCheck(trx, { id, user_id: dealerId });
          await onCreated?.(trx, id);
        });
      } catch (error) {
        await store.removeImport(id);
        throw error;
      }
      return id;
    },

    correct: async (dealer, id, number, cells, signal) => {
      const row = await find(dealer, id);
      if (row.status !== "ready") throw new AppError("import_not_ready");
      const before = await findRow(db, id, number);
      if (before === null) throw new AppError("not_found");
      const typed = sealCells(deps, dealer.id, byColumns(row, cells));
      const { vin: known = "" } = before.cells;
      // The number as it is shown, sent back with the row.
      const given = typed["vin"] === shownCell(known) ? { ...typed, vin: known } : typed;
      const corrected = { ...before.cells, ...given };
      const file = await openFile(store, row);
      try {
        await checker.judge(row, [{ row: number, cells: corrected, faults: [] }], file, signal);
      } finally {
        await file?.close();
      }
      await db.transaction().execute(async (trx) => {
        await lockImport(trx, id);
        const present = await loadImport(trx, id);
        if (present?.status !== "ready") throw new AppError("import_not_ready");
        // Another cell of the row may have been corrected meanwhile.
        const latest = await findRow(trx, id, number);
        if (latest === null) throw new AppError("not_found");
        await updateCells(trx, id, number, { ...latest.cells, ...given });
        await checker.evaluate(trx, present, "ready", number);
      });
      const after = await findRow(db, id, number);
      if (after === null) throw new AppError("not_found");
      return presentRow(after);
    },

    apply: async (dealer, id, { archiveMissing, confirm = false }) => {
      await find(dealer, id);
      await requireNotSuspended(db, dealer.id);
      const isChanged = await db.transaction().execute(async (trx) => {
        await lockImport(trx, id);
        const row = await loadImport(trx, id);
        if (row?.status !== "ready") throw new AppError("import_not_ready");
        if ((await readStockState(trx, dealer.id)) !== row.stock_state) {
          await updateImport(trx, id, { status: "checking", done: 0 });
          await queueCheck(trx, row);
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
        await queueApply(trx, id);
        return false;
      });
      if (isChanged) throw new AppError("stock_changed");
    },

    revert: async (dealer, id) => {
      await find(dealer, id);
      await requireNotSuspended(db, dealer.id);
      await db.transaction().execute(async (trx) => {
        await lockImport(trx, id);
        const row = await loadImport(trx, id);
        if (row === null || !row.is_revertible) throw new AppError("import_not_revertible");
        await updateImport(trx, id, { revert_asked_at: now() });
        await addJob(revertTask, { importId: id }, { trx });
      });
    },

    template: async (dealer) => {
      await requireDealer(db, dealer.id);
      return templateCsv();
    },

    faultsFile: async (dealer, id) => {
      await find(dealer, id);
      return faultsCsv(db, id);
    },

    exportFile: async (dealer) => {
      await requireDealer(db, dealer.id);
      const state = await readStockState(db, dealer.id);
      return {
        version: versions.note(dealer.id, state),
        parts: () => exportCsv(db, dealer.id, (photoId) => photos.absoluteUrl(photoId)),
      };
    },
  };
}

function presentRowWith(
  row: NonNullable<Awaited<ReturnType<typeof findRow>>>,
  faults: ImportRow["faults"],
): ImportRow {
  return {
    row: row.row,
    outcome: row.outcome,
    reference: row.reference ?? "",
    title: row.title,
    carId: row.car_id,
    cells: shownCells(row.cells),
    changes: [...(row.plan?.changes ?? [])],
    faults,
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
