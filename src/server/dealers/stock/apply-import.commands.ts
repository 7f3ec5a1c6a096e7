import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import type { FaultCode } from "#domain/messages/stock-faults.ts";
import { areManyMissing } from "#domain/dealers/import-limits.ts";
import { headersOf } from "#domain/stock/stock-columns.ts";
import { nextListing } from "#domain/payments/fees.ts";
import { lockCar } from "#server/market/cars/cars.queries.ts";
import { loadPriceTraces } from "#server/market/cars/listing-dates.queries.ts";
import { changeCar, createCar } from "#server/market/cars/save-car.ts";
import { isSuspended, lockSellerStatus } from "#server/market/cars/sellers.queries.ts";
import { updateCarStatus } from "#server/market/cars/write-cars.queries.ts";
import { loadVin } from "#server/market/vin/vin.queries.ts";
import type { Context } from "#server/context.ts";
import type { PlannedPhoto } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { lockPhotos, photosBySource } from "#server/market/photos/photos.queries.ts";
import {
  confirmListed,
  failRows,
  insertChange,
  loadMissingIds,
  loadPlannedRows,
  lockStock,
  markArchivedByImport,
} from "./apply.queries.ts";
import { createProgress, evaluateRows, openFile } from "./check-import.ts";
import { refuseVins } from "./bound-vins.ts";
import { type ImportRecord, loadImport, lockImport, updateImport } from "./imports.queries.ts";
import { createPictureFetcher, hashOf, readPicture, refusalFault } from "./judge-pictures.ts";
import { fault } from "./row-fault.ts";
import { fieldsOf } from "./stock-cars.ts";
import { countStock, readStockState } from "./stock.queries.ts";

type PlannedRow = Awaited<ReturnType<typeof loadPlannedRows>>[number];
type Picture = Extract<PlannedPhoto, { name: string }>;

/** Pictures at once: one more than photos are made at once, so that none waits for the disk. */
const lanes = 3;
const busyPauseMs = 500;
/** The stock may change while pictures are made; after so many times the dealer looks again. */
const maxRounds = 5;
const noExtras = { sponsorshipDays: 0, socialPromotion: false };

function picturesOf({ plan }: PlannedRow): Picture[] {
  return (plan?.photos ?? []).filter((photo): photo is Picture => "name" in photo);
}

/**
 * Applies a checked import: first its pictures, which no car shows yet, then all rows in one transaction. Abandoned at
 * any moment, the stock is as before or as after; run again, it goes on with the pictures that are missing.
 */
export async function applyImport(ctx: Context, importId: string, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const row = await loadImport(ctx.db, importId);
    if (row?.status !== "applying") return;
    await makePictures(ctx, row, signal);
    await ctx.step("pictures");
    const done = await ctx.db.transaction().execute((trx) => writeRows(ctx, trx, row));
    if (done) {
      // Where it waits for its dealer again, its file is still needed.
      if ((await loadImport(ctx.db, importId))?.status === "applied")
        await ctx.fileStore.removeImport(importId);
      return;
    }
  }
  await updateImport(ctx.db, importId, { status: "ready" });
}

/** Makes the pictures that no photo of the dealer was made from yet. A row with one that fails becomes faulty. */
async function makePictures(ctx: Context, row: ImportRecord, signal: AbortSignal): Promise<void> {
  const { db, photos, fileStore, fetcher } = ctx;
  const rows = await loadPlannedRows(db, row.id);
  const wanted = new Map<string, Picture>();
  for (const each of rows) for (const picture of picturesOf(each)) wanted.set(picture.hash, picture);
  for (const hash of (await photosBySource(db, row.user_id, [...wanted.keys()])).keys()) wanted.delete(hash);
  if (wanted.size === 0) return;
  const progress = createProgress(db, row.id, wanted.size);
  await updateImport(db, row.id, { done: 0, total: wanted.size });
  const file = await openFile(fileStore, row);
  const source = { zip: file?.zip ?? null, fetchPicture: createPictureFetcher(fetcher, signal), signal };
  const failed = new Map<string, FaultCode>();
  const make = async ({ name, hash }: Picture): Promise<void> => {
    const bytes = await readPicture(source, name);
    // What an address shows may have changed since: then it is looked at again with the next check.
    if (bytes === null || typeof bytes === "string" || (await hashOf(bytes)) !== hash) {
      failed.set(hash, typeof bytes === "string" ? bytes : "picture_unreachable");
      return;
    }
    for (;;) {
      try {
        const made = await photos.addImported(row.user_id, bytes, Buffer.from(hash, "hex"), signal);
        if ("refused" in made) failed.set(hash, refusalFault(made.refused));
        return;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "overloaded") throw error;
        await sleep(busyPauseMs, undefined, { signal });
      }
    }
  };
  const queue = [...wanted.values()];
  const work = async () => {
    for (let picture = queue.shift(); picture !== undefined; picture = queue.shift()) {
      signal.throwIfAborted();
      await make(picture);
      await ctx.step("picture");
      await progress.step();
    }
  };
  // Where one fails the others end with what they have in hand: nothing goes on behind a job that has failed.
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, () =>
      work().catch((error: unknown) => {
        queue.length = 0;
        throw error;
      }),
    ),
  );
  await file?.close();
  const broken = ended.find((each) => each.status === "rejected");
  if (broken !== undefined) throw broken.reason;
  const faults = rows.flatMap((each) => {
    const picture = picturesOf(each).find(({ hash }) => failed.has(hash));
    const code = picture === undefined ? undefined : failed.get(picture.hash);
    if (picture === undefined || code === undefined) return [];
    const own = headersOf(row.columns ?? []).get("fotot") ?? "fotot";
    const column = row.format === "mobile_de" ? "bild_id" : own;
    return [{ ...fault(code, { column, value: picture.name }), row: each.row }];
  });
  await db.transaction().execute((trx) => failRows(trx, row.id, faults));
}

