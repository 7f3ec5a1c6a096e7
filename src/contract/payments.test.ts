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

const said = (body: object) => complaints(createCheckoutBody.safeParse({ amount: 3, ...body }));

describe("a checkout", () => {
  test("a checkout needs either a car to publish or a car on sale", () => {
    expect(complaints(createCheckoutBody.safeParse({ amount: 3 }))).toEqual([text.carDataRequired]);
  });

  test("a checkout for several cars takes each once, up to a hundred, and days alone", () => {
    const ids = Array.from(
      { length: 101 },
      (_, n) => `01a1fc5e-4563-756b-9681-${String(n).padStart(12, "0")}`,
    );
    expect(said({ carIds: ids.slice(0, 100), sponsorshipDays: 1 })).toEqual([]);
    expect(said({ carIds: ids })).toEqual([text.tooManyCars(100)]);
    expect(said({ carIds: [] })).toEqual([text.carsInvalid]);
    expect(said({ carIds: ["x"] })).toEqual([text.carsInvalid]);
    expect(said({ carIds: [ids[0], ids[0]?.toUpperCase()] })).toEqual([text.carsInvalid]);
    expect(said({ carIds: ids.slice(0, 2), socialPromotion: true })).toEqual([text.severalNoSocial]);
    expect(said({ carIds: ids.slice(0, 2), carId: ids[0] })).toEqual([text.carDataTwice]);
  });

  test("a checkout names the wrong fields of its car", () => {
    const result = createCheckoutBody.safeParse({ amount: 3, carData: { brand: "Audi" } });
    expect(result.error?.issues[0]?.path).toEqual(["carData", "model"]);
  });

  test.each([-1, 31, 1.5])("a checkout refuses %s days of sponsorship", (sponsorshipDays) => {
    expect(createCheckoutBody.safeParse({ amount: 3, carId: "x", sponsorshipDays }).success).toBe(false);
  });
});
