import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { user as userSchema } from "#contract/accounts.ts";
import { checkout } from "#contract/payments.ts";
import { grantAdmin } from "#server/people/accounts/admins.commands.ts";
import { carOf, errorOf, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { declineAfterAttachCard } from "#testing/provider.ts";

expectFaults("provider.away", /provider_away/);

let site: PaymentSite;
let admin: TestUser;
beforeAll(async () => {
  site = await createPaymentSite();
  admin = await site.registerUser({ isAdmin: true });
});
afterAll(() => site.close());

const signup = {
  businessName: "Auto Gashi",
  businessAddress: "Rr. Nëna Terezë 12, Prizren",
  businessType: "dealership",
};

async function suspend(user: TestUser): Promise<void> {
  const body = { reason: "Shpallje të rreme" };
  const answer = await site.call(`POST /api/admin/users/${user.id}/suspension`, { as: admin, body });
  expect(answer.status).toBe(200);
}
async function lift(user: TestUser): Promise<void> {
  expect((await site.call(`DELETE /api/admin/users/${user.id}/suspension`, { as: admin })).status).toBe(200);
}

async function openSubscription(dealer: TestUser): Promise<string> {
  const answer = await site.call("POST /api/payment/create-dealer-subscription", {
    as: dealer,
    body: signup,
  });
  return checkout.parse(answer.body).sessionId;
}

/** A dealer who has paid a first month, with a car on sale. */
async function subscribe(card?: string) {
  const dealer = await site.registerUser();
  const sessionId = await openSubscription(dealer);
  await site.provider.pay(sessionId, card);
  const body = { sessionId };
  expect((await site.call("POST /api/payment/verify-dealer-subscription", { body })).status).toBe(200);
  const car = carOf(await site.call("POST /api/cars", { as: dealer, body: await site.carFields(dealer) }));
  return { dealer, carId: car._id };
}

const paymentsOf = (user: TestUser) =>
  site.database.db
    .selectFrom("payments")
    .selectAll()
    .where("user_id", "=", user.id)
    .orderBy("created_at")
    .execute();
const subscriptionIdOf = async (dealer: TestUser) =>
  (await paymentsOf(dealer))[0]?.stripe_subscription_id ?? "";
const atProvider = async (dealer: TestUser) =>
  site.provider.stripe.subscriptions.retrieve(await subscriptionIdOf(dealer));
const invoicesOf = async (dealer: TestUser) =>
  (await site.provider.stripe.invoices.list({ subscription: await subscriptionIdOf(dealer) })).data.map(
    ({ status }) => status,
  );
const statusOfCar = async (id: string) => (await site.call(`GET /api/cars/${id}`)).status;
const me = async (as: TestUser) => userSchema.parse((await site.call("GET /api/me", { as })).body);

/** Lets ten minutes go by since the account was suspended and its subscription was looked at. */
async function passMinutes({ id }: TestUser): Promise<void> {
  const before = new Date(Date.now() - 600_000);
  const { db } = site.database;
  await db.updateTable("subscriptions").set({ synced_at: before }).where("user_id", "=", id).execute();
  await db
    .updateTable("users")
    .set({ suspended_at: before })
    .where("id", "=", id)
    .where("suspended_at", "is not", null)
    .execute();
}

async function settleAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await site.provider.waitForDeliveries();
    await site.runUntilIdle();
  }
}

