import * as fc from "#testing/properties.ts";
import { describe, expect, test } from "vitest";
import { formatNumber } from "#domain/format/format.ts";
import { numberFromTyped } from "./number-input.tsx";

describe("a number as typed", () => {
  test.each([
    ["12500", 12500],
    ["12.500", 12500],
    ["12 500", 12500],
    [" 12 500 ", 12500],
    ["0", 0],
    ["1.250.000", 1250000],
  ])("the number field reads %j as %d", (typed, value) => {
    expect(numberFromTyped(typed)).toBe(value);
  });

  test.each(["", "   "])("the number field reads %j as empty", (typed) => {
    expect(numberFromTyped(typed)).toBeNull();
  });

  test.each(["abc", "12.50", "1.2.3", "-5", "12500 €", "1e5", "12..500"])(
    "the number field refuses %j as a whole number",
    (typed) => {
      expect(numberFromTyped(typed)).toBeNaN();
    },
  );

  test("a number that the field shows reads back as the same number", () => {
    fc.assert(
      fc.property(fc.nat({ max: 5_000_000 }), (number) => {
        expect(numberFromTyped(formatNumber(number))).toBe(number);
      }),
    );
  });
});
