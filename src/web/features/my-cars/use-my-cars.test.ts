import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api-error.ts";
import { byListStatus, feeDue, listStatusOf } from "./use-my-cars.ts";

const car = (deleted: boolean, sold: boolean, day: number) => ({
  deleted,
  sold,
  createdAt: `2026-11-0${day}T10:00:00.000Z`,
});

test("/my-publishings lists cars on sale first and archived cars last, each newest first", () => {
  const cars = [car(true, false, 9), car(false, true, 8), car(false, false, 1), car(false, false, 2)];
  expect(
    cars.toSorted(byListStatus).map((one) => `${listStatusOf(one)} ${one.createdAt.slice(8, 10)}`),
  ).toEqual(["active 02", "active 01", "sold 08", "archived 09"]);
});

test("feeDue returns the fee in cents of a restore that needs payment and nothing for other errors", () => {
  expect(feeDue(new ApiError({ status: 402, code: "payment_required", details: { amount: 3 } }))).toBe(300);
  expect(feeDue(new ApiError({ status: 402, code: "payment_required" }))).toBeNull();
  expect(feeDue(new ApiError({ status: 409, code: "impossible_move", details: { amount: 3 } }))).toBeNull();
  expect(feeDue(new TypeError("x"))).toBeNull();
});
