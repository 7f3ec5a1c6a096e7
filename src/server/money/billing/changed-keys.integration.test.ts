import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { user as userSchema } from "#contract/accounts.ts";
import { subscription as subscriptionSchema } from "#contract/dealers.ts";
import { checkout, payment as paymentSchema } from "#contract/payments.ts";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createServices, type Services } from "#server/services.ts";
import { errorOf, type TestUser } from "#testing/app.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { declineAfterAttachCard, startTestProvider, type TestProvider } from "#testing/provider.ts";

expectFaults(/crashed after/, "payments.session_unknown", /provider_away/);

/**
 * The keys are changed under a database with rows in every state, as from the sandbox to Stripe's test mode, or to
 * another account: what belongs to the account before is unknown to the new one.
 */
let site: PaymentSite;
let next: TestProvider;
let services: Services;
beforeAll(async () => {
  site = await createPaymentSite();
  services = site.services;
  next = await startTestProvider();
});
afterAll(async () => {
  if (services !== site.services) await services.stop();
  await site.close();
  await next.close();
});

const signup = { businessName: "Auto Gashi", businessAddress: "Prizren" };

const sign = (as: TestUser) => call("POST /api/payment/create-dealer-subscription", { as, body: signup });

const me = async (as: TestUser) => userSchema.parse((await call("GET /api/me", { as })).body);

/** Calls the site with the keys of before, until they are changed. */
let call: PaymentSite["call"] = (...request) => site.call(...request);

