import { describe, expect, test } from "vitest";
import { ApiError, NetworkError } from "#web/lib/api-error.ts";
import { isPageAddress, stepAfter } from "./checkout-step.ts";

describe("a checkout that failed", () => {
  test("a checkout that fails for a changed price shows the new price in cents", () => {
    const error = new ApiError({ status: 409, code: "price_changed", details: { amount: 13 } });
    expect(stepAfter(error)).toEqual({ kind: "price-changed", amountInCents: 1_300 });
  });

  test("a checkout that fails with nothing to pay says so", () => {
    expect(stepAfter(new ApiError({ status: 400, code: "nothing_to_pay" }))).toEqual({
      kind: "nothing-to-pay",
    });
  });

  test("a failed checkout shows the server's message or else the specification's", () => {
    const away = new ApiError({ status: 503, code: "provider_away", message: "Provoni pas pak." });
    expect(stepAfter(away)).toEqual({ kind: "failed", message: "Provoni pas pak.", closed: false });
    const silent = { kind: "failed", message: "Gabim në krijimin e pagesës", closed: false };
    expect(stepAfter(new NetworkError(new TypeError("x")))).toEqual(silent);
    expect(stepAfter(new ApiError({ status: 502 }))).toEqual(silent);
    expect(stepAfter(new ApiError({ status: 409, code: "price_changed" }))).toEqual(silent);
  });

  test.each(["payment_closed", "idempotency_mismatch"])(
    "a checkout that fails with %s uses another payment next time",
    (code) => {
      expect(stepAfter(new ApiError({ status: 409, code }))).toMatchObject({ kind: "failed", closed: true });
    },
  );
});

test.each([
  ["https://checkout.stripe.com/c/pay/cs_1", true],
  ["http://localhost:4000/pay/cs_1", true],
  ["", false],
  [undefined, false],
  ["javascript:alert(1)", false],
  ["/payment", false],
  ["https://", false],
])("isPageAddress(%j) returns %s", (address, can) => {
  expect(isPageAddress(address)).toBe(can);
});
