import { expect, test } from "vitest";
import { readSignup, stateOf, valuesOf } from "./signup-state.ts";

const values = {
  businessName: "Auto Gashi",
  businessAddress: "Rr. Nëna Terezë 12, Prizren",
  taxNumber: "",
  website: "autogashi.com",
  businessType: "dealership",
};

test("the second signup step receives the cleaned business data", () => {
  expect(readSignup(stateOf(2, values))).toMatchObject({
    step: 2,
    valid: { businessName: "Auto Gashi", taxNumber: null, website: "https://autogashi.com" },
  });
});

test("the signup does not reach the payment without a business name", () => {
  const unnamed = { ...values, businessName: " " };
  expect(readSignup(stateOf(2, unnamed))).toEqual({ step: 1, values: unnamed });
});

test("the first signup step restores the typed values", () => {
  expect(readSignup(stateOf(1, values))).toEqual({ step: 1, values });
});

test("the signup form starts with the known business data", () => {
  const known = valuesOf({
    businessName: "Auto Gashi",
    businessAddress: "Rr. Nëna Terezë 12, Prizren",
    taxNumber: null,
    website: "https://autogashi.com",
    businessType: "importer",
  });
  expect(readSignup(null, known)).toEqual({ step: 1, values: { ...known, taxNumber: "" } });
  expect(readSignup(stateOf(1, values), known)).toEqual({ step: 1, values });
});

test.each([null, undefined, "x", { step: 2 }, { step: 3, signup: values }])(
  "the navigation state %j gives an empty signup form",
  (state) => {
    expect(readSignup(state)).toMatchObject({
      step: 1,
      values: { businessName: "", businessType: "dealership" },
    });
  },
);
