import {
  type Comparable,
  kilometresOfYear,
  maxNear,
  nearInYear,
  type NearTo,
  nearYears,
} from "./prices.queries.ts";

/**
 * One model's listings in memory, for finding comparables of all its cars at once. Finds the same as
 * `loadNearListings` in the database: a test compares the two.
 */
export class NearListings<L extends Pick<Comparable, "id" | "year" | "mileage">> {
  readonly #byYear: ReadonlyMap<number, readonly L[]>;

  constructor(listings: readonly L[]) {
    this.#byYear = new Map(
      [...Map.groupBy(listings, ({ year }) => year)].map(([year, group]) => [
        year,
        group.toSorted((a, b) => a.mileage - b.mileage),
      ]),
    );
  }

  /** Listings near in year and mileage, the nearest first. */
  to({ year, mileage }: Pick<NearTo, "year" | "mileage">): L[] {
    const found: { listing: L; distance: number }[] = [];
    for (let years = 0; years <= nearYears; years++) {
      // More distant years cannot be nearer.
      if (found.length >= maxNear && found.filter(({ distance }) => distance < years).length >= maxNear)
        break;
      for (const other of years === 0 ? [year] : [year - years, year + years]) {
        const group = this.#byYear.get(other);
        if (group === undefined) continue;
        const from = firstFrom(group, mileage);
        for (const listing of group.slice(Math.max(from - nearInYear, 0), from + nearInYear)) {
          found.push({ listing, distance: years + Math.abs(listing.mileage - mileage) / kilometresOfYear });
        }
      }
    }
    return found
      .toSorted((a, b) => a.distance - b.distance || (a.listing.id < b.listing.id ? -1 : 1))
      .slice(0, maxNear)
      .map(({ listing }) => listing);
  }
}

/** Index of the first mileage at or above this one in an ascending group. */
function firstFrom(group: readonly { mileage: number }[], mileage: number): number {
  let [low, high] = [0, group.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((group[middle]?.mileage ?? 0) < mileage) low = middle + 1;
    else high = middle;
  }
  return low;
}
