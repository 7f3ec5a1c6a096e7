import { dayOf } from "#domain/format/day-of.ts";
import { findLowerReading } from "#server/market/vin/signals.queries.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** The car says far less than an earlier listing with its identification number. */
export const mileageLowerThanBefore: Signal<"mileage_lower_than_before"> = async ({ db }, { id }) => {
  const own = await findLowerReading(db, id);
  if (own === null) return [];
  const monthBefore = dayOf(own.earlierAt).slice(0, 7);
  return [{ mileage: own.mileage, mileageBefore: own.earlierMileage, monthBefore }];
};
