import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carEndpoints } from "#contract/cars.ts";
import { paymentEndpoints } from "#contract/payments.ts";
import { errorOf } from "#testing/app.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite();
});
afterAll(() => site.close());

const sha256 = (content: unknown) => createHash("sha256").update(JSON.stringify(content)).digest("hex");

async function storedHash(key: string, operation: string): Promise<string> {
  const { request_hash: hash } = await site.database.db
    .selectFrom("idempotency_keys")
    .select("request_hash")
    .where("key", "=", key)
    .where("operation", "=", operation)
    .executeTakeFirstOrThrow();
  return hash.toString("hex");
}

test.each([
  ["plain", undefined],
  ["guessed", "WVWZZZ1KRPT987659"],
])("the hash of a %s request (number: %s) can be tried out only where it has no number", async (key, vin) => {
  const headers = { "Idempotency-Key": key };
  const dealer = await site.registerUser({ isDealerByHand: true });
  const car = await site.carFields(dealer, { vin });
  const published = await site.call("POST /api/cars", { as: dealer, body: car, headers });
  expect(published.status).toBe(201);
  const seller = await site.registerSeller();
  const order = {
    carData: await site.carFields(seller, { vin }),
    amount: 3,
    sponsorshipDays: 0,
    socialPromotion: false,
  };
  const ordered = await site.call("POST /api/payment/create-checkout", { as: seller, body: order, headers });
  expect(ordered.status).toBe(200);
  // What somebody tries who reads the database and knows all of the form.
  const tries = {
    "POST /api/cars": sha256(carEndpoints["POST /api/cars"].body.parse(car)),
    "POST /api/payment/create-checkout": sha256(
      paymentEndpoints["POST /api/payment/create-checkout"].body.parse(order),
    ),
  };
  for (const [operation, tried] of Object.entries(tries))
    expect([operation, (await storedHash(key, operation)) === tried]).toEqual([operation, vin === undefined]);
  const again = await site.call("POST /api/cars", { as: dealer, body: car, headers });
  expect([again.status, again.body]).toEqual([201, published.body]);
});

test("the same key with another number is another request, and is refused", async () => {
  const headers = { "Idempotency-Key": "another-number" };
  const dealer = await site.registerUser({ isDealerByHand: true });
  const car = await site.carFields(dealer, { vin: "WVWZZZ1KRPT987657" });
  const send = (vin: string) => site.call("POST /api/cars", { as: dealer, body: { ...car, vin }, headers });
  expect((await send("WVWZZZ1KRPT987657")).status).toBe(201);
  const other = await send("WVWZZZ1KRPT987658");
  expect([other.status, errorOf(other).code]).toEqual([409, "idempotency_mismatch"]);
});