describe("the subscription of a suspended account", () => {
  test("a suspended account's subscription is not charged, month after month, and is charged again from the month after", async () => {
    const { dealer, carId } = await subscribe();
    await suspend(dealer);
    await settleAll();
    expect((await atProvider(dealer)).pause_collection).toMatchObject({ behavior: "void" });
    await site.provider.advanceMonth();
    await site.provider.advanceMonth();
    await settleAll();
    expect(await invoicesOf(dealer)).toEqual(["void", "void", "paid"]);
    // The ledger has no months that nobody was asked for.
    expect((await paymentsOf(dealer)).map(({ status }) => status)).toEqual(["fulfilled"]);
    expect(await statusOfCar(carId)).toBe(404);

    await lift(dealer);
    await settleAll();
    expect((await atProvider(dealer)).pause_collection).toBeNull();
    expect((await me(dealer)).isDealer).toBe(true);
    expect(await statusOfCar(carId)).toBe(200);
    await site.provider.advanceMonth();
    await settleAll();
    expect(await invoicesOf(dealer)).toEqual(["paid", "void", "void", "paid"]);
    expect((await paymentsOf(dealer)).map(({ kind, status }) => [kind, status])).toEqual([
      ["subscription", "fulfilled"],
      ["renewal", "fulfilled"],
    ]);
  });

  test("a suspended account is no longer asked for a month that was late when the suspension began", async () => {
    const { dealer } = await subscribe(declineAfterAttachCard);
    await site.provider.advanceMonth();
    await settleAll();
    expect((await atProvider(dealer)).status).toBe("past_due");
    await suspend(dealer);
    await settleAll();
    expect(await invoicesOf(dealer)).toEqual(["void", "paid"]);
    await site.provider.exhaustRetries();
    await settleAll();
    expect((await atProvider(dealer)).status).toBe("active");
    expect(await invoicesOf(dealer)).toEqual(["void", "paid"]);
    expect((await paymentsOf(dealer)).map(({ status }) => status)).toEqual(["fulfilled", "expired"]);
  });

  test("the sweep pauses a suspended account's subscription once where the job was lost", async () => {
    const { dealer } = await subscribe();
    await settleAll();
    site.provider.proxy.setFault((request) => (request.method === "POST" ? "failed" : null));
    await suspend(dealer);
    expect(await site.drainJobs()).not.toEqual([]);
    await sql`delete from graphile_worker._private_jobs`.execute(site.database.db);
    site.provider.proxy.setFault(null);
    await site.services.billing.sweep();
    // It was looked at a moment ago: nobody knows yet that the job is lost.
    expect((await atProvider(dealer)).pause_collection).toBeNull();
    await passMinutes(dealer);
    await site.services.billing.sweep();
    expect((await atProvider(dealer)).pause_collection).toMatchObject({ behavior: "void" });
    await passMinutes(dealer);
    const calls = site.provider.proxy.calls.length;
    await site.services.billing.sweep();
    expect(site.provider.proxy.calls.slice(calls).filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("a suspended account's subscription is charged again once the operator makes the account an admin", async () => {
    const { dealer } = await subscribe();
    await suspend(dealer);
    await settleAll();
    await grantAdmin(site.database.db, dealer.email);
    await passMinutes(dealer);
    await site.services.billing.sweep();
    expect((await atProvider(dealer)).pause_collection).toBeNull();
  });
});

describe("what a suspended account pays for", () => {
  test("a car whose payment comes through after the suspension is not published, and its money goes back with a mail", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller, { days: 5 });
    await site.provider.pay(sessionId);
    await suspend(seller);
    const answer = await site.verify(sessionId);
    expect(answer.status).toBe(409);
    expect(errorOf(answer).code).toBe("payment_refunded");
    await settleAll();
    expect(await paymentsOf(seller)).toMatchObject([
      { status: "refunded", refund_reason: "account_suspended" },
    ]);
    const cars = await site.database.db
      .selectFrom("cars")
      .select("id")
      .where("owner_id", "=", seller.id)
      .execute();
    expect(cars).toEqual([]);
    const texts = (await site.mails()).filter(({ to }) => to === seller.email).map(({ text }) => text);
    expect(texts.some((text) => text.includes("u pezullua para se të kryhej pagesa"))).toBe(true);
  });

  test("of a payment and a suspension at the same moment no car is public", async () => {
    for (let round = 0; round < 4; round += 1) {
      const seller = await site.registerSeller();
      const { sessionId } = await site.checkOut(seller);
      await site.provider.pay(sessionId);
      await Promise.all([site.verify(sessionId), suspend(seller), site.verify(sessionId)]);
      await settleAll();
      const cars = await site.database.db
        .selectFrom("cars")
        .select("id")
        .where("owner_id", "=", seller.id)
        .execute();
      for (const { id } of cars) expect(await statusOfCar(id)).toBe(404);
      const [payment] = await paymentsOf(seller);
      expect(payment?.status).toBe(cars.length === 0 ? "refunded" : "fulfilled");
    }
  });

  test("a suspended account's open card pages close, and a first month that is paid all the same goes back and ends", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await suspend(seller);
    await settleAll();
    expect((await site.provider.stripe.checkout.sessions.retrieve(sessionId)).status).toBe("expired");

    const dealer = await site.registerUser();
    const month = await openSubscription(dealer);
    await site.provider.pay(month);
    await suspend(dealer);
    await settleAll();
    expect(await paymentsOf(dealer)).toMatchObject([
      { status: "refunded", refund_reason: "account_suspended" },
    ]);
    expect((await atProvider(dealer)).status).toBe("canceled");
    expect((await me(dealer)).isDealer).toBe(false);
  });

  test("extras that are paid for after the suspension go back", async () => {
    const seller = await site.registerUser();
    const car = await site.publishCar(seller);
    const { sessionId } = await site.checkOut(seller, { carId: car._id, days: 5 });
    await site.provider.pay(sessionId);
    await suspend(seller);
    await settleAll();
    expect(await paymentsOf(seller)).toMatchObject([
      { status: "refunded", refund_reason: "account_suspended" },
    ]);
    await lift(seller);
    expect(carOf(await site.call(`GET /api/cars/${car._id}`)).isRecommended).toBe(false);
  });
});
