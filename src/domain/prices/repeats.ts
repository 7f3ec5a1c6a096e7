/** Input for deciding whether two listings of one model are of the same car. */
export interface OwnedListing {
  /** A UUIDv7: later listings are greater. */
  readonly id: string;
  readonly ownerId: string;
  readonly year: number;
  /** In km. */
  readonly mileage: number;
}

/** Maximum difference of the mileages of two listings of one car. */
const mileageTolerance = 1.02;

/** Whether two listings of one model are of one car: same owner and year, mileage within 2 %. */
export function isSameCar(one: OwnedListing, other: OwnedListing): boolean {
  return one.ownerId === other.ownerId && one.year === other.year && isNear(one.mileage, other.mileage);
}

/**
 * The latest listing of each car among listings of one model, so that a republished car counts once
 * (specification.md#price-estimate). The order of the listings does not matter.
 */
export function withoutRepeats<L extends OwnedListing>(listings: readonly L[]): L[] {
  const remaining: L[] = [];
  const groups = Map.groupBy(listings, ({ ownerId, year }) => `${ownerId} ${year}`);
  for (const group of groups.values()) {
    let first: L | null = null;
    let latest: L | null = null;
    for (const listing of group.toSorted((a, b) => a.mileage - b.mileage || (a.id < b.id ? -1 : 1))) {
      if (first === null || latest === null || !isNear(first.mileage, listing.mileage)) {
        if (latest !== null) remaining.push(latest);
        first = listing;
        latest = listing;
      } else if (listing.id > latest.id) {
        latest = listing;
      }
    }
    if (latest !== null) remaining.push(latest);
  }
  return remaining;
}

function isNear(one: number, other: number): boolean {
  return Math.max(one, other) <= Math.min(one, other) * mileageTolerance;
}
