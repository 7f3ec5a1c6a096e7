import { describe, expect, test } from "vitest";
import * as fc from "#testing/properties.ts";
import { bulkRules, changePrice, type PriceChange } from "./bulk-price.ts";
import { carLimits } from "./car-limits.ts";

const prices = fc.integer({ min: carLimits.minPrice, max: carLimits.maxPrice });
const changes: fc.Arbitrary<PriceChange> = fc.oneof(
  fc.record({ percent: fc.integer({ min: bulkRules.minPercent, max: bulkRules.maxPercent }) }),
  fc.record({ euro: fc.integer({ min: -bulkRules.maxEuro, max: bulkRules.maxEuro }) }),
);

function exactly(price: number, change: PriceChange): number {
  return "percent" in change ? (price * (100 + change.percent)) / 100 : price + change.euro;
}

describe("a change of many prices", () => {
  test.each([
    [12_500, { percent: -5 }, { price: 11_900 }],
    [12_500, { percent: 5 }, { price: 13_150 }],
    [12_490, { euro: -300 }, { price: 12_200 }],
    [12_490, { euro: 5_000 }, { price: 17_500 }],
    // 1,034.55 would round to 1,050, but a price cut never raises a price.
    [1_045, { percent: -1 }, { price: 1_045 }],
    [1_065, { euro: 5 }, { price: 1_065 }],
    [1_000, { percent: -10 }, { refused: "price_too_low" }],
    // 999 is too low, but rounds to a valid price.
    [1_100, { euro: -101 }, { price: 1_000 }],
    [4_999_999, { euro: 100 }, { refused: "price_too_high" }],
  ] as const)("a price of %d € changed in bulk by %j becomes %j", (price, change, expected) => {
    expect(changePrice(price, change)).toEqual(expected);
  });

  test("a price changed in bulk ends at a multiple of 50 € within 25 € of the exact one, or stays, never on the other side", () => {
    fc.assert(
      fc.property(prices, changes, (price, change) => {
        const exact = exactly(price, change);
        const result = changePrice(price, change);
        if ("refused" in result) {
          const wasLow = result.refused === "price_too_low";
          expect(wasLow ? exact < carLimits.minPrice : exact > carLimits.maxPrice - 25).toBe(true);
          return;
        }
        expect(result.price).toBeGreaterThanOrEqual(carLimits.minPrice);
        expect(result.price).toBeLessThanOrEqual(carLimits.maxPrice);
        if (exact <= price) expect(result.price).toBeLessThanOrEqual(price);
        if (exact >= price) expect(result.price).toBeGreaterThanOrEqual(price);
        if (result.price === price) return;
        expect(result.price % bulkRules.priceStep).toBe(0);
        expect(Math.abs(result.price - exact)).toBeLessThanOrEqual(bulkRules.priceStep / 2);
      }),
    );
  });

  test("a bulk change keeps the order of two prices that it changes alike", () => {
    fc.assert(
      fc.property(prices, prices, changes, (one, other, change) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const [first, second] = [changePrice(low, change), changePrice(high, change)];
        if ("refused" in first || "refused" in second) return;
        expect(first.price).toBeLessThanOrEqual(second.price);
      }),
    );
  });
});
