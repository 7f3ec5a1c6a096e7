import { describe, expect, test } from "vitest";
import {
  afterSaying,
  type Correction,
  keptReadings,
  minDrop,
  type OwnReading,
  type Reading,
} from "./mileage-history.ts";

const hourMs = 3_600_000;
const first = Date.UTC(2020, 0, 1);
const publishedAt = new Date(first);
const at = (hours: number, mileage: number): Reading => ({ at: new Date(first + hours * hourMs), mileage });
const month = 30 * 24;

/** What a listing says, in hours after its publication; a stranger's listing said `stranger` before it. */
function listing(
  says: readonly (readonly [hours: number, mileage: number])[],
  stranger: number | null = null,
) {
  let own: readonly Reading[] = [];
  const corrected: Correction[] = [];
  const withHighest = (): OwnReading[] =>
    own.map((reading, n) => {
      const before = [...(stranger === null ? [] : [stranger]), ...own.slice(0, n).map((one) => one.mileage)];
      return { ...reading, highest: before.length === 0 ? null : Math.max(...before) };
    });
  for (const [hours, mileage] of says) {
    const said = at(hours, mileage);
    const after = afterSaying(withHighest(), said, { publishedAt, corrected });
    if (after.correction !== null) {
      const { since } = after.correction;
      const same = corrected.findIndex((one) => one.since.getTime() === since.getTime());
      corrected.splice(same === -1 ? corrected.length : same, same === -1 ? 0 : 1, after.correction);
    }
    own = [...after.kept, ...(after.added === null ? [] : [after.added])].map((one) => ({
      at: one.at,
      mileage: one.mileage,
    }));
  }
  const isLower = withHighest().some(({ mileage, highest }) => (highest ?? 0) - mileage > minDrop);
  return { own, isLower };
}
const figures = (...args: Parameters<typeof listing>) => listing(...args).own.map(({ mileage }) => mileage);

describe("on the day of its publication a listing", () => {
  test("takes the place of what it said before, for 24 hours", () => {
    const typed = [0, 1_500_000] as const;
    expect(figures([typed, [23.9, 150_000]])).toEqual([150_000]);
    expect(figures([typed, [24, 150_000]])).toEqual([1_500_000, 150_000]);
  });

  test("says a figure from when it said the one that it corrects, which may be later than the publication", () => {
    expect(listing([[5, 90_000]]).own).toEqual([at(5, 90_000)]);
    expect(
      listing([
        [5, 90_000],
        [9, 91_000],
      ]).own,
    ).toEqual([at(5, 91_000)]);
    expect(
      listing([
        [0, 90_000],
        [30, 90_500],
      ]).own,
    ).toEqual([at(0, 90_000), at(30, 90_500)]);
  });

  test("that says far more has its day to correct that", () => {
    const typed = [
      [0, 150_000],
      [23, 1_500_000],
    ] as const;
    expect(figures([...typed, [25, 150_000]])).toEqual([150_000]);
    expect(listing([...typed, [48, 150_000]]).isLower).toBe(true);
  });

  test("adds nothing where it says the same as last", () => {
    expect(
      figures([
        [0, 90_000],
        [30, 100_000],
        [60, 100_000],
      ]),
    ).toEqual([90_000, 100_000]);
  });
});

describe("a typing error in an edit", () => {
  const before = [[0, 150_000]] as const;
  test.each([
    ["far too low", 15_000],
    ["far too high", 1_500_000],
  ])("that is %s and corrected within 24 hours leaves no reading", (_, typed) => {
    for (const hours of [0.1, 23.9]) {
      expect(figures([...before, [month, typed], [month + hours, 150_000]])).toEqual([150_000]);
      expect(figures([...before, [month, typed], [month + hours, 151_000]])).toEqual([150_000, 151_000]);
    }
    expect(listing([...before, [month, typed], [month + 24, 150_000]]).own).toHaveLength(3);
  });

  test("leaves none after several tries, or in the first edit that gives the car its number", () => {
    const tries = [
      [month, 15_000],
      [month + 0.1, 1_500_000],
      [month + 0.2, 1_510_000],
      [month + 0.3, 16_000],
      [month + 0.4, 151_000],
    ] as const;
    expect(figures([...before, ...tries])).toEqual([150_000, 151_000]);
    expect(figures(tries, 150_000)).toEqual([151_000]);
    expect(
      figures(
        [
          [month, 145_000],
          [month + 1, 155_000],
        ],
        150_000,
      ),
    ).toEqual([155_000]);
  });

  test("pushes no low reading out before it is corrected", () => {
    const rolledBack = [...before, [month, 60_000], [month + 48, 149_000], [month + 96, 155_000]] as const;
    for (const typed of [1, 1_500_000])
      expect(figures([...rolledBack, [month + 200, typed], [month + 201, 155_000]])).toEqual([
        150_000, 60_000, 155_000,
      ]);
  });

  test("is none where the figure goes up, or down by no more than a rounding", () => {
    const driven = [...before, [month, 151_500], [month + 5, 153_000], [month + 6, 152_000]] as const;
    expect(figures(driven)).toEqual([150_000, 153_000, 152_000]);
  });
});

/** Shows the low figure for so many hours, restores it for a minute, and so on. */
const alternating = (times: number, hours: number) =>
  Array.from({ length: times }, (_, n) => [
    [month + n * (hours + 0.02), 15_000 + 2_000 * n] as const,
    [month + n * (hours + 0.02) + hours, 150_000] as const,
  ]).flat();

describe("a roll-back", () => {
  const before = [[0, 150_000]] as const;
  test("that stood for a day stays, whatever is said later", () => {
    const shown = listing([...before, [month, 15_000], [month + 25, 150_000], [month + 26, 151_000]]);
    expect(shown.own.map(({ mileage }) => mileage)).toContain(15_000);
    expect(shown.isLower).toBe(true);
  });

  test("does not become younger by other low figures in its place", () => {
    const nudged = [...before, [month, 15_000], [month + 12, 17_000], [month + 23, 19_000]] as const;
    expect(listing([...nudged, [month + 23.9, 150_000]]).isLower).toBe(false);
    expect(listing([...nudged, [month + 25, 150_000]]).isLower).toBe(true);
    const around = [...nudged, [month + 23.5, 1_500_000], [month + 23.6, 15_000]] as const;
    expect(listing([...around, [month + 48, 150_000]]).isLower).toBe(true);
  });

  test("for 23 hours again and again is seen with the third, and for a minute it is typing errors", () => {
    expect(listing([...before, ...alternating(2, 23)]).isLower).toBe(false);
    expect(listing([...before, ...alternating(3, 23)]).isLower).toBe(true);
    expect(listing([...before, ...alternating(20, 0.02)]).isLower).toBe(false);
  });

  test("right after an edit upwards is seen, too", () => {
    expect(figures([...before, [month, 160_000], [month + 1, 15_000]])).toEqual([150_000, 15_000]);
  });
});

test("of a listing's readings the first, the highest, the lowest and the last are stored beside what it says now", () => {
  const said = [100, 104, 180, 101, 180, 90, 95, 90, 99, 98];
  const kept = keptReadings(said.map((mileage, hours) => at(hours, mileage)));
  expect(kept).toEqual([at(0, 100), at(2, 180), at(5, 90), at(9, 98)]);
  expect(keptReadings([at(0, 100)])).toEqual([at(0, 100)]);
  expect(keptReadings([])).toEqual([]);
});
