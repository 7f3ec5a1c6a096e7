import { expect, test } from "vitest";
import { coversPublication } from "./fulfilment.ts";
import { canMovePayment, isMoneyTaken, paymentStates } from "./payment-states.ts";
import { sessionOutcome } from "./session-outcome.ts";

const seller = { isDealer: false, freeCarUsed: true, wasDealer: false };
const extras = { sponsorshipDays: 7, socialPromotion: true };

test("nothing but the provider's word of payment leads to money taken", () => {
  const ways = paymentStates.filter((from) => !isMoneyTaken(from) && canMovePayment(from, "paid"));
  expect(ways).toEqual(["open", "failed", "expired"]);
  expect(paymentStates.filter((from) => canMovePayment(from, "fulfilled"))).toEqual(["paid"]);
});

test("what was refunded stays so", () => {
  expect(paymentStates.filter((event) => event !== "open" && canMovePayment("refunded", event))).toEqual([]);
});

test("only a complete and paid session is paid", () => {
  const unpaid = { paymentStatus: "unpaid", chargeFailed: false } as const;
  expect(sessionOutcome({ status: "open", ...unpaid })).toBe("pending");
  expect(sessionOutcome({ status: "complete", ...unpaid })).toBe("pending");
  expect(sessionOutcome({ status: "complete", ...unpaid, chargeFailed: true })).toBe("failed");
  expect(sessionOutcome({ status: "expired", ...unpaid })).toBe("expired");
  expect(sessionOutcome({ ...unpaid, status: "open", paymentStatus: "paid" })).toBe("pending");
  expect(sessionOutcome({ ...unpaid, status: "complete", paymentStatus: "paid" })).toBe("paid");
});

test("a fee that was paid covers the publication whatever has become of the seller since", () => {
  for (const isDealer of [true, false])
    expect(coversPublication(300 + 1700, extras, { ...seller, isDealer })).toBe(true);
});

test("extras alone cover it only while the listing itself is free", () => {
  expect(coversPublication(1700, extras, { ...seller, freeCarUsed: false })).toBe(true);
  expect(coversPublication(1700, extras, seller)).toBe(false);
  expect(coversPublication(1700, extras, { ...seller, isDealer: true })).toBe(true);
  expect(coversPublication(1700, extras, { ...seller, freeCarUsed: false, wasDealer: true })).toBe(false);
});
