import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { faultMessage } from "#domain/messages/stock-faults.ts";
import { carNumberIn, importLimits, isReference } from "#domain/dealers/import-limits.ts";
import { codeKey, picturesById } from "#domain/stock/mobile-de.ts";
import { unguardCell } from "#domain/format/csv.ts";
import { headersOf } from "#domain/stock/stock-columns.ts";
import type { Context } from "#server/context.ts";
import { sealCell } from "#server/market/vin/seal-vin.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { loadSources, ownPhotoIds, photosBySource } from "#server/market/photos/photos.queries.ts";
import type { FileStore } from "#server/market/photos/file-store.ts";
import { type CheckContext, type CheckedRow, type FileRow, ownCells, RowChecker } from "./check-rows.ts";
import { type JudgedPicture, picturesIn } from "./plan-photos.ts";
import type { RowFault } from "./row-fault.ts";
import {
  type ImportRecord,
  insertPictures,
  loadFileRows,
  loadPictures,
  lockImport,
  replaceRows,
  updateImport,
} from "./imports.queries.ts";
import { createPictureFetcher, judgePictures } from "./judge-pictures.ts";
import { type FileFault, readStockFile } from "./read-stock-file.ts";
import { loadRemovedReferences } from "./removed-cars.queries.ts";
import { loadCodes, loadSeller, loadStock, readStockState } from "./stock.queries.ts";
import { openStockZip, type StockZip, ZipFault } from "./stock-zip.ts";

/** Rows are checked for so long, in ms, before everybody else has a turn. */
const maxWorkMs = 8;

/** The file of an import, opened; null where it is gone. */
export interface OpenedFile {
  readonly path: string;
  readonly zip: StockZip | null;
  close(): Promise<void>;
}

/** Throws a ZipFault for a ZIP that is none. */
export async function openFile(
  store: FileStore,
  { id, is_zip: isZip }: Pick<ImportRecord, "id" | "is_zip">,
): Promise<OpenedFile | null> {
  const local = await store.openImport(id);
  if (local === null) return null;
  try {
    const zip = isZip ? await openStockZip(local.path) : null;
    return {
      path: local.path,
      zip,
      close: async () => {
        zip?.close();
        await local.release();
      },
    };
  } catch (error) {
    await local.release();
    throw error;
  }
}

/** Reports how far a job is, at most once a second. */
export function createProgress(db: Kysely<DB>, importId: string, total: number) {
  let done = 0;
  let last = Date.now();
  return {
    step: async () => {
      done += 1;
      if (Date.now() - last < 1_000) return;
      last = Date.now();
      await updateImport(db, importId, { done, total });
    },
  };
}

/** The whole check of an import that is to be checked; run again, it comes to the same. */
export async function checkImport(ctx: Context, row: ImportRecord, signal: AbortSignal): Promise<void> {
  const { db, fileStore } = ctx;
  let file: OpenedFile | null = null;
  try {
    const known = await loadFileRows(db, row.id);
    file = await openFile(fileStore, row);
    if (known.length === 0) {
      if (file === null) return await failImport(ctx, row.id, "file_gone");
      const read = await readStockFile(
        file.zip === null ? await readFile(file.path) : await file.zip.readCsv(),
        row.asked_format,
        { needsReference: row.source === "feed" },
      );
      if (!read.ok) return await failBy(ctx, row.id, read.faults);
      const rows = read.rows.map((each) => ({
        ...each,
        cells: sealCells(ctx, row.user_id, each.cells),
      }));
      const format = {
        format: read.format,
        columns: JSON.stringify(read.columns),
        row_count: rows.length,
      };
      await updateImport(db, row.id, format);
      const now = { ...row, format: read.format, columns: [...read.columns] };
      if (!(await judgeRows(ctx, now, rows, file, signal)))
        return await failImport(ctx, row.id, "too_many_pictures");
      await store(ctx, now, rows, file.zip, "ready");
      return;
    }
    await judgeRows(ctx, row, known, file, signal);
    await store(ctx, row, known, file?.zip ?? null, "ready");
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    await failImport(ctx, row.id, error.code);
  } finally {
    await file?.close();
  }
}

