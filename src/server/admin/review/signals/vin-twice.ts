import { findSameVin } from "#server/market/vin/signals.queries.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** Other cars on sale have the same identification number. */
export const vinTwice: Signal<"vin_twice"> = async ({ db }, { id }) => {
  const others = await findSameVin(db, id);
  return others.map(({ carId, wasFirst }) => ({ otherCarId: carId, wasFirst }));
};
