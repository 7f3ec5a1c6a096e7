import type { Transaction } from "kysely";
import { type LockedCar, lockCar } from "#server/market/cars/cars.queries.ts";
import { raiseToldPrices } from "#server/market/alerts/followed-cars.queries.ts";
import { writePriceTracesBack } from "#server/market/cars/listing-dates.queries.ts";
import { changeCar } from "#server/market/cars/save-car.ts";
import { isSuspended, lockSellerStatus } from "#server/market/cars/sellers.queries.ts";
import { updateCarStatus } from "#server/market/cars/write-cars.queries.ts";
import { takeVinBack } from "#server/market/vin/note-mileage.commands.ts";
import type { Context } from "#server/context.ts";
import type { ImportedBefore } from "#server/platform/db/stock-tables.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { loadUndoable, lockStock, markArchivedByImport } from "./apply.queries.ts";
import { loadImport, lockImport, updateImport } from "./imports.queries.ts";

async function undoChange(trx: Transaction<DB>, car: LockedCar, before: ImportedBefore): Promise<void> {
  if (before.vin !== undefined) await takeVinBack(trx, car.id, before.vin);
  await changeCar(trx, car, before.fields, before.photoIds);
  if (before.prices === undefined) return;
  await writePriceTracesBack(trx, car.id, before.prices);
  // Who was mailed the wrong price is mailed the next one below the right one.
  if (car.price < before.fields.price) await raiseToldPrices(trx, car.id, before.fields.price);
}

/**
 * Undoes what an import did, in one transaction: cars that it published or restored are archived, what it archived is back,
 * what it changed is as before, with its place in the lists and its prices of that day, and no car has a number that it
 * gave. A car that somebody has changed since stays as it is.
 */
export async function revertImport({ db, now }: Context, importId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const first = await loadImport(trx, importId);
    if (first === null) return;
    await lockSellerStatus(trx, first.user_id);
    const row = await lockImport(trx, importId);
    if (row === null || row.revert_asked_at === null || row.status !== "applied") return;
    if (!row.is_revertible || (await isSuspended(trx, row.user_id))) {
      // It is not being undone any more, and may be asked for again.
      await updateImport(trx, importId, { revert_asked_at: null });
      return;
    }
    const changes = await loadUndoable(trx, importId);
    await lockStock(
      trx,
      row.user_id,
      changes.map((change) => change.car_id),
    );
    for (const { car_id: carId, kind, before } of changes) {
      const car = await lockCar(trx, carId);
      // A listing whose fee went back since is paid again, not undone.
      if (car === null || car.fee_refunded_at !== null) continue;
      if (before !== null) await undoChange(trx, car, before);
      if (kind === "created") await takeVinBack(trx, carId, null);
      if (kind === "archived") await updateCarStatus(trx, carId, { state: "active", archivedFrom: null });
      if (kind === "created" || kind === "restored") {
        await updateCarStatus(trx, carId, { state: "archived", archivedFrom: "active" });
        await markArchivedByImport(trx, carId);
      }
    }
    await updateImport(trx, importId, { status: "reverted", reverted_at: now() });
  });
}
