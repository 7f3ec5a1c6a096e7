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

test("a cancelled subscription lasts to the very end of the period that is paid", () => {
  expect(dealerUntil({ ...running, cancelAtPeriodEnd: true }, now)).toBe(now + 10 * day);
});

test("one that renews itself outlasts the period's end until the provider's word can be here", () => {
  const until = dealerUntil(running, now);
  expect(until).toBeGreaterThan(now + 10 * day);
  expect(until).toBeLessThan(now + 13 * day);
});

test("a late payment stays a dealer until the provider gives up", () => {
  expect(dealerUntil({ ...running, status: "past_due", currentPeriodEnd: now - 5 * day }, now)).toBe(
    Infinity,
  );
});

test.each(["canceled", "unpaid", "paused"])(
  "%s is over now, whatever the provider's clock says",
  (status) => {
    expect(dealerUntil({ ...running, status, endedAt: now + 31 * day }, now)).toBe(now);
    expect(dealerUntil({ ...running, status, endedAt: now - day }, now)).toBe(now - day);
  },
);

test("an end found before is not put off by looking again", () => {
  expect(dealerUntil({ ...running, status: "unpaid" }, now, now - 3 * day)).toBe(now - 3 * day);
});

test("one that was never paid makes nobody a dealer", () => {
  expect(dealerUntil({ ...running, status: "incomplete" }, now)).toBe(-Infinity);
});

test("is shown as ended once its time is over, though nobody has told us yet", () => {
  expect(statusOf({ status: "active", dealerUntil: now - 1 }, now)).toBe("canceled");
  expect(statusOf({ status: "past_due", dealerUntil: Infinity }, now)).toBe("past_due");
  expect(statusOf({ status: "active", dealerUntil: now + day }, now)).toBe("active");
});
