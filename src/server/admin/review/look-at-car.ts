import type { Transaction } from "kysely";
import { lockCar } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import {
  findDue,
  findReview,
  forgetHiddenPhone,
  keepHiddenPhone,
  loadSubject,
  noteForReview,
  settleDue,
  settleReview,
  storeSignals,
} from "./review.queries.ts";
import type { SignalContext } from "./signal.ts";
import { hashPhone } from "./signals/phone-of-hidden-car.queries.ts";
import { findSignals } from "./signals/signals.ts";

/**
 * Looks at a car's signals and stores them with its review; once more changes nothing. What is written to the car
 * meanwhile leaves it due. A car that is not on sale leaves the queue and keeps its signals.
 */
export async function lookAtCar(ctx: SignalContext, carId: string): Promise<void> {
  const { db } = ctx;
  const noted = await findDue(db, carId);
  const car = await loadSubject(db, carId);
  if (car === undefined) {
    await settleDue(db, noted);
    return;
  }
  const { hiddenAt, isOnSale } = car;
  const found = isOnSale ? await findSignals(ctx, car) : null;
  const hash = hiddenAt === null ? null : hashPhone(ctx, car.sellerPhone);
  const isNews = await db.transaction().execute(async (trx: Transaction<DB>) => {
    const locked = await lockCar(trx, carId);
    if (locked === null) return false;
    if (hiddenAt !== null && hash !== null) await keepHiddenPhone(trx, { ...car, hiddenAt }, hash);
    else await forgetHiddenPhone(trx, car);
    const hasNews = found !== null && (await storeSignals(trx, carId, found));
    const before = await findReview(trx, carId);
    const next = before?.state === "asked" && !hasNews ? "asked" : "open";
    await settleReview(trx, carId, { isOnSale: isOnSale && locked.is_on_sale, next, isNews: hasNews });
    await settleDue(trx, noted);
    return hasNews;
  });
  // The other car with the number has the same signal. Where it has it already, that look finds no news.
  const twice = found?.find((signal) => signal.kind === "vin_twice")?.evidence;
  if (isNews && twice !== undefined && "otherCarId" in twice) await noteForReview(db, [twice.otherCarId]);
}
