/** Position of a car's price in its range, cheapest first. */
export const priceBands = ["far_below", "below", "fair", "above", "far_above"] as const;
export type PriceBand = (typeof priceBands)[number];

/** Why a car's price has no band. */
export const priceReasons = ["few_data", "new_car", "damaged", "recently_edited", "unknown_model"] as const;
export type PriceReason = (typeof priceReasons)[number];

/** Borders of the bands in EUR: percentiles of the asking prices of such a car. */
export interface PriceLimits {
  readonly p10: number;
  readonly p30: number;
  readonly p70: number;
  readonly p90: number;
}

/** How far a price must be beyond a border before a car's band changes. */
const stickiness = 0.02;

/**
 * The band of a price in EUR. A car that has a band changes it only if the price is beyond a border by more
 * than 2 %, so that labels do not flip with each fit (specification.md#price-estimator).
 */
export function bandOf(price: number, limits: PriceLimits, previousBand: PriceBand | null = null): PriceBand {
  const { p10, p30, p70, p90 } = limits;
  const borders = [p10, p30, p70, p90];
  if (previousBand === null) {
    // A price on a border is in the band nearer to fair.
    const below = borders.slice(0, 2).filter((border) => price >= border).length;
    const above = borders.slice(2).filter((border) => price > border).length;
    return priceBands[below + above] ?? "fair";
  }
  let place = priceBands.indexOf(previousBand);
  while (price < (borders[place - 1] ?? 0) * (1 - stickiness)) place -= 1;
  while (price > (borders[place] ?? Number.POSITIVE_INFINITY) * (1 + stickiness)) place += 1;
  return priceBands[place] ?? "fair";
}