/** Looks at the pictures that no check has looked at yet; false where the file names too many. */
export async function judgeRows(
  ctx: Context,
  row: ImportRecord,
  rows: readonly FileRow[],
  file: OpenedFile | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, photos, fetcher } = ctx;
  const format = await formatContext(ctx, row, rows, file?.zip?.names ?? []);
  const names = new Set<string>();
  for (const each of rows) {
    for (const name of picturesIn(unguardCell(ownCells(each, format).cells.fotot ?? "")))
      if (photos.idIn(name) === null && Buffer.byteLength(name) <= importLimits.maxPictureName)
        names.add(name);
  }
  if (names.size > importLimits.maxPictures) return false;
  const before = await loadPictures(db, row.id);
  // What could not be fetched is asked for again.
  for (const { name, fault } of before) if (fault !== "picture_unreachable") names.delete(name);
  const sources = await loadSources(db, row.user_id);
  const progress = createProgress(db, row.id, names.size);
  const judged = await judgePictures(
    [...names],
    { zip: file?.zip ?? null, fetchPicture: createPictureFetcher(fetcher, signal), signal },
    {
      isKnown: (hash) => sources.has(hash),
      onDone: progress.step,
    },
  );
  await insertPictures(db, row.id, judged);
  return true;
}

/** Checks the rows as they stand against the stock as it is, within the transaction; the account or the import is locked. */
export async function evaluateRows(
  ctx: Context,
  trx: Transaction<DB>,
  row: ImportRecord,
  status: "ready" | "applying",
  corrected?: number,
): Promise<number> {
  return write(ctx, trx, row, await loadFileRows(trx, row.id, corrected), [], status);
}

async function store(
  ctx: Context,
  row: ImportRecord,
  rows: readonly FileRow[],
  zip: StockZip | null,
  status: "ready",
): Promise<void> {
  const names = zip?.names ?? [];
  await ctx.db.transaction().execute(async (trx) => {
    if ((await lockImport(trx, row.id)) !== null) await write(ctx, trx, row, rows, names, status);
  });
}

async function write(
  ctx: Context,
  trx: Transaction<DB>,
  row: ImportRecord,
  rows: readonly FileRow[],
  pictureNames: readonly string[],
  status: "ready" | "applying",
): Promise<number> {
  const state = await readStockState(trx, row.user_id);
  const context = await contextOf(ctx, trx, row, rows, pictureNames);
  const checker = new RowChecker(context, rows);
  const checked: CheckedRow[] = [];
  let since = performance.now();
  for (const each of rows) {
    checked.push(checker.check(each));
    if (performance.now() - since < maxWorkMs) continue;
    await nextTurn();
    since = performance.now();
  }
  const missing = context.cars.filter(
    (car) => car.state === "active" && car.reference !== null && !checker.listed.has(car.id),
  ).length;
  const needsPhone =
    context.seller.phone === null &&
    checked.some(({ outcome, faults }) => outcome === "faulty" && faults.length === 0);
  const fileFaults = needsPhone ? [withMessage(plainFault("seller_phone_missing"))] : [];
  const faultCount = await replaceRows(trx, row.id, checked, fileFaults);
  const count = (outcome: CheckedRow["outcome"]) => checked.filter((each) => each.outcome === outcome).length;
  await updateImport(trx, row.id, {
    status,
    create_count: count("create"),
    update_count: count("update"),
    unchanged_count: count("unchanged"),
    faulty_count: count("faulty"),
    missing_count: missing,
    fault_count: faultCount,
    done: checked.length,
    total: checked.length,
    stock_state: state,
    checked_at: ctx.now(),
  });
  return missing;
}

