import { expect, test } from "vitest";
import { compareViews } from "./compare-views.ts";

test.each([
  { views: 7, usual: null, comparison: { kind: "unknown" } },
  { views: 0, usual: 0, comparison: { kind: "early" } },
  { views: 3, usual: 0, comparison: { kind: "unusual" } },
  { views: 0, usual: 5, comparison: { kind: "less" } },
  { views: 69, usual: 100, comparison: { kind: "less" } },
  { views: 70, usual: 100, comparison: { kind: "same" } },
  { views: 129, usual: 100, comparison: { kind: "same" } },
  { views: 130, usual: 100, comparison: { kind: "more", times: 1.3 } },
  { views: 11, usual: 6, comparison: { kind: "more", times: 1.8 } },
])("$views views where $usual are usual", ({ views, usual, comparison }) => {
  expect(compareViews(views, usual)).toEqual(comparison);
});
