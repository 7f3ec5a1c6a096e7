import { describe, expect, test } from "vitest";
import { paymentMessages as text } from "#domain/messages/payments.ts";
import { dealerSignupBody } from "./dealers.ts";
import { createCheckoutBody } from "./payments.ts";

function complaints(result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues.map((issue) => issue.message) ?? [];
}

describe("the dealer signup", () => {
  const signup = { businessName: "Auto Gashi", businessAddress: "Rr. Nëna Terezë 12, Prizren" };

  test("needs a name and an address, in the specification's words", () => {
    expect(complaints(dealerSignupBody.safeParse({ businessName: "  ", businessAddress: "" }))).toEqual([
      text.businessNameRequired,
      text.businessAddressRequired,
    ]);
  });

  test("takes what is optional as the form sends it: empty is none", () => {
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
  ])("takes the website %s as people type it", (typed, kept) => {
    expect(dealerSignupBody.parse({ ...signup, website: typed }).website).toBe(kept);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "https://a@autogashi.com", "autogashi", "https://"])(
    "refuses the website %s",
    (website) => {
      expect(complaints(dealerSignupBody.safeParse({ ...signup, website }))).toEqual([text.websiteInvalid]);
    },
  );
});

describe("a checkout", () => {
  test("is for a car to publish or a car on sale, not for none or both", () => {
    expect(complaints(createCheckoutBody.safeParse({ amount: 3 }))).toEqual([text.carDataRequired]);
  });

  test("names the car's own fields", () => {
    const result = createCheckoutBody.safeParse({ amount: 3, carData: { brand: "Audi" } });
    expect(result.error?.issues[0]?.path).toEqual(["carData", "model"]);
  });

  test.each([-1, 31, 1.5])("refuses %s days of sponsorship", (sponsorshipDays) => {
    expect(createCheckoutBody.safeParse({ amount: 3, carId: "x", sponsorshipDays }).success).toBe(false);
  });
});
