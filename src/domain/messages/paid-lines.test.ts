import { expect, test } from "vitest";
import { defaultFees, extrasFeeInCents, feePartsInCents } from "#domain/payments/fees.ts";
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

test("paidLines lists a line a car where one payment sponsors several", () => {
  const extras = { sponsorshipDays: 7, socialPromotion: false };
  const cars = ["Audi A6, 2014", "Audi A4, 2012", "VW Golf, 2016"];
  const fee = extrasFeeInCents(extras, defaultFees, cars.length);
  expect(fee).toBe(2_100);
  expect(paidLines(feePartsInCents(fee, extras, defaultFees, cars.length), 7, cars)).toEqual(
    cars.map((car) => ({ name: `Sponsorizim për 7 ditë: ${car}`, cents: 700 })),
  );
});
