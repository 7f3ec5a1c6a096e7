/** What "newest first" goes by, so that nobody gets to the top by editing (specification.md#freshness). */
export const listingDateRules = {
  /** A real price cut is so much below the lowest price of the last `priceDays` days. */
  minCut: 0.02,
  priceDays: 30,
  /** A price cut moves a car to the top at most once in so many days. */
  daysBetween: 7,
  /** The same car published again within so many days is no new one. */
  republishedDays: 60,
  /** Two mileages that differ by no more than this share are those of one car. */
  sameMileage: 0.02,
} as const;

const dayMs = 86_400_000;

/**
 * Whether a new price lists a car again: a real cut, and none such in the last week. Prices in EUR; `lowest` is the
 * lowest price of the last 30 days, the present one included.
 */
export function listsAgain(change: {
  price: number;
  lowest: number;
  listedAgainAt: Date | null;
  now: Date;
}): boolean {
  const { price, lowest, listedAgainAt, now } = change;
  // Both sides times 100: whole numbers have no rounding.
  if (price * 100 > lowest * (100 - listingDateRules.minCut * 100)) return false;
  return (
    listedAgainAt === null || now.getTime() - listedAgainAt.getTime() >= listingDateRules.daysBetween * dayMs
  );
}