/** Checks the rows once more; true where the import waits for its dealer then, because it would archive too much. */
async function checkAgain(ctx: Context, trx: Transaction<DB>, row: ImportRecord): Promise<boolean> {
  const missing = await evaluateRows(ctx, trx, row, "applying");
  const isTooMany = areManyMissing(missing, await countStock(trx, row.user_id));
  if (!row.archive_missing || !isTooMany || row.many_missing_confirmed) return false;
  await updateImport(trx, row.id, { status: "ready" });
  return true;
}

/** Everything in one transaction; false where the stock or photos were others than the file was checked against. */
async function writeRows(ctx: Context, trx: Transaction<DB>, row: ImportRecord): Promise<boolean> {
  // Who publishes, and another import, wait here.
  const seller = await lockSellerStatus(trx, row.user_id);
  const present = await lockImport(trx, row.id);
  if (present?.status !== "applying") return true;
  // Who is no dealer any more publishes nothing without a fee.
  if (!seller.isDealer || (await isSuspended(trx, row.user_id))) {
    await updateImport(trx, row.id, { status: "ready" });
    return true;
  }
  await lockStock(trx, row.user_id, []);
  if ((await readStockState(trx, row.user_id)) !== present.stock_state) return checkAgain(ctx, trx, present);
  const rows = await loadPlannedRows(trx, row.id);
  const hashes = rows.flatMap((each) => picturesOf(each).map(({ hash }) => hash));
  const made = await photosBySource(trx, row.user_id, hashes);
  if (hashes.some((hash) => !made.has(hash))) return false;
  const photoIds = (photos: readonly PlannedPhoto[]) => [
    ...new Set(photos.map((photo) => ("id" in photo ? photo.id : (made.get(photo.hash)?.[0] ?? "")))),
  ];
  // Until it is on a car, a photo that the check found may be swept: its picture is made again then.
  const wanted = [...new Set(rows.flatMap(({ plan }) => photoIds(plan?.photos ?? [])))];
  if ((await lockPhotos(trx, wanted)).size < wanted.length) return checkAgain(ctx, trx, present);
  const listing = nextListing(seller);
  const refused = await refuseVins(ctx.limits, row, rows);
  await failRows(trx, row.id, refused);
  const skipped = new Set(refused.map((each) => each.row));
  for (const { row: number, car_id: carId, outcome, plan, reference } of rows) {
    if (plan === null || skipped.has(number)) continue;
    if (outcome === "create") {
      const ids = photoIds(plan.photos ?? []);
      const fields = { ...plan.fields, reference };
      const id = await createCar(trx, {
        sellerId: row.user_id,
        fields,
        photoIds: ids,
        extras: noExtras,
        listing,
      });
      await insertChange(trx, { importId: row.id, carId: id, kind: "created", before: null });
      await trx
        .updateTable("stock_import_rows")
        .set({ car_id: id })
        .where("import_id", "=", row.id)
        .where("row", "=", number)
        .execute();
    } else if (carId !== null) {
      const photosBefore = await trx
        .selectFrom("car_photos")
        .select("photo_id")
        .where("car_id", "=", carId)
        .orderBy("position")
        .execute();
      const before = photosBefore.map(({ photo_id: id }) => id);
      let car = await lockCar(trx, carId);
      if (car === null) continue;
      const fields = fieldsOf(car);
      const vin = plan.fields.vin === undefined ? {} : { vin: await loadVin(trx, carId) };
      const prices = plan.fields.price === car.price ? {} : { prices: await loadPriceTraces(trx, carId) };
      if (plan.restore) {
        await updateCarStatus(trx, carId, { state: "active", archivedFrom: null });
        car = await lockCar(trx, carId);
      }
      if (car !== null && plan.changes.length > 0) {
        const after = plan.photos === null ? before : photoIds(plan.photos);
        await changeCar(trx, car, plan.fields, after);
      }
      const kind = plan.restore ? "restored" : "updated";
      await insertChange(trx, {
        importId: row.id,
        carId,
        kind,
        before: { fields, photoIds: before, ...vin, ...prices },
      });
    }
    await ctx.step("row");
  }
  if (present.archive_missing) {
    for (const carId of await loadMissingIds(trx, row.user_id, row.id)) {
      await updateCarStatus(trx, carId, { state: "archived", archivedFrom: "active" });
      await markArchivedByImport(trx, carId);
      await insertChange(trx, { importId: row.id, carId, kind: "archived", before: null });
      await ctx.step("archived");
    }
  }
  await confirmListed(trx, row.user_id, row.id);
  // What earlier imports noted for being undone is let go.
  const earlier = sql`(select id from stock_imports where user_id = ${row.user_id} and id <> ${row.id})`;
  await sql`delete from stock_import_changes where import_id in ${earlier}`.execute(trx);
  await sql`delete from stock_import_photos where import_id in ${earlier}`.execute(trx);
  await sql`
    update stock_imports set status = 'applied', applied_at = clock_timestamp(), done = total
    where id = ${row.id}`.execute(trx);
  await ctx.step("before commit");
  return true;
}
