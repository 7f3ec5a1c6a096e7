import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { errorOf, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { carIdOf, createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

expectFaults("provider.away", /provider_away/);

let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite();
});
afterEach(() => site.provider.proxy.setFault(null));
afterAll(() => site.close());

const faults = ["failed", "silent", "reset", "answer lost", "done, then failed"] as const;
/** An answer within 8 seconds, whatever the provider does. */
const longest = 8000;

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const start = performance.now();
  const value = await work;
  return { value, ms: performance.now() - start };
}

const sessionsOf = async (user: TestUser) => {
  const sessions = await site.provider.stripe.checkout.sessions.list({ limit: 100 });
  return sessions.data.filter(({ customer_email: email }) => email === user.email);
};

describe.each(faults)("a provider whose answer is %j", (fault) => {
  test("a checkout returns an error within the time limit, and repeating the request later opens one session", async () => {
    const seller = await site.registerSeller();
    const request = {
      as: seller,
      body: { carData: await site.carFields(seller), amount: 3 },
      headers: { "idempotency-key": "form" },
    };
    site.provider.proxy.setFault(() => fault);
    const first = timed(site.call("POST /api/payment/create-checkout", request));
    // Other routes do not notice, and wait for nothing.
    const other = site.call("GET /api/me", { as: seller });
    if (fault === "silent")
      await Promise.race([other, first.then(() => Promise.reject(new Error("too late")))]);
    expect((await other).status).toBe(200);
    const { value: answer, ms } = await first;
    expect(ms).toBeLessThan(longest);
    expect([answer.status, errorOf(answer).code]).toEqual([503, "provider_away"]);
    expect(answer.headers.get("retry-after")).not.toBeNull();

    site.provider.proxy.setFault(null);
    const again = await site.call("POST /api/payment/create-checkout", request);
    expect(again.status).toBe(200);
    const { sessionId } = again.body as { sessionId: string };
    await site.provider.pay(sessionId);
    expect((await site.verify(sessionId)).status).toBe(200);
    const sessions = await sessionsOf(seller);
    expect(sessions.filter(({ payment_status: status }) => status === "paid")).toHaveLength(1);
    // A failure that the provider keeps under the key takes another key, whose page is the only one that is shown.
    expect(sessions).toHaveLength(fault === "done, then failed" ? 2 : 1);
  });

  test("verify-session returns 503 within the time limit, and a later visit finds the car", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    site.provider.proxy.setFault(() => fault);
    const { value: answer, ms } = await timed(site.verify(sessionId));
    expect(ms).toBeLessThan(longest);
    expect(answer.status).toBe(503);
    site.provider.proxy.setFault(null);
    const found = await site.verify(sessionId);
    expect(found.status).toBe(200);
    // A settled payment needs no provider any more.
    site.provider.proxy.setFault(() => fault);
    expect(carIdOf(await site.verify(sessionId))).toBe(carIdOf(found));
  });
});

test("a single failed try at the provider is repeated and not noticed", async () => {
  const seller = await site.registerSeller();
  let failures = 1;
  site.provider.proxy.setFault(() => (failures-- > 0 ? "answer lost" : null));
  const { sessionId } = await site.checkOut(seller);
  expect(await sessionsOf(seller)).toMatchObject([{ id: sessionId }]);
});

test("an unreachable provider returns an error at once", async () => {
  const { createTestApp } = await import("#testing/app.ts");
  const bare = await createTestApp();
  try {
    const seller = await bare.registerUser();
    const answer = await bare.call("POST /api/payment/create-dealer-subscription", {
      as: seller,
      body: { businessName: "Auto Gashi", businessAddress: "Prizren" },
    });
    expect([answer.status, errorOf(answer).code]).toEqual([503, "provider_away"]);
  } finally {
    await bare.close();
  }
});
