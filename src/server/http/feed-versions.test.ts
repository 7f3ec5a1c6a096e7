import { expect, test } from "vitest";
import { FeedVersions } from "./feed-versions.ts";

test("a feed's date is that of its last change, to the second", () => {
  let now = Date.UTC(2026, 0, 1, 12, 0, 0, 700);
  const versions = new FeedVersions(() => now);
  const first = versions.note("a", "1");
  expect(first.changedAt.toISOString()).toBe("2026-01-01T12:00:00.000Z");
  now += 60_000;
  expect(versions.note("a", "1")).toEqual(first);
  expect(versions.note("a", "2").changedAt.toISOString()).toBe("2026-01-01T12:01:00.000Z");
});

test("two changes within a second have two dates, so that nobody misses the second one", () => {
  const versions = new FeedVersions(() => 1_000_000);
  const dates = ["1", "2", "1"].map((tag) => versions.note("a", tag).changedAt.getTime());
  expect(dates).toEqual([1_000_000, 1_001_000, 1_002_000]);
});

test("no more than 2,000 feeds are known, and a forgotten one counts as changed now", () => {
  let now = 0;
  const versions = new FeedVersions(() => now);
  versions.note("first", "1");
  for (let other = 0; other < 2_000; other++) versions.note(String(other), "1");
  now = 60_000;
  expect(versions.note("1999", "1").changedAt.getTime()).toBe(0);
  expect(versions.note("first", "1").changedAt.getTime()).toBe(60_000);
});
