import { sql, type Transaction } from "kysely";
import { settleHiddenPhones } from "#server/admin/hidden-phones.queries.ts";
import { lockCar } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import {
  areDue,
  findDue,
  findReview,
  loadDismissed,
  loadSubject,
  postponeDue,
  settleDue,
  settleReview,
  storeSignals,
} from "./review.queries.ts";
import type { SignalContext } from "./signal.ts";
import { findSignals } from "./signals/signals.ts";

/**
 * Looks at the signals of a car that is due and stores them with its review; once more changes nothing. What is written to
 * the car meanwhile leaves it due. Of two looks at once, also in two processes, the first to end counts. A car that is not
 * on sale leaves the queue and keeps its signals. A kind of signal that can't be looked at keeps what it found, and the car
 * is looked at again later.
 */
export async function lookAtCar(ctx: SignalContext, carId: string): Promise<void> {
  const { db } = ctx;
  const noted = await findDue(db, carId);
  if (noted.length === 0) return;
  const car = await loadSubject(db, carId);
  if (car === undefined) {
    await settleDue(db, noted);
    return;
  }
  const { isOnSale } = car;
  const found = isOnSale ? await findSignals(ctx, car, await loadDismissed(db, carId)) : null;
  const isNews = await db.transaction().execute(async (trx: Transaction<DB>) => {
    const locked = await lockCar(trx, carId);
    if (locked === null) return false;
    // Another look has ended since, and may have seen more. What it did not see has left the car due.
    if (!(await areDue(trx, noted))) return false;
    // Also what a copy of the version before has hidden.
    await settleHiddenPhones(trx, ctx, { carId });
    const hasNews = found !== null && (await storeSignals(trx, carId, found));
    const before = await findReview(trx, carId);
    const next = before?.state === "asked" && !hasNews ? "asked" : "open";
    await settleReview(trx, carId, { isOnSale: isOnSale && locked.is_on_sale, next, isNews: hasNews });
    if (found !== null && found.failed.size > 0) await postponeDue(trx, noted);
    else await settleDue(trx, noted);
    return hasNews;
  });
  for (const [kind, error] of found?.failed ?? [])
    ctx.log.error("review.signal_failed", error, { carId, kind });
  // The other cars with the number have the same signal. Where they have it already, that look finds no news.
  if (isNews && found?.found.some(({ kind }) => kind === "vin_twice") === true)
    await sql`select note_same_vin(array[${carId}]::uuid[])`.execute(db);
}
