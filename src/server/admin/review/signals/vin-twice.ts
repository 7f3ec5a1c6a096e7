import { findSameVin } from "#server/market/vin/signals.queries.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** Another car on sale has the same identification number. */
export const vinTwice: Signal<"vin_twice"> = async ({ db }, { id }) => {
  const [other] = await findSameVin(db, id);
  return other === undefined ? null : { otherCarId: other.carId, wasFirst: other.wasFirst };
};
