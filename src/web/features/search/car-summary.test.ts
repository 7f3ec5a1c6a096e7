import { expect, test } from "vitest";
import { shortened } from "./car-summary.ts";

test("a short description stays as it is, on one line", () => {
  expect(shortened("Shes veturën.\n\nE rregullt.")).toBe("Shes veturën. E rregullt.");
});

test("a long one ends at a word, with an ellipsis, and not far beyond what three lines hold", () => {
  const text = shortened("fjalë ".repeat(200));
  expect(text).toMatch(/fjalë…$/);
  expect(text.length).toBeLessThanOrEqual(161);
});

test("one endless word is cut all the same", () => {
  expect(shortened("x".repeat(500)).length).toBe(161);
});

test("a cut never leaves half a character", () => {
  expect(shortened(`${"x".repeat(159)}${"🚗".repeat(99)}`)).toBe(`${"x".repeat(159)}…`);
});
