import * as fc from "#testing/properties.ts";
import { expect, test } from "vitest";
import { toE164 } from "./phone.ts";

test.each([
  ["044 123 456", "+38344123456"],
  ["0038344123456", "+38344123456"],
  ["+49 151 23456789", "+4915123456789"],
  // Possible by those countries' rules, and not by E.164's.
  ["+49 1234", null],
  ["+43 1234", null],
  ["+49 301234567890123", null],
  ["12", null],
  ["", null],
])("the phone number %j is %j", (typed, phone) => {
  expect(toE164(typed)).toBe(phone);
});

test("every accepted phone number has the form that the tables allow", () => {
  const digits = fc.stringMatching(/^(\+|00)?[1-9]\d{2,20}$/);
  fc.assert(
    fc.property(digits, (typed) => {
      expect(toE164(typed) ?? "+38344123456").toMatch(/^\+[1-9][0-9]{6,14}$/);
    }),
    { numRuns: 2_000 },
  );
});
