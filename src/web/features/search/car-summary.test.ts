import { expect, test } from "vitest";
import { shortened } from "./car-summary.ts";

test("a card shows a short description unchanged on one line", () => {
  expect(shortened("Shes veturën.\n\nE rregullt.")).toBe("Shes veturën. E rregullt.");
});

test("a card cuts a long description at a word and adds an ellipsis", () => {
  const text = shortened("fjalë ".repeat(200));
  expect(text).toMatch(/fjalë…$/);
  expect(text.length).toBeLessThanOrEqual(161);
});

test("a card cuts a description that is one long word", () => {
  expect(shortened("x".repeat(500)).length).toBe(161);
});

test("a card's cut description never ends in half a character", () => {
  expect(shortened(`${"x".repeat(159)}${"🚗".repeat(99)}`)).toBe(`${"x".repeat(159)}…`);
});
