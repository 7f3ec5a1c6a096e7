import { expect, test } from "vitest";
import { formatAmount, formatEuroCents, parseTypedAmount } from "./format.ts";

test("amounts are written with cents only where they have some", () => {
  expect([1279.23, 40, 0.1, 5_000_000, -12.5].map(formatAmount)).toEqual([
    "1.279,23",
    "40",
    "0,10",
    "5.000.000",
    "-12,50",
  ]);
  expect(formatEuroCents(99.99)).toBe("99,99 €");
});

test("amounts are read as people in Kosovo write them, and anything else is none", () => {
  const typed = ["12,5", "12.50", "1.279,23", "12.500", "12500", "1 279", " 0 ", "-5"];
  expect(typed.map(parseTypedAmount)).toEqual([12.5, 12.5, 1279.23, 12_500, 12_500, 1_279, 0, -5]);
  expect(["", "dhjetë", "1,2,3", "12,345", "1e9", "12.3456"].map(parseTypedAmount)).toEqual(
    Array.from({ length: 6 }, () => null),
  );
});
