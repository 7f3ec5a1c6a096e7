import { expect, test } from "vitest";
import { errorOf, type TestUser } from "#testing/app.ts";
import { createPaymentSite } from "#testing/payment-site.ts";

/** What everybody reads of it is "WVW••••••••••2234". */
const guess = (number: number) => `WVWZZZ1KZAW${String(number).padStart(2, "0")}2234`;

test("a car that is paid for gives one of five look-alike numbers a day, too; the same number again is no guess", async () => {
  const site = await createPaymentSite({ env: { RATE_LIMITS: "on" } });
  try {
    const order = async (as: TestUser, vin: string) => {
      const carData = await site.carFields(as, { vin });
      return site.call("POST /api/payment/create-checkout", { as, body: { carData, amount: 3 } });
    };
    const seller = await site.registerSeller();
    for (let n = 1; n <= 4; n++) expect((await order(seller, guess(n))).status).toBe(200);
    // The card was declined, or its page was closed.
    for (let n = 0; n < 3; n++) expect((await order(seller, guess(4))).status).toBe(200);
    expect((await order(seller, guess(5))).status).toBe(200);
    const sixth = await order(seller, guess(6));
    expect([sixth.status, errorOf(sixth).code]).toEqual([429, "too_many_requests"]);
    const payments = await site.database.db
      .selectFrom("payments")
      .select("id")
      .where("user_id", "=", seller.id)
      .execute();
    expect(payments).toHaveLength(8);
    expect((await order(seller, "WAUZZZ8K9BA123456")).status).toBe(200);
    // What the form knows is wrong is no guess.
    const other = await site.registerSeller();
    const carData = await site.carFields(other, { vin: guess(0) });
    for (let n = 0; n < 6; n++) {
      const wrong = { carData, amount: 4 };
      const answer = await site.call("POST /api/payment/create-checkout", { as: other, body: wrong });
      expect(answer.status).toBe(409);
    }
    expect((await order(other, guess(0))).status).toBe(200);
  } finally {
    await site.close();
  }
});
