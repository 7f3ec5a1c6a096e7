import { isDamaged } from "#domain/prices/damage.ts";
import type { PriceModel } from "#domain/prices/price-model.ts";
import type { Context } from "#server/context.ts";
import { assessPrice } from "./assess-price.ts";
import { nearOf } from "./near-of.ts";
import {
  type FoundBand,
  loadDueCars,
  loadNearListings,
  type PricedCar,
  writeBands,
} from "./prices.queries.ts";

const batch = 100;

/**
 * Recomputes the due bands: of cars published, back on sale, or changed 15 minutes ago. Safe in concurrent
 * processes; a car that changes meanwhile is due again.
 */
export async function settleDueBands(ctx: Context, signal: AbortSignal): Promise<void> {
  const { db, priceModel } = ctx;
  while (!signal.aborted) {
    const cars = await loadDueCars(db, batch);
    const model = await priceModel.get();
    const found: FoundBand[] = [];
    for (const car of cars) found.push(await findBand(ctx, model, car));
    const written = await writeBands(db, found);
    // None: all changed meanwhile, and the next minute covers them.
    if (cars.length < batch || written === 0) return;
  }
}

async function findBand({ db, now }: Context, model: PriceModel | null, car: PricedCar): Promise<FoundBand> {
  const damaged = isDamaged(car);
  const [near = []] = model === null ? [] : await loadNearListings(db, [nearOf(car, now())]);
  const { band } = assessPrice(model, car, near, {
    price: car.price,
    previousBand: car.band,
    damaged,
    today: "",
  });
  return { id: car.id, rowVersion: car.rowVersion, band, damaged };
}
