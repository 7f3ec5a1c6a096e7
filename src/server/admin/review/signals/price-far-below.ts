import { isFarBelow } from "#domain/review/price-bounds.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** The price lies far below what such cars are offered for. Cars that are not rated (new, damaged) are none. */
export const priceFarBelow: Signal<"price_far_below"> = async ({ prices }, { id, price }) => {
  const { estimate, low, comparableCount } = await prices.ofCar(null, id);
  if (estimate === null || low === null) return [];
  const evidence = { price, estimate, low, comparables: comparableCount };
  return isFarBelow(evidence) ? [evidence] : [];
};
