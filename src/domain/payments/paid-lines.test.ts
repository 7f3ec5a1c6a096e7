import { expect, test } from "vitest";
import { defaultFees, feePartsInCents } from "./fees.ts";
import { paidLines } from "./paid-lines.ts";

const centsOf = (amount: number, sponsorshipDays: number, socialPromotion: boolean) =>
  paidLines(feePartsInCents(amount, { sponsorshipDays, socialPromotion }, defaultFees), sponsorshipDays).map(
    ({ cents }) => cents,
  );

test("paidLines lists the listing, the sponsorship and the social promotion that cost money", () => {
  expect(centsOf(2_000, 7, true)).toEqual([300, 700, 1_000]);
  expect(centsOf(700, 7, false)).toEqual([700]);
  expect(centsOf(300, 0, false)).toEqual([300]);
});
