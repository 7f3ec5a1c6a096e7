/** Rules of the order "newest first", which editing must not affect (specification.md#freshness). */
export const listingDateRules = {
  /** A real price cut is this much below the lowest price of the last `priceDays` days. */
  minCut: 0.02,
  priceDays: 30,
  /** A price cut moves a car to the top at most once in so many days. */
  daysBetween: 7,
  /** The same car published again within so many days is not new. */
  republishedDays: 60,
  /** Mileages that differ by at most this share are of the same car. */
  sameMileage: 0.02,
} as const;

const dayMs = 86_400_000;

/**
 * Whether a new price counts as a new listing: a real cut, and none in the last week. Prices in EUR; `lowest`
 * is the lowest price of the last 30 days, the current one included.
 */
export function listsAgain(change: {
  price: number;
  lowest: number;
  listedAgainAt: Date | null;
  now: Date;
}): boolean {
  const { price, lowest, listedAgainAt, now } = change;
  // Both sides times 100: integers have no rounding errors.
  if (price * 100 > lowest * (100 - listingDateRules.minCut * 100)) return false;
  return (
    listedAgainAt === null || now.getTime() - listedAgainAt.getTime() >= listingDateRules.daysBetween * dayMs
  );
}
