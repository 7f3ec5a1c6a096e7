import { describe, expect, test } from "vitest";
import { paymentMessages as text } from "#domain/messages/payments.ts";
import { dealerSignupBody } from "./dealers.ts";
import { createCheckoutBody } from "./payments.ts";

function complaints(result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues.map((issue) => issue.message) ?? [];
}

describe("the dealer signup", () => {
  const signup = { businessName: "Auto Gashi", businessAddress: "Rr. Nëna Terezë 12, Prizren" };

  test("the dealer signup requires a business name and an address", () => {
    expect(complaints(dealerSignupBody.safeParse({ businessName: "  ", businessAddress: "" }))).toEqual([
      text.businessNameRequired,
      text.businessAddressRequired,
    ]);
  });

  test("the dealer signup treats an empty optional field as missing", () => {
    expect(dealerSignupBody.parse({ ...signup, taxNumber: "", website: " " })).toEqual({
      ...signup,
      taxNumber: null,
      website: null,
      businessType: "dealership",
    });
  });

  test.each([
    ["autogashi.com", "https://autogashi.com"],
    ["http://autogashi.com/veturat", "http://autogashi.com/veturat"],
  ])("the dealer signup accepts the website %s and stores %s", (typed, stored) => {
    expect(dealerSignupBody.parse({ ...signup, website: typed }).website).toBe(stored);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "https://a@autogashi.com", "autogashi", "https://"])(
    "refuses the website %s",
    (website) => {
      expect(complaints(dealerSignupBody.safeParse({ ...signup, website }))).toEqual([text.websiteInvalid]);
    },
  );
});

describe("a checkout", () => {
  test("a checkout needs either a car to publish or a car on sale", () => {
    expect(complaints(createCheckoutBody.safeParse({ amount: 3 }))).toEqual([text.carDataRequired]);
  });

  test("a checkout names the wrong fields of its car", () => {
    const result = createCheckoutBody.safeParse({ amount: 3, carData: { brand: "Audi" } });
    expect(result.error?.issues[0]?.path).toEqual(["carData", "model"]);
  });

  test.each([-1, 31, 1.5])("a checkout refuses %s days of sponsorship", (sponsorshipDays) => {
    expect(createCheckoutBody.safeParse({ amount: 3, carId: "x", sponsorshipDays }).success).toBe(false);
  });
});
