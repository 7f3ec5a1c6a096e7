import { describe, expect, test } from "vitest";
import { additionTo, keptReadings, type Reading } from "./mileage-history.ts";

const hourMs = 3_600_000;
const first = Date.UTC(2020, 0, 1);
const publishedAt = new Date(first);
const at = (hours: number, mileage: number): Reading => ({ at: new Date(first + hours * hourMs), mileage });

describe("what a listing adds to its readings", () => {
  test("within 24 hours of the publication corrects it, and later does not", () => {
    const typed = [at(0, 1_500_000)];
    expect(additionTo(typed, at(23.9, 150_000), publishedAt)).toMatchObject({ isCorrection: true });
    expect(additionTo(typed, at(24, 150_000), publishedAt)).toMatchObject({ isCorrection: false });
  });

  test("has the time of the reading that it corrects, which may be later than the publication", () => {
    expect(additionTo([], at(5, 90_000), publishedAt)?.at).toEqual(at(5, 0).at);
    expect(additionTo([at(5, 90_000)], at(9, 91_000), publishedAt)?.at).toEqual(at(5, 0).at);
    expect(additionTo([at(5, 90_000)], at(30, 91_000), publishedAt)?.at).toEqual(at(30, 0).at);
  });

  test("is nothing where it says the same as last", () => {
    expect(additionTo([at(0, 90_000), at(30, 100_000)], at(60, 100_000), publishedAt)).toBeNull();
    expect(additionTo([at(0, 100_000), at(30, 90_000)], at(60, 100_000), publishedAt)).not.toBeNull();
  });
});

test("of a listing's readings the first, the highest, the lowest and the last are stored", () => {
  const figures = [100, 104, 180, 101, 180, 90, 95, 90, 99, 98];
  const kept = keptReadings(figures.map((mileage, hours) => at(hours, mileage)));
  expect(kept).toEqual([at(0, 100), at(2, 180), at(5, 90), at(9, 98)]);
  expect(keptReadings([at(0, 100)])).toEqual([at(0, 100)]);
  expect(keptReadings([])).toEqual([]);
});
