/** The hours before a publication in which an account's publications are counted. */
export const burstHours = 24;

/**
 * From how many publications within a day an account's car is a signal, by the account's age. A dealer's whole stock comes
 * at once on its first day, so that dealers have bounds of their own; those that an admin has confirmed have none.
 */
const bounds: readonly {
  readonly maxAccountDays: number;
  readonly minCars: number;
  readonly minDealerCars: number;
}[] = [
  { maxAccountDays: 2, minCars: 3, minDealerCars: 40 },
  { maxAccountDays: 7, minCars: 4, minDealerCars: 60 },
  { maxAccountDays: 30, minCars: 6, minDealerCars: 100 },
  { maxAccountDays: 365, minCars: 10, minDealerCars: 200 },
  { maxAccountDays: Number.POSITIVE_INFINITY, minCars: 20, minDealerCars: 400 },
];

/** Whether so many publications within a day are unusual for an account of this age in whole days. */
export function isManyAtOnce(burst: {
  readonly cars: number;
  readonly accountDays: number;
  readonly seller: "private" | "dealer" | "verified";
}): boolean {
  if (burst.seller === "verified") return false;
  const bound = bounds.find(({ maxAccountDays }) => burst.accountDays <= maxAccountDays);
  if (bound === undefined) return false;
  return burst.cars >= (burst.seller === "dealer" ? bound.minDealerCars : bound.minCars);
}
