import { expect, test } from "vitest";
import { passedCarId, readPricingState, readSellState } from "./sell-state.ts";

const id = "01a1fc5e-4563-756b-9681-90e8125c0f72";

test("an existing car that is passed to the form is to be edited; anything else is a new one", () => {
  expect(passedCarId({ car: { _id: id, brand: "Dacia" } })).toBe(id);
  for (const state of [null, undefined, {}, { car: null }, { car: { _id: "../x" } }, "car"])
    expect(passedCarId(state)).toBeNull();
});

test("a navigation state that is none of ours is no car and no price", () => {
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
