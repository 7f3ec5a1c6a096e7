import { expect, test } from "vitest";
import { dealerExampleInCents, dealerPaysOffFrom } from "./site-figures.ts";

test("the dealer's example of ten cars, seven days and five promotions costs $170", () => {
  expect(dealerExampleInCents()).toBe(17_000);
});

test("the subscription pays off from the first car whose fees exceed its price", () => {
  expect((dealerPaysOffFrom - 1) * 3).toBeLessThan(50);
  expect(dealerPaysOffFrom * 3).toBeGreaterThan(50);
});
