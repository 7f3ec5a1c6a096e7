import { makersOfVin } from "#domain/cars/vin.ts";
import { findOtherMake } from "#server/market/vin/signals.queries.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** The identification number begins with the code of another brand's maker. */
export const vinOtherMake: Signal<"vin_other_make"> = async ({ db }, { id }) => {
  const other = await findOtherMake(db, id);
  return other === null ? [] : [{ brand: other.brand, make: makersOfVin(other.masked).join(", ") }];
};
