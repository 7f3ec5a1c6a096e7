import { carLimits } from "./car-limits.ts";

/** How prices of many cars change at once. Prices in EUR. */
export const bulkRules = {
  /** Cars of one call. */
  maxCars: 200,
  /** New prices are multiples of it. */
  priceStep: 50,
  minPercent: -90,
  maxPercent: 100,
  maxEuro: 1_000_000,
} as const;

/** Up or down: whole percent of the present price, or whole EUR. */
export type PriceChange = { readonly percent: number } | { readonly euro: number };

/** What a change makes of a price, or why it may not. */
export type ChangedPrice =
  | { readonly price: number }
  | { readonly refused: "price_too_low" | "price_too_high" };

/**
 * A car's price in EUR after a change, rounded to 50 EUR, half up. Rounding never turns a change round: where less would
 * become more, or more less, the price stays. Refused is what lies outside the limits of a car's price.
 */
export function changePrice(price: number, change: PriceChange): ChangedPrice {
  // In hundredths: whole numbers have no rounding of their own.
  const exact = "percent" in change ? price * (100 + change.percent) : (price + change.euro) * 100;
  const step = bulkRules.priceStep * 100;
  const rounded = Math.floor((exact + step / 2) / step) * bulkRules.priceStep;
  const isDown = exact < price * 100;
  const changed = isDown ? Math.min(rounded, price) : Math.max(rounded, price);
  if (changed < carLimits.minPrice) return { refused: "price_too_low" };
  if (changed > carLimits.maxPrice) return { refused: "price_too_high" };
  return { price: changed };
}
