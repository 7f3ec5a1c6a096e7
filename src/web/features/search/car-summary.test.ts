import { expect, test } from "vitest";
import { papersOf, shortened } from "./car-summary.ts";

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

test("a card says customs and registration as far as they are known", () => {
  const now = "2026-11-23T09:00:00.000Z";
  expect(papersOf({ customsPaid: true, registeredUntil: "2027-06" }, now)).toEqual([
    "E doganuar",
    "Regjistruar deri 06/2027",
  ]);
  expect(papersOf({ customsPaid: false, registeredUntil: "2026-11" }, now)).toEqual([
    "Pa doganë",
    "Regjistruar deri 11/2026",
  ]);
  expect(papersOf({ customsPaid: null, registeredUntil: null }, now)).toEqual([]);
});

test("a card says nothing of a registration that has run out", () => {
  expect(papersOf({ customsPaid: null, registeredUntil: "2026-10" }, "2026-11-01T00:00:00.000Z")).toEqual([]);
});
