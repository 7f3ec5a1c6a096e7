import { expect, test } from "vitest";
import { defaultFees, feePartsInCents } from "./fees.ts";
import { coversPublication } from "./fulfilment.ts";
import { canMovePayment, isMoneyTaken, paymentStates } from "./payment-states.ts";
import { sessionOutcome } from "./session-outcome.ts";

const seller = { isDealer: false, freeCarUsed: true, wasDealer: false };
const extras = { sponsorshipDays: 7, socialPromotion: true };
const covers = (amount: number, of: typeof seller, listingAtFee: boolean | null = null) =>
  coversPublication({ ...feePartsInCents(amount, extras, defaultFees), listingAtFee }, of, defaultFees);

test("a payment counts as money taken only after the event paid", () => {
  const ways = paymentStates.filter((from) => !isMoneyTaken(from) && canMovePayment(from, "paid"));
  expect(ways).toEqual(["open", "failed", "expired"]);
  expect(paymentStates.filter((from) => canMovePayment(from, "fulfilled"))).toEqual(["paid"]);
});

test("a refunded payment never leaves its status", () => {
  expect(paymentStates.filter((event) => event !== "open" && canMovePayment("refunded", event))).toEqual([]);
});

test("sessionOutcome returns paid only for a complete and paid session", () => {
  const unpaid = { paymentStatus: "unpaid", chargeFailed: false } as const;
  expect(sessionOutcome({ status: "open", ...unpaid })).toBe("pending");
  expect(sessionOutcome({ status: "complete", ...unpaid })).toBe("pending");
  expect(sessionOutcome({ status: "complete", ...unpaid, chargeFailed: true })).toBe("failed");
  expect(sessionOutcome({ status: "expired", ...unpaid })).toBe("expired");
  expect(sessionOutcome({ ...unpaid, status: "open", paymentStatus: "paid" })).toBe("pending");
  expect(sessionOutcome({ ...unpaid, status: "complete", paymentStatus: "paid" })).toBe("paid");
});

test("a paid listing fee covers the publication even when the seller's status has changed", () => {
  for (const isDealer of [true, false]) expect(covers(300 + 1700, { ...seller, isDealer })).toBe(true);
});

test("a listing bought at a fee of 0 covers the publication after the fee has gone up", () => {
  expect(covers(1700, seller, true)).toBe(true);
});

test("a payment for extras alone covers the publication only when the listing is free", () => {
  expect(covers(1700, { ...seller, freeCarUsed: false })).toBe(true);
  expect(covers(1700, seller)).toBe(false);
  expect(covers(1700, seller, false)).toBe(false);
  expect(covers(1700, { ...seller, isDealer: true })).toBe(true);
  expect(covers(1700, { ...seller, freeCarUsed: false, wasDealer: true })).toBe(false);
});
