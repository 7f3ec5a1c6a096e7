import { expect, test } from "vitest";
import { readSignup, stateOf, valuesOf } from "./signup-state.ts";

const values = {
  businessName: "Auto Gashi",
  businessAddress: "Rr. Nëna Terezë 12, Prizren",
  taxNumber: "",
  website: "autogashi.com",
  businessType: "dealership",
};

test("the second step has what is paid for, cleaned as the server will have it", () => {
  expect(readSignup(stateOf(2, values))).toMatchObject({
    step: 2,
    valid: { businessName: "Auto Gashi", taxNumber: null, website: "https://autogashi.com" },
  });
});

test("nobody comes to the payment with a business that has no name", () => {
  const unnamed = { ...values, businessName: " " };
  expect(readSignup(stateOf(2, unnamed))).toEqual({ step: 1, values: unnamed });
});

test("back at the first step, what was typed is there", () => {
  expect(readSignup(stateOf(1, values))).toEqual({ step: 1, values });
});

test("a known business is what the form begins with, and not more than that", () => {
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
  "%j is an empty form",
  (state) => {
    expect(readSignup(state)).toMatchObject({
      step: 1,
      values: { businessName: "", businessType: "dealership" },
    });
  },
);