async function formatContext(
  ctx: Context,
  row: ImportRecord,
  rows: readonly FileRow[],
  pictureNames: readonly string[],
): Promise<Pick<CheckContext, "format" | "headers" | "codes" | "seller" | "picturesOf">> {
  const { db } = ctx;
  const format = row.format ?? "vetura";
  const isMobile = format === "mobile_de";
  const codes = isMobile ? await loadCodes(db, format) : [];
  const ids = new Set(isMobile ? rows.map(({ cells }) => (cells["bild_id"] ?? "").trim()) : []);
  return {
    format,
    headers: headersOf(isMobile ? [] : (row.columns ?? [])),
    codes: new Map(codes.map(({ column_name: column, code, value }) => [codeKey(column, code), value])),
    seller: await loadSeller(db, row.user_id),
    picturesOf: picturesById(ids, pictureNames),
  };
}

async function contextOf(
  ctx: Context,
  trx: Transaction<DB>,
  row: ImportRecord,
  rows: readonly FileRow[],
  pictureNames: readonly string[],
): Promise<CheckContext> {
  const { photos, catalogue, now } = ctx;
  const judged = await loadPictures(trx, row.id);
  const pictures = new Map<string, JudgedPicture>(
    judged.map(({ name, hash, fault }) => [name, hash === null ? { fault: faultOf(fault) } : { hash }]),
  );
  // A check without the ZIP at hand knows its pictures by what was looked at.
  const names = pictureNames.length > 0 ? pictureNames : [...pictures.keys()];
  const format = await formatContext(ctx, row, rows, names);
  const { models, aliases } = await catalogue.get();
  const references = rows.map((each) => unguardCell((ownCells(each, format).cells.referenca ?? "").trim()));
  const numbers = references.map(carNumberIn).filter((number) => number !== null);
  const named = new Set(
    rows.flatMap((each) => picturesIn(unguardCell(ownCells(each, format).cells.fotot ?? ""))),
  );
  const ids = [...named].map((name) => photos.idIn(name)).filter((id) => id !== null);
  const hashes = [...pictures.values()].flatMap((each) => ("hash" in each ? [each.hash] : []));
  return {
    ...format,
    cars: await loadStock(trx, row.user_id, numbers),
    removedReferences: await loadRemovedReferences(trx, row.user_id, references.filter(isReference)),
    catalogue: models,
    aliases,
    pictures,
    photosByHash: await photosBySource(trx, row.user_id, hashes),
    ownPhotoIds: await ownPhotoIds(trx, row.user_id, ids),
    photoIdIn: (address) => photos.idIn(address),
    photoUrl: (id) => photos.absoluteUrl(id),
    isZip: row.is_zip,
    now: now(),
  };
}

/** Ends an import whose file as a whole is of no use, for one reason. */
export async function failImport(ctx: Context, importId: string, code: FileFault["code"]): Promise<void> {
  await failBy(ctx, importId, [plainFault(code)]);
}

async function failBy(ctx: Context, importId: string, faults: readonly FileFault[]): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    if ((await lockImport(trx, importId)) === null) return;
    const count = await replaceRows(trx, importId, [], faults.map(withMessage));
    await updateImport(trx, importId, { status: "failed", fault_count: count });
  });
  await ctx.fileStore.removeImport(importId);
}

/** A row's cells as they are stored: no identification number in the clear. */
export function sealCells(
  box: Pick<Context, "secretBox">,
  userId: string,
  cells: Readonly<Record<string, string>>,
): Record<string, string> {
  const { vin, ...others } = cells;
  return vin === undefined ? others : { ...others, vin: sealCell(box, userId, vin) };
}

function plainFault(code: FileFault["code"]): FileFault {
  return { row: 1, column: "", value: "", code };
}

function withMessage(fault: FileFault): RowFault & { row: number } {
  return { ...fault, message: faultMessage(fault.code, fault) };
}

function faultOf(code: string | null): FileFault["code"] {
  const known = [
    "picture_not_a_picture",
    "picture_broken",
    "picture_too_large",
    "picture_address",
    "picture_unreachable",
  ] as const;
  return known.find((each) => each === code) ?? "picture_broken";
}
