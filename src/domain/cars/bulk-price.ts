import { carLimits } from "./car-limits.ts";

/** Changing the prices of many cars at once. Prices in EUR. */
export const bulkRules = {
  /** Cars per call. */
  maxCars: 200,
  /** New prices are multiples of this. */
  priceStep: 50,
  minPercent: -90,
  maxPercent: 100,
  maxEuro: 1_000_000,
} as const;

/** Up or down: whole percent of the current price, or whole EUR. */
export type PriceChange = { readonly percent: number } | { readonly euro: number };

/** The new price, or why the change is refused. */
export type ChangedPrice =
  | { readonly price: number }
  | { readonly refused: "price_too_low" | "price_too_high" };

/**
 * A car's price in EUR after a change, rounded to 50 EUR, half up. Rounding never reverses the direction of a
 * change: then the price is unchanged. A price outside the limits is refused.
 */
export function changePrice(price: number, change: PriceChange): ChangedPrice {
  // In hundredths: integers have no rounding errors.
  const exact = "percent" in change ? price * (100 + change.percent) : (price + change.euro) * 100;
  const step = bulkRules.priceStep * 100;
  const rounded = Math.floor((exact + step / 2) / step) * bulkRules.priceStep;
  const isDown = exact < price * 100;
  const changed = isDown ? Math.min(rounded, price) : Math.max(rounded, price);
  if (changed < carLimits.minPrice) return { refused: "price_too_low" };
  if (changed > carLimits.maxPrice) return { refused: "price_too_high" };
  return { price: changed };
}
