import { expect, test } from "vitest";
import { passedCarId } from "./arrival.ts";
import { readPricingState, readSellState } from "./sell-state.ts";

const id = "01a1fc5e-4563-756b-9681-90e8125c0f72";

test("a car passed to the form is edited, and anything else starts a new car", () => {
  expect(passedCarId({ car: { _id: id, brand: "Dacia" } })).toBe(id);
  for (const state of [null, undefined, {}, { car: null }, { car: { _id: "../x" } }, "car"])
    expect(passedCarId(state)).toBeNull();
});

test("a foreign navigation state gives neither a car nor a price", () => {
  for (const state of [
    null,
    undefined,
    {},
    { carData: {} },
    { carData: null, photos: [], idempotencyKey: "x" },
  ]) {
    expect(readSellState(state)).toBeNull();
    expect(readPricingState(state)).toBeNull();
  }
});
