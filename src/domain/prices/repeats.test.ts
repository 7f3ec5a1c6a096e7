import { expect, test } from "vitest";
import * as fc from "#testing/properties.ts";
import { isSameCar, withoutRepeats } from "./repeats.ts";

const listing = (id: string, mileage: number, ownerId = "arta", year = 2016) => ({
  id,
  ownerId,
  year,
  mileage,
});
const ids = (listings: readonly { id: string }[]) => listings.map(({ id }) => id).toSorted();

test("of listings of one owner, year and mileage within 2 % the latest is kept", () => {
  const listings = [listing("1", 100_000), listing("3", 101_000), listing("2", 102_000)];
  expect(withoutRepeats(listings)).toEqual([listing("3", 101_000)]);
});

test("listings of other owners, years and mileages beyond 2 % are other cars", () => {
  const listings = [
    listing("1", 100_000),
    listing("2", 102_001),
    listing("3", 100_000, "besa"),
    listing("4", 100_000, "arta", 2017),
  ];
  expect(withoutRepeats(listings).map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
  expect(isSameCar(listing("1", 100_000), listing("2", 102_001))).toBe(false);
  expect(isSameCar(listing("1", 102_000), listing("2", 100_000))).toBe(true);
});

test("the order of the listings changes nothing", () => {
  const listings = fc.array(
    fc.record({
      id: fc.uuid(),
      ownerId: fc.constantFrom("arta", "besa"),
      year: fc.constantFrom(2015, 2016),
      mileage: fc.integer({ min: 0, max: 20 }).map((steps) => steps * 1_000),
    }),
  );
  fc.assert(
    fc.property(listings, (given) => {
      expect(ids(withoutRepeats(given.toReversed()))).toEqual(ids(withoutRepeats(given)));
    }),
  );
});
