import { expect, test } from "vitest";
import { timeAgo } from "./time-ago.ts";

const now = "2026-08-03T12:00:00Z";

test.each([
  ["2026-08-03T12:00:00Z", "tani"],
  ["2026-08-03T11:59:01Z", "tani"],
  ["2026-08-03T11:59:00Z", "para një minute"],
  ["2026-08-03T11:01:00Z", "para 59 minutash"],
  ["2026-08-03T11:00:00Z", "para një ore"],
  ["2026-08-02T13:00:00Z", "para 23 orësh"],
  ["2026-08-02T12:00:00Z", "para një dite"],
  ["2026-07-28T12:00:00Z", "para 6 ditësh"],
  ["2026-07-27T12:00:00Z", "para një jave"],
  ["2026-07-10T12:00:00Z", "para 3 javësh"],
  ["2026-07-04T12:00:00Z", "para një muaji"],
  ["2026-02-03T12:00:00Z", "para 6 muajsh"],
  ["2025-08-03T12:00:00Z", "para një viti"],
  ["2020-08-03T12:00:00Z", "para 6 vjetësh"],
])("timeAgo describes the moment %s as «%s»", (moment, told) => {
  expect(timeAgo(moment, now)).toBe(told);
});

test("timeAgo describes a moment in the future as now", () => {
  expect(timeAgo("2026-08-03T12:05:00Z", now)).toBe("tani");
});
