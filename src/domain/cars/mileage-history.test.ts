import { describe, expect, test } from "vitest";
import { createChances } from "#testing/chances.ts";
import { seed } from "#testing/seed.ts";
import {
  additionTo,
  lowerReadings,
  lowerSince,
  minDrop,
  type Reading,
  withAddition,
} from "./mileage-history.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const first = Date.UTC(2020, 0, 1);

interface Said {
  readonly hours: number;
  readonly mileage: number;
}

/** What is stored after listings say these figures, each hours after its own publication, and who is told of a drop. */
function tell(listings: readonly { readonly at: number; readonly says: readonly Said[] }[]) {
  let readings: readonly Reading[] = [];
  const told = new Set<string>();
  for (const [n, { at, says }] of listings.entries()) {
    const listing = `listing ${n}`;
    for (const { hours, mileage } of says) {
      const said = { at: new Date(at + hours * hourMs), mileage, listing };
      readings = withAddition(readings, additionTo(readings, said, new Date(at)));
    }
    if (lowerSince(readings, listing) !== null) told.add(listing);
  }
  return { readings, told };
}

const reading = (mileage: number): Reading => ({ at: new Date(first), mileage, listing: "a" });
const correctedAfter = (hours: number): Said[] => [
  { hours: 0, mileage: 1_500_000 },
  { hours, mileage: 150_000 },
];

describe("a mileage history", () => {
  const chances = createChances(seed);
  const whole = (min: number, max: number) => min + Math.floor(chances.next() * (max - min + 1));

  /** A car as honest sellers list it: it is driven, re-listed, edited, and mistyped for some hours now and then. */
  function honest() {
    let mileage = whole(0, 250_000);
    let at = first;
    return Array.from({ length: whole(2, 6) }, () => {
      at += whole(1, 900) * dayMs;
      mileage += whole(0, 40_000);
      const says: Said[] = [];
      const slip = whole(0, 3);
      const typed = [mileage * 10, Math.floor(mileage / 10), mileage + 100_000][slip];
      if (typed !== undefined) says.push({ hours: 0, mileage: typed });
      // Corrected within a day; figures are rounded, too.
      says.push({ hours: typed === undefined ? 0 : whole(0, 23), mileage });
      if (whole(0, 2) === 0) says.push({ hours: whole(48, 400), mileage: mileage - (mileage % minDrop) });
      if (whole(0, 2) === 0) {
        mileage += whole(0, 3_000);
        says.push({ hours: whole(401, 800), mileage });
      }
      at += 800 * hourMs;
      return { at: at - 800 * hourMs, says };
    });
  }

  test("tells nobody of a drop in 10,000 honest histories, typing errors of a day among them", () => {
    const wrong = Array.from({ length: 10_000 }, honest).filter((listings) => tell(listings).told.size > 0);
    expect(wrong).toEqual([]);
  });

  test("finds at least 99 % of 1,000 planted roll-backs", () => {
    const found = Array.from({ length: 1_000 }, () => {
      let before = honest();
      const lastOf = () => before.at(-1)?.says.at(-1)?.mileage ?? 0;
      while (lastOf() < 10_000) before = honest();
      const last = lastOf();
      const back = Math.floor(Math.max(0, last - Math.max(5_000, last * (0.1 + 0.7 * chances.next()))));
      const at = (before.at(-1)?.at ?? first) + whole(40, 400) * dayMs;
      const isEdit = whole(0, 1) === 0;
      // A new listing with less, or the same one changed after days.
      const listings = isEdit
        ? before.map((one, n) =>
            n < before.length - 1 ? one : { ...one, says: [...one.says, { hours: 900, mileage: back }] },
          )
        : [...before, { at, says: [{ hours: 0, mileage: back }] }];
      return tell(listings).told.has(`listing ${listings.length - 1}`);
    }).filter(Boolean);
    expect(found.length).toBeGreaterThanOrEqual(990);
  });

  test("takes 1,000 km less for a slip, and one more for a drop", () => {
    expect(lowerReadings([reading(100_000), reading(99_000)])).toEqual([]);
    expect(lowerReadings([reading(100_000), reading(98_999)])).toEqual([reading(98_999)]);
  });

  test("forgets what is corrected within 24 hours of the publication, and nothing later", () => {
    expect(tell([{ at: first, says: correctedAfter(23.9) }]).readings.map(({ mileage }) => mileage)).toEqual([
      150_000,
    ]);
    expect(tell([{ at: first, says: correctedAfter(24) }]).readings).toHaveLength(2);
  });

  test("dates nothing back: a correction has the time of the reading that it takes the place of", () => {
    const publishedAt = new Date(first);
    const said = (hours: number, mileage: number): Reading => ({
      at: new Date(first + hours * hourMs),
      mileage,
      listing: "a",
    });
    const stranger: Reading = { at: new Date(first + hourMs), mileage: 150_000, listing: "b" };
    const typed = said(5, 90_000);
    expect(additionTo([stranger], typed, publishedAt)?.reading).toEqual(typed);
    expect(additionTo([stranger, typed], said(6, 95_000), publishedAt)?.reading).toEqual(said(5, 95_000));
    expect(additionTo([said(0, 9_000), stranger], said(6, 95_000), publishedAt)?.reading).toEqual(
      said(0, 95_000),
    );
    expect(additionTo([said(0, 9_000), stranger], said(30, 95_000), publishedAt)?.reading).toEqual(
      said(30, 95_000),
    );
  });

  test("does not note the same figure twice", () => {
    const says = [0, 30, 60].map((hours) => ({ hours, mileage: 100_000 }));
    expect(tell([{ at: first, says }]).readings).toHaveLength(1);
  });
});