async function subscribe(dealer: TestUser, card?: string, provider = site.provider): Promise<string> {
  const { sessionId } = checkout.parse((await sign(dealer)).body);
  await provider.pay(sessionId, card);
  const body = { sessionId };
  expect((await call("POST /api/payment/verify-dealer-subscription", { body })).status).toBe(200);
  const row = await site.database.db
    .selectFrom("payments")
    .select("stripe_subscription_id as id")
    .where("stripe_session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return row.id ?? "";
}

const rowOf = (sessionId: string) =>
  site.database.db
    .selectFrom("payments")
    .select(["status", "refund_reason", "provider_account", "car_id"])
    .where("stripe_session_id", "=", sessionId)
    .executeTakeFirstOrThrow();

/** One round of all that is done by the clock and by jobs; answers what failed. */
async function round(): Promise<unknown[]> {
  await services.billing.catchUp();
  await services.billing.sweep();
  return drainJobs(site.database, services.billing.tasks);
}

/** Calls of the provider since the last call of this. */
const calls = () => next.proxy.calls.splice(0).map(({ method, path }) => `${method} ${path}`);

test(
  "after a change of the provider's keys open, paid, subscribed and past-due rows are all settled",
  { timeout: 120_000 },
  async () => {
    const { db } = site.database;
    const before = (await site.services.ctx.provider.account()) ?? "";
    expect(before).toMatch(/^acct_sandbox\w+:test$/);

    const lapsed = await site.registerUser();
    await site.provider.stripe.subscriptions.cancel(await subscribe(lapsed));
    const late = await site.registerUser();
    const lateId = await subscribe(late, declineAfterAttachCard);
    await site.provider.advanceMonth();
    await site.runUntilIdle();
    // The clock of the provider is everybody's: pages are opened after the month.
    const [open, paid, refunded] = await Promise.all(
      [1, 2, 3].map(async () => site.checkOut(await site.registerSeller())),
    );
    if (open === undefined || paid === undefined || refunded === undefined) throw new Error("no checkout");
    const dealer = await site.registerUser();
    await subscribe(dealer);
    const waiting = await site.registerUser();
    const waitingPage = checkout.parse((await sign(waiting)).body);
    for (const { sessionId } of [paid, refunded]) {
      await site.provider.pay(sessionId);
      site.crashAfter(1);
      expect((await site.verify(sessionId)).status).toBe(500);
      site.crashAfter(null);
      expect((await rowOf(sessionId)).status).toBe("paid");
    }
    await sql`
      update payments set refund_reason = 'account_gone', paid_at = now() - interval '1 hour'
      where stripe_session_id = ${refunded.sessionId}`.execute(db);
    expect(await me(late)).toMatchObject({ isDealer: true });
    expect((await rowOf(open.sessionId)).provider_account).toBe(before);

    // The change.
    services = createServices({
      config: loadConfig({
        DATA_DIR: site.dataDir,
        DATABASE_URL: site.database.url,
        RATE_LIMITS: "off",
        NODE_ENV: "test",
      }),
      ...site.database,
      databaseUrl: site.database.url,
      log: watchedLog,
      provider: next.access,
    });
    const app = createApp(services);
    call = async (request, { as, body } = {}) => {
      const [method = "", path = ""] = request.split(" ");
      const response = await app.fetch(
        new Request(`http://localhost:3000${path}`, {
          method,
          headers: {
            "content-type": "application/json",
            ...(as === undefined || as === null ? {} : { authorization: `Bearer ${as.token}` }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
        { remoteAddress: "127.0.0.1" },
      );
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    const account = (await services.ctx.provider.account()) ?? "";
    expect(account).not.toBe(before);
    const verify = ({ sessionId }: { sessionId: string }) =>
      call("POST /api/payment/verify-session", { body: { sessionId } });

    // An open page can no longer be paid; what was paid before is fulfilled.
    const asked = await verify(open);
    expect([asked.status, errorOf(asked).code]).toEqual([402, "not_paid"]);
    expect((await rowOf(open.sessionId)).status).toBe("expired");
    expect((await verify(paid)).status).toBe(200);
    expect((await rowOf(paid.sessionId)).car_id).not.toBeNull();

    // Money that has to go back where we cannot reach it waits for people, and is not tried for ever.
    expect((await verify(refunded)).status).toBe(409);
    expect(await round()).toEqual([]);
    calls();
    await sql`update payments set paid_at = paid_at - interval '1 hour' where status = 'paid'`.execute(db);
    expect(await round()).toEqual([]);
    expect(calls().filter((path) => path.includes("refunds"))).toEqual([]);
    expect(await rowOf(refunded.sessionId)).toMatchObject({
      status: "paid",
      refund_reason: "account_gone",
      provider_account: before,
    });

    // A dealer whose month is paid is one until it ends, and can do what the dashboard offers.
    expect((await call("GET /api/dealer/billing-history", { as: dealer })).body).toEqual([]);
    const portal = await call("POST /api/dealer/customer-portal", { as: dealer });
    expect([portal.status, errorOf(portal).code]).toEqual([409, "no_subscription"]);
    expect((await call("POST /api/dealer/cancel-subscription", { as: dealer })).status).toBe(200);
    const shown = await call("GET /api/dealer/subscription-status", { as: dealer });
    expect(subscriptionSchema.parse(shown.body)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
    expect(await me(dealer)).toMatchObject({ isDealer: true, stripeCustomerId: null });

    // A late one is not: that month will never be charged.
    await sql`update subscriptions set synced_at = now() - interval '2 hours'`.execute(db);
    expect(await round()).toEqual([]);
    expect(await me(late)).toMatchObject({ isDealer: false });
    const history = await call("GET /api/payment/history", { as: late });
    expect(paymentSchema.array().parse(history.body)).toMatchObject([
      { kind: "renewal", status: "expired" },
      { kind: "subscription", status: "fulfilled" },
    ]);
    await sql`update subscriptions set synced_at = now() - interval '2 hours'`.execute(db);
    calls();
    expect(await round()).toEqual([]);
    expect(calls().filter((path) => path.includes(lateId))).toEqual([]);

    // A person who was about to pay, or was a dealer once, pays at the new account as a new customer.
    const again = checkout.parse((await sign(waiting)).body);
    expect(again.sessionId).not.toBe(waitingPage.sessionId);
    for (const person of [waiting, lapsed, late]) await subscribe(person, undefined, next);
    const { rows: customers } = await sql<{ account: string; mine: boolean }>`
      select distinct u.stripe_customer_account as account, s.provider_account = p.provider_account as mine
      from users u join payments p on p.user_id = u.id and p.provider_account = ${account} and p.kind = 'subscription'
      join subscriptions s on s.stripe_subscription_id = p.stripe_subscription_id`.execute(db);
    expect(customers).toEqual([{ account, mine: true }]);

    // The account before was months ahead: lost webhooks of this one are found all the same.
    const seller = await site.registerSeller();
    const opened = await call("POST /api/payment/create-checkout", {
      as: seller,
      body: { carData: await site.carFields(seller), amount: 3, sponsorshipDays: 0, socialPromotion: false },
    });
    const { sessionId } = checkout.parse(opened.body);
    await next.pay(sessionId);
    expect(await round()).toEqual([]);
    expect((await rowOf(sessionId)).status).toBe("fulfilled");

    // The month that was paid before is over: so is the dealer.
    await sql`
      update subscriptions set current_period_end = now() - interval '1 second', synced_at = now() - interval '1 hour'
      where user_id = ${dealer.id}`.execute(db);
    expect(await round()).toEqual([]);
    expect(await me(dealer)).toMatchObject({ isDealer: false });
  },
);

test("a customer deleted at the provider is created anew with the next subscription", async () => {
  const dealer = await site.registerUser();
  await subscribe(dealer, undefined, next);
  const { stripeCustomerId: deleted } = await me(dealer);
  await next.stripe.customers.del(deleted ?? "");
  expect(await round()).toEqual([]);
  expect(await me(dealer)).toMatchObject({ isDealer: false });
  await subscribe(dealer, undefined, next);
  const { isDealer, stripeCustomerId } = await me(dealer);
  expect(isDealer).toBe(true);
  expect(stripeCustomerId).not.toBe(deleted);
});
