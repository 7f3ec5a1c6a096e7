import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { user as userSchema } from "#contract/accounts.ts";
import { checkout } from "#contract/payments.ts";
import { carOf, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { deleteUsers } from "#server/people/accounts/accounts.queries.ts";
import { endSubscriptionTask } from "./cancel-at-stripe.ts";

expectFaults("provider.away", /provider_away/);

let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite();
});
afterAll(() => site.close());

const signup = {
  businessName: "Auto Gashi",
  businessAddress: "Rr. Nëna Terezë 12, Prizren",
  taxNumber: "811234567",
  website: "autogashi.com",
  businessType: "dealership",
};

/** A dealer who has paid a first month, with a car on sale. */
async function subscribe() {
  const dealer = await site.registerUser();
  const answer = await site.call("POST /api/payment/create-dealer-subscription", {
    as: dealer,
    body: signup,
  });
  const { sessionId } = checkout.parse(answer.body);
  await site.provider.pay(sessionId);
  const body = { sessionId };
  expect((await site.call("POST /api/payment/verify-dealer-subscription", { body })).status).toBe(200);
  const car = carOf(await site.call("POST /api/cars", { as: dealer, body: await site.carFields(dealer) }));
  return { dealer, sessionId, carId: car._id };
}

/** The months of a dealer in the ledger, the first one first. */
const monthsOf = (dealer: TestUser) =>
  site.database.db
    .selectFrom("payments")
    .selectAll()
    .where("user_id", "=", dealer.id)
    .orderBy("created_at")
    .execute();

async function chargeOf(dealer: TestUser, month: number): Promise<string> {
  const intent = (await monthsOf(dealer))[month]?.stripe_payment_intent;
  if (typeof intent !== "string") throw new Error("the ledger does not name the month's charge");
  return intent;
}

const isDealer = async (as: TestUser) =>
  userSchema.parse((await site.call("GET /api/me", { as })).body).isDealer;
const statusOfCar = async (id: string) => (await site.call(`GET /api/cars/${id}`)).status;
const subjectsTo = async (user: TestUser) =>
  (await site.mails()).filter(({ to }) => to === user.email).map(({ subject }) => subject);

async function subscriptionAtProvider(dealer: TestUser) {
  const [month] = await monthsOf(dealer);
  return site.provider.stripe.subscriptions.retrieve(month?.stripe_subscription_id ?? "");
}

async function settleAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await site.provider.waitForDeliveries();
    await site.runUntilIdle();
  }
}

