import { expect, test } from "vitest";
import { defaultFees } from "#domain/payments/fees.ts";
import { dealerExampleInCents, dealerPaysOffFrom } from "./site-figures.ts";

test("the dealer's example of ten cars, seven days and five promotions costs $170", () => {
  expect(dealerExampleInCents(defaultFees)).toBe(17_000);
});

test("the subscription pays off from the first car whose fees exceed its price", () => {
  expect(dealerPaysOffFrom(defaultFees)).toBe(17);
  expect(dealerPaysOffFrom({ ...defaultFees, listing: 0 })).toBeNull();
});
