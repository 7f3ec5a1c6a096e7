import { isFarBelow } from "#domain/review/price-bounds.ts";
import { estimateCar } from "#server/market/prices/estimate-cars.ts";
import type { Signal } from "#server/admin/review/signal.ts";

/** The price lies far below what such cars are offered for. Cars that are not rated (new, damaged) are none. */
export const priceFarBelow: Signal<"price_far_below"> = async (ctx, { id, price }) => {
  const { estimate, low, comparableCount } = await estimateCar(ctx, null, id);
  if (estimate === null || low === null) return [];
  const evidence = { price, estimate, low, comparables: comparableCount };
  return isFarBelow(evidence) ? [evidence] : [];
};