describe("a dealer's month that an admin sends back at the provider", () => {
  test("a partial refund changes the ledger only", async () => {
    const { dealer, carId } = await subscribe();
    await site.provider.stripe.refunds.create({ payment_intent: await chargeOf(dealer, 0), amount: 2000 });
    await settleAll();
    expect(await monthsOf(dealer)).toMatchObject([{ status: "fulfilled", refunded_cents: 2000 }]);
    expect(await isDealer(dealer)).toBe(true);
    expect(await statusOfCar(carId)).toBe(200);
    expect((await subscriptionAtProvider(dealer)).status).toBe("active");
  });

  test("a full refund of the present month ends the subscription here and at the provider and sends a mail", async () => {
    const { dealer, carId, sessionId } = await subscribe();
    await site.provider.stripe.refunds.create({ payment_intent: await chargeOf(dealer, 0) });
    await settleAll();
    expect(await monthsOf(dealer)).toMatchObject([{ status: "refunded", refunded_cents: 5000 }]);
    expect(await isDealer(dealer)).toBe(false);
    expect(await statusOfCar(carId)).toBe(404);
    expect((await subscriptionAtProvider(dealer)).status).toBe("canceled");
    const mails = (await site.mails()).filter(({ to }) => to === dealer.email);
    expect(mails.find(({ subject }) => subject.endsWith("u kthye"))?.text).toContain(
      "Abonimi juaj si autosallon përfundoi",
    );
    const body = { sessionId };
    expect((await site.call("POST /api/payment/verify-dealer-subscription", { body })).status).toBe(409);
    // A new one can be bought, and makes a dealer again.
    const again = await site.call("POST /api/payment/create-dealer-subscription", {
      as: dealer,
      body: signup,
    });
    const { sessionId: next } = checkout.parse(again.body);
    await site.provider.pay(next);
    await site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId: next } });
    expect(await isDealer(dealer)).toBe(true);
    expect(await statusOfCar(carId)).toBe(200);
  });

  test("a full refund ends the benefits at once even while the provider cannot be reached", async () => {
    const { dealer, carId } = await subscribe();
    await site.provider.stripe.refunds.create({ payment_intent: await chargeOf(dealer, 0) });
    site.provider.proxy.setFault((request) => (request.method === "DELETE" ? "failed" : null));
    await site.services.billing.catchUp();
    await site.drainJobs();
    expect(await isDealer(dealer)).toBe(false);
    expect(await statusOfCar(carId)).toBe(404);
    site.provider.proxy.setFault(null);
    await settleAll();
    expect((await subscriptionAtProvider(dealer)).status).toBe("canceled");
  });

  test("a full refund of a past month changes the ledger only, also for a renewal", async () => {
    const { dealer, carId } = await subscribe();
    await site.provider.advanceMonth();
    await settleAll();
    expect(await monthsOf(dealer)).toMatchObject([
      { kind: "subscription", stripe_payment_intent: expect.stringMatching(/^pi_/) },
      { kind: "renewal", status: "fulfilled", stripe_payment_intent: expect.stringMatching(/^pi_/) },
    ]);
    await site.provider.stripe.refunds.create({ payment_intent: await chargeOf(dealer, 0) });
    await settleAll();
    expect(await monthsOf(dealer)).toMatchObject([{ status: "refunded" }, { status: "fulfilled" }]);
    expect(await isDealer(dealer)).toBe(true);
    expect(await statusOfCar(carId)).toBe(200);
    expect((await subscriptionAtProvider(dealer)).status).toBe("active");
    // The present month, then, ends it.
    await site.provider.stripe.refunds.create({ payment_intent: await chargeOf(dealer, 1) });
    await settleAll();
    expect(await isDealer(dealer)).toBe(false);
    expect((await subscriptionAtProvider(dealer)).status).toBe("canceled");
  });

  test("a full refund of a cancelled subscription's month has the months paid by bank that follow begin at once", async () => {
    const { dealer, carId } = await subscribe();
    const admin = await site.registerUser({ isAdmin: true });
    const cancelled = await site.call("POST /api/dealer/cancel-subscription", { as: dealer });
    expect(cancelled.status).toBe(200);
    for (const document of ["Arka 1", "Arka 2"]) {
      const body = { userId: dealer.id, what: "dealer", amount: 50, currency: "EUR", document };
      expect((await site.call("POST /api/admin/payments", { as: admin, body })).status).toBe(201);
    }
    /** Whole days from now to the begin and end of all these months, and to the end of the dealer's benefits. */
    const days = async () => {
      const { rows } = await sql<{ begins: number; ends: number; until: number }>`
        select round(extract(epoch from min(m.starts_at) - now()) / 86400)::int as begins,
          round(extract(epoch from max(m.ends_at) - now()) / 86400)::int as ends,
          round(extract(epoch from u.dealer_until - now()) / 86400)::int as until
        from users u join dealer_months m on m.user_id = u.id where u.id = ${dealer.id} group by u.id`.execute(
        site.database.db,
      );
      return rows[0] ?? expect.fail("no months");
    };
    const before = await days();
    // A month has 28 to 31 days.
    expect(before.begins).toBeGreaterThanOrEqual(28);
    await site.provider.stripe.refunds.create({ payment_intent: await chargeOf(dealer, 0) });
    await settleAll();
    const ends = before.ends - before.begins;
    expect(await days()).toEqual({ begins: 0, ends, until: ends });
    expect(await isDealer(dealer)).toBe(true);
    expect(await statusOfCar(carId)).toBe(200);
    expect((await subscriptionAtProvider(dealer)).status).toBe("canceled");
  });

  test("a refund is noticed for a month whose charge id was not stored", async () => {
    const { dealer } = await subscribe();
    const intent = await chargeOf(dealer, 0);
    await site.database.db
      .updateTable("payments")
      .set({ stripe_payment_intent: null, checked_at: new Date(Date.now() - 2 * 86_400_000) })
      .where("user_id", "=", dealer.id)
      .execute();
    await site.provider.stripe.refunds.create({ payment_intent: intent });
    await settleAll();
    await site.database.db
      .updateTable("provider_poll")
      .set({ refunds_asked_at: new Date(0) })
      .execute();
    await settleAll();
    expect(await monthsOf(dealer)).toMatchObject([{ status: "refunded", stripe_payment_intent: intent }]);
    expect(await isDealer(dealer)).toBe(false);
  });
});

