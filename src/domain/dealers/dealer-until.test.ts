import { expect, test } from "vitest";
import { dealerUntil, type ProviderSubscription, statusOf } from "./dealer-until.ts";

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 21);
const running: ProviderSubscription = {
  status: "active",
  cancelAtPeriodEnd: false,
  cancelAt: null,
  currentPeriodEnd: now + 10 * day,
  endedAt: null,
};

test("a cancelled subscription lasts until the end of the paid period", () => {
  expect(dealerUntil({ ...running, cancelAtPeriodEnd: true }, now)).toBe(now + 10 * day);
});

test("a renewing subscription lasts two days beyond its period, until the provider's news arrive", () => {
  const until = dealerUntil(running, now);
  expect(until).toBeGreaterThan(now + 10 * day);
  expect(until).toBeLessThan(now + 12 * day + 1);
});

test("a dealer whose payment is late stays a dealer until the provider gives up", () => {
  expect(dealerUntil({ ...running, status: "past_due", currentPeriodEnd: now - 5 * day }, now)).toBe(
    Infinity,
  );
});

test.each(["canceled", "unpaid", "paused"])(
  "a subscription with status %s has ended by now at the latest",
  (status) => {
    expect(dealerUntil({ ...running, status, endedAt: now + 31 * day }, now)).toBe(now);
    expect(dealerUntil({ ...running, status, endedAt: now - day }, now)).toBe(now - day);
  },
);

test("dealerUntil does not move an end that was recorded before", () => {
  expect(dealerUntil({ ...running, status: "unpaid" }, now, now - 3 * day)).toBe(now - 3 * day);
});

test("a subscription that was never paid makes nobody a dealer", () => {
  expect(dealerUntil({ ...running, status: "incomplete" }, now)).toBe(-Infinity);
});

test("statusOf returns canceled once the paid time is over", () => {
  expect(statusOf({ status: "active", dealerUntil: now - 1 }, now)).toBe("canceled");
  expect(statusOf({ status: "past_due", dealerUntil: Infinity }, now)).toBe("past_due");
  expect(statusOf({ status: "active", dealerUntil: now + day }, now)).toBe("active");
});
