import { expect, test } from "vitest";
import { signalKinds } from "#domain/admin/review-signals.ts";
import { isManyAtOnce } from "./many-at-once.ts";
import { isFarBelow } from "./price-bounds.ts";
import { evidenceKey, scoreOf, showsAdvice, weightOf } from "./signals.ts";

test("a score is the sum of its weights and never more than 100; from 50 on the page shows the advice", () => {
  expect(scoreOf([])).toBe(0);
  expect(scoreOf([30, 25])).toBe(55);
  expect(scoreOf([60, 50, 50])).toBe(100);
  expect([49, 50].map(showsAdvice)).toEqual([false, true]);
});

const priced = (price: number, comparables = 5) => ({ price, estimate: 10_000, low: 8_000, comparables });

test("a price is far below from 30 % under the estimate on, with enough to compare with, and weighs more the lower it is", () => {
  expect([7_001, 7_000, 6_000, 5_000].map((price) => isFarBelow(priced(price)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(isFarBelow(priced(3_000, 4))).toBe(false);
  expect(isFarBelow({ ...priced(6_500), low: 6_000 })).toBe(false);
  expect([7_000, 6_000, 5_000].map((price) => weightOf("price_far_below", priced(price)))).toEqual([
    20, 30, 40,
  ]);
});

const isBurst = (
  cars: number,
  accountDays: number,
  seller: "private" | "dealer" | "verified" = "private",
): boolean => isManyAtOnce({ cars, accountDays, seller });

test("how many publications within a day are unusual depends on the account's age and on who sells", () => {
  expect([
    isBurst(2, 0),
    isBurst(3, 0),
    isBurst(3, 5),
    isBurst(4, 5),
    isBurst(9, 100),
    isBurst(10, 100),
  ]).toEqual([false, true, false, true, false, true]);
  expect([isBurst(39, 0, "dealer"), isBurst(40, 0, "dealer"), isBurst(500, 0, "verified")]).toEqual([
    false,
    true,
    false,
  ]);
});

test("evidence of which only the estimate or the count has moved a little is the same evidence", () => {
  const price = { price: 5_000, estimate: 10_000, low: 8_000, comparables: 9 };
  expect(evidenceKey("price_far_below", { ...price, estimate: 10_400 })).toBe(
    evidenceKey("price_far_below", price),
  );
  expect(evidenceKey("price_far_below", { ...price, price: 4_900 })).not.toBe(
    evidenceKey("price_far_below", price),
  );
  const burst = { cars: 4, hours: 24, accountDays: 1 };
  expect(evidenceKey("many_at_once", { ...burst, cars: 7 })).toBe(evidenceKey("many_at_once", burst));
  expect(evidenceKey("many_at_once", { ...burst, cars: 8 })).not.toBe(evidenceKey("many_at_once", burst));
});

test("the kinds are those of the contract", () => {
  expect(signalKinds).toHaveLength(10);
  expect(new Set(signalKinds).size).toBe(10);
});