describe("a dealer's month in dispute", () => {
  test("a dispute suspends the dealer's benefits, and winning it returns them", async () => {
    const { dealer, carId } = await subscribe();
    const dispute = site.provider.dispute(await chargeOf(dealer, 0));
    await settleAll();
    expect(await isDealer(dealer)).toBe(false);
    expect(await statusOfCar(carId)).toBe(404);
    expect((await subscriptionAtProvider(dealer)).status).toBe("active");
    site.provider.decideDispute(dispute, "won");
    await settleAll();
    expect(await isDealer(dealer)).toBe(true);
    expect(await statusOfCar(carId)).toBe(200);
    expect((await subjectsTo(dealer)).filter((subject) => subject.includes("undërsht"))).toHaveLength(2);
  });

  test("a lost dispute ends the subscription", async () => {
    const { dealer, carId } = await subscribe();
    const dispute = site.provider.dispute(await chargeOf(dealer, 0));
    await settleAll();
    site.provider.decideDispute(dispute, "lost");
    await settleAll();
    expect(await monthsOf(dealer)).toMatchObject([{ status: "refunded", refunded_cents: 5000 }]);
    expect(await isDealer(dealer)).toBe(false);
    expect(await statusOfCar(carId)).toBe(404);
    expect((await subscriptionAtProvider(dealer)).status).toBe("canceled");
  });

  test("a dispute no longer suspends once the next month is paid, and losing it then changes the ledger only", async () => {
    const { dealer, carId } = await subscribe();
    const dispute = site.provider.dispute(await chargeOf(dealer, 0));
    await settleAll();
    expect(await isDealer(dealer)).toBe(false);
    await site.provider.advanceMonth();
    await settleAll();
    expect(await isDealer(dealer)).toBe(true);
    site.provider.decideDispute(dispute, "lost");
    await settleAll();
    expect(await monthsOf(dealer)).toMatchObject([{ status: "refunded" }, { status: "fulfilled" }]);
    expect(await isDealer(dealer)).toBe(true);
    expect(await statusOfCar(carId)).toBe(200);
    expect((await subscriptionAtProvider(dealer)).status).toBe("active");
  });
});

test("a month charged after the account was deleted is refunded once, and no earlier one", async () => {
  const { dealer } = await subscribe();
  await site.provider.advanceMonth();
  await settleAll();
  const subscription = (await monthsOf(dealer))[0]?.stripe_subscription_id ?? "";
  const { stripe } = site.provider;
  const months = async () => {
    const { data } = await stripe.invoices.list({ subscription, expand: ["data.payments"] });
    return Promise.all(
      data.map(async ({ billing_reason: reason, payments, status_transitions: { paid_at: paidAt } }) => {
        const intent = z.string().parse(payments?.data[0]?.payment.payment_intent);
        const { data: refunds } = await stripe.refunds.list({ payment_intent: intent });
        return { reason, paidAt, refunded: refunds.map(({ amount }) => amount) };
      }),
    );
  };
  const [renewed] = await months();
  // By the provider's clock, which is ahead here: a second after the last month was paid.
  const unusedSince = new Date(((renewed?.paidAt ?? 0) + 1) * 1000).toISOString();
  await site.database.db.transaction().execute((trx) => deleteUsers(trx, [dealer.id]));
  // The provider renews before it is told.
  await site.provider.advanceMonth();
  // Twice: its answer may be lost.
  for (const attempt of [1, 2]) {
    await site.services.ctx.addJob(endSubscriptionTask, { subscriptionId: subscription, unusedSince });
    await settleAll();
    expect(await months(), `attempt ${attempt}`).toMatchObject([
      { reason: "subscription_cycle", refunded: [5000] },
      { reason: "subscription_cycle", refunded: [] },
      { reason: "subscription_create", refunded: [] },
    ]);
  }
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("canceled");
});
