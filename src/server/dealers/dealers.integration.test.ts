import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { user as userSchema } from "#contract/accounts.ts";
import { dealerStats, invoice, publicDealer, subscription } from "#contract/dealers.ts";
import { checkout } from "#contract/payments.ts";
import { adminVerification } from "#contract/verifications.ts";
import { formatDate } from "#domain/format/format.ts";
import { removeAccounts } from "#server/people/account-removal/remove-accounts.ts";
import { upsertDealer } from "#server/money/billing/customers.queries.ts";
import { applySubscription } from "#server/money/billing/subscription-sync.commands.ts";
import { findSubscription } from "#server/money/billing/subscriptions.queries.ts";
import { lockAccount } from "#server/market/cars/sellers.queries.ts";
import { browser, carOf, carsOf, errorOf, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { declineAfterAttachCard } from "#testing/provider.ts";

expectFaults(/crashed after/, "provider.away", /provider_away/);

let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite();
});
afterEach(() => {
  site.crashAfter(null);
  site.provider.proxy.setFault(null);
});
afterAll(() => site.close());

const signup = {
  businessName: "Auto Gashi",
  businessAddress: "Rr. Nëna Terezë 12, Prizren",
  taxNumber: "811234567",
  website: "autogashi.com",
  businessType: "dealership",
};

const waitingCases = z.object({ verifications: adminVerification.array() });

const sign = (as: TestUser, body: object = signup) =>
  site.call("POST /api/payment/create-dealer-subscription", { as, body });

const verify = (sessionId: string) =>
  site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } });

const me = async (as: TestUser) => userSchema.parse((await site.call("GET /api/me", { as })).body);

const subscriptionOf = async (as: TestUser) =>
  subscription.parse((await site.call("GET /api/dealer/subscription-status", { as })).body);

const mailsTo = async (user: TestUser) =>
  (await site.mails()).filter(({ to }) => to === user.email).map(({ subject }) => subject);

/** A dealer who has paid a first month; its subscription's id at the provider. */
async function subscribe(
  user?: TestUser,
  card?: string,
): Promise<{ dealer: TestUser; subscriptionId: string; sessionId: string }> {
  const dealer = user ?? (await site.registerUser());
  const { sessionId } = checkout.parse((await sign(dealer)).body);
  await site.provider.pay(sessionId, card);
  const answer = await verify(sessionId);
  if (answer.status !== 200) throw new Error(`not subscribed: ${JSON.stringify(answer.body)}`);
  return { dealer, sessionId, subscriptionId: (await subscriptionOf(dealer)).id };
}

const publish = async (as: TestUser) =>
  carOf(await site.call("POST /api/cars", { as, body: await site.carFields(as) }));

const openInvoices = (subscription: string) =>
  site.provider.stripe.invoices.list({ subscription, status: "open" });

/** Resolves once so many statements of the site wait for a lock. */
async function waiting(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`.execute(
        site.database.db,
      );
      expect(rows[0]?.n).toBe(count);
    },
    { timeout: 10_000, interval: 20 },
  );
}

const statusOfCar = async (id: string) => (await site.call(`GET /api/cars/${id}`)).status;

/** Links that prove an address, queued for this account. */
async function linksQueued({ id }: TestUser): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send_verification' and j.payload ->> 'userId' = ${id}`.execute(site.database.db);
  return rows[0]?.n;
}

describe("a dealer's subscription", () => {
  test("becoming a dealer sends the verification mail again to an unverified address and does not wait for it", async () => {
    const [unproven, proven] = [await site.registerUser({ emailVerified: false }), await site.registerUser()];
    for (const dealer of [unproven, proven]) expect((await sign(dealer)).status).toBe(200);
    expect([await linksQueued(unproven), await linksQueued(proven)]).toEqual([1, 0]);
    expect((await subscribe(unproven)).subscriptionId).toMatch(/^sub_/);
    expect(await me(unproven)).toMatchObject({ isDealer: true, emailVerified: false });
  });

  test("a subscription costs 50 dollars a month on the provider's page and unlocks nothing before it is paid", async () => {
    const dealer = await site.registerUser();
    const { sessionId } = checkout.parse((await sign(dealer)).body);
    const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({ mode: "subscription", amount_total: 5000, customer_email: dealer.email });
    expect(session.success_url).toContain("/autosallon/success?session_id={CHECKOUT_SESSION_ID}");
    const early = await verify(sessionId);
    expect([early.status, early.body]).toMatchObject([402, { success: false, code: "not_paid" }]);
    expect(await me(dealer)).toMatchObject({
      isDealer: false,
      stripeCustomerId: null,
      dealerSubscription: null,
    });
    await site.provider.pay(sessionId);
    expect((await verify(sessionId)).body).toEqual({ success: true });
    const after = await me(dealer);
    expect(after).toMatchObject({ isDealer: true, dealerSubscription: { active: true } });
    expect(after.stripeCustomerId).not.toBeNull();
    const present = await subscriptionOf(dealer);
    expect(present).toMatchObject({
      status: "active",
      cancelAtPeriodEnd: false,
      amount: 5000,
      currency: "usd",
    });
    expect(after.dealerSubscription?.expiresAt).toBe(present.currentPeriodEnd);
    await site.runUntilIdle();
    expect(await mailsTo(dealer)).toEqual(["Mirë se vini si autosallon në Vetura"]);
    // What the provider prints names the business, too.
    const customer = await site.provider.stripe.customers.retrieve(after.stripeCustomerId ?? "");
    expect(customer).toMatchObject({
      name: signup.businessName,
      address: { line1: signup.businessAddress },
      metadata: { taxNumber: signup.taxNumber },
    });
  });

  test("a tax number that an admin confirms later is the provider's and the next invoices', and a form without it leaves it", async () => {
    const admin = await site.registerUser({ isAdmin: true });
    const unnumbered = { ...signup, taxNumber: "" };
    const dealer = await site.registerUser();
    const { sessionId } = checkout.parse((await sign(dealer, unnumbered)).body);
    await site.provider.pay(sessionId);
    expect((await verify(sessionId)).status).toBe(200);
    await site.runUntilIdle();
    const customerNumber = async () =>
      site.provider.stripe.customers.retrieve((await me(dealer)).stripeCustomerId ?? "");
    expect(await customerNumber()).not.toHaveProperty("metadata.taxNumber");

    const { taxNumber } = signup;
    await site.call("POST /api/dealer/verification", { as: dealer, body: { taxNumber } });
    const waiting = await site.call("GET /api/admin/verifications?state=waiting&limit=100", { as: admin });
    const { verifications } = waitingCases.parse(waiting.body);
    const id = verifications.find(({ user }) => user._id === dealer.id)?.id;
    expect((await site.call(`POST /api/admin/verifications/${id}/confirm`, { as: admin })).status).toBe(200);
    await site.drainJobs();
    expect(await customerNumber()).toMatchObject({ metadata: { taxNumber } });
    const own = await site.call("GET /api/dealer/verification", { as: dealer });
    expect(own.body).toMatchObject({ isVerified: true });

    const car = await publish(dealer);
    const extras = await site.checkOut(dealer, { days: 2, carId: car._id });
    await site.provider.pay(extras.sessionId);
    await site.verify(extras.sessionId);
    await site.services.invoices.schedule["sweep_invoices"]?.run(new AbortController().signal);
    const { buyer } = await site.database.db
      .selectFrom("invoices as i")
      .innerJoin("payments as p", "p.id", "i.payment_id")
      .select("i.buyer")
      .where("p.stripe_session_id", "=", extras.sessionId)
      .executeTakeFirstOrThrow();
    expect(buyer).toMatchObject({ business: signup.businessName, taxNumber });

    // Subscribed anew with the field left empty: the same business.
    await site.database.db.transaction().execute((trx) =>
      upsertDealer(trx, dealer.id, {
        ...signup,
        businessType: "dealership",
        website: null,
        taxNumber: null,
      }),
    );
    const again = await site.call("GET /api/dealer/verification", { as: dealer });
    expect(again.body).toMatchObject({ isVerified: true });
  });

  test("paying a listing fee creates no customer at the provider", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    await site.verify(sessionId);
    expect((await me(seller)).stripeCustomerId).toBeNull();
  });

  test("the dealer's form is validated as the specification says", async () => {
    const answer = await sign(await site.registerUser(), { businessName: " ", website: "nowhere" });
    expect(errorOf(answer)).toMatchObject({
      message: "Emri i biznesit është i detyrueshëm",
      fields: { businessAddress: "Adresa e biznesit është e detyrueshme", website: expect.any(String) },
    });
  });

  test("subscribing again returns the open page with the latest form, and 409 once it is paid", async () => {
    const dealer = await site.registerUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => sign(dealer)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const { sessionId } = checkout.parse(
      (await sign(dealer, { ...signup, businessName: "Auto Berisha" })).body,
    );
    await site.provider.pay(sessionId);
    const second = await sign(dealer);
    expect([second.status, errorOf(second).code]).toEqual([409, "already_subscribed"]);
    expect((await site.call(`GET /api/dealers/${dealer.id}`)).body).toMatchObject({
      businessName: "Auto Berisha",
    });
  });

  test("a second paid subscription is refunded and ended", async () => {
    const dealer = await site.registerUser();
    const { sessionId } = checkout.parse((await sign(dealer)).body);
    // As if another process had carried out a signup meanwhile.
    await sql`
      insert into subscriptions (id, user_id, stripe_subscription_id, status, amount_cents, currency, dealer_until)
      values (gen_random_uuid(), ${dealer.id}, ${`sub_other_${dealer.id}`}, 'active', 5000, 'usd', now() + interval '20 days')`.execute(
      site.database.db,
    );
    await site.provider.pay(sessionId);
    const answer = await verify(sessionId);
    expect([answer.status, errorOf(answer).code]).toEqual([409, "payment_refunded"]);
    await site.runUntilIdle();
    const payment = await site.database.db
      .selectFrom("payments")
      .select(["status", "refund_reason", "stripe_subscription_id as subscription"])
      .where("stripe_session_id", "=", sessionId)
      .executeTakeFirstOrThrow();
    expect(payment).toMatchObject({ status: "refunded", refund_reason: "already_subscribed" });
    const second = await site.provider.stripe.subscriptions.retrieve(payment.subscription ?? "");
    expect(second.status).toBe("canceled");
  });

  test("subscribing after the page expired opens a new page", async () => {
    const dealer = await site.registerUser();
    const { sessionId } = checkout.parse((await sign(dealer)).body);
    await site.provider.expire(sessionId);
    expect(checkout.parse((await sign(dealer)).body).sessionId).not.toBe(sessionId);
  });

  test.each([0, 1, 2, 3])("a crash after step %i still makes exactly one subscription", async (step) => {
    const dealer = await site.registerUser();
    const { sessionId } = checkout.parse((await sign(dealer)).body);
    await site.provider.pay(sessionId);
    site.crashAfter(step);
    await verify(sessionId);
    site.crashAfter(null);
    await site.runUntilIdle();
    expect(await me(dealer)).toMatchObject({ isDealer: true });
    const rows = await site.database.db
      .selectFrom("subscriptions")
      .select("id")
      .where("user_id", "=", dealer.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(await mailsTo(dealer)).toEqual(["Mirë se vini si autosallon në Vetura"]);
  });

  test("a dealer publishes free under the business's name", async () => {
    const { dealer } = await subscribe();
    await publish(dealer);
    const second = await publish(dealer);
    const seen = carOf(await site.call(`GET /api/cars/${second._id}`));
    expect(seen.seller).toEqual({ id: dealer.id, name: "Auto Gashi", isDealer: true, isVerified: false });
  });
});

describe("the dashboard", () => {
  test("the dashboard returns 403 to everyone who is no dealer", async () => {
    const user = await site.registerUser();
    for (const call of [
      "GET /api/dealer/subscription-status",
      "GET /api/dealer/stats",
      "GET /api/dealer/billing-history",
      "POST /api/dealer/customer-portal",
      "POST /api/dealer/cancel-subscription",
      "POST /api/dealer/reactivate-subscription",
    ] as const) {
      const answer = await site.call(call, { as: user });
      expect([call, answer.status, errorOf(answer).message]).toEqual([
        call,
        403,
        "Aksesi i kufizuar për dealer",
      ]);
      expect((await site.call(call)).status).toBe(401);
    }
  });

  test("the dashboard counts cars, savings and calls", async () => {
    const { dealer } = await subscribe();
    const cars = [await publish(dealer), await publish(dealer), await publish(dealer)];
    await site.call(`PUT /api/cars/${cars[0]?._id ?? ""}/sold`, { as: dealer });
    await site.call(`POST /api/cars/${cars[1]?._id ?? ""}/contact`, { headers: { "User-Agent": browser } });
    await site.services.statistics.recorder.flush();
    const stats = dealerStats.parse((await site.call("GET /api/dealer/stats", { as: dealer })).body);
    expect(stats).toMatchObject({
      totalCars: 3,
      activeCars: 2,
      soldCars: 1,
      sponsoredCars: 0,
      estimatedSavings: 6,
      subscriptionMonths: 0,
      subscriptionDays: 0,
    });
    expect(stats.leads).toHaveLength(30);
    expect(stats.leads.at(-1)).toMatchObject({ count: 1 });
  });

  test("the dashboard lists invoices and opens the provider's portal", async () => {
    const { dealer } = await subscribe();
    const invoices = invoice
      .array()
      .parse((await site.call("GET /api/dealer/billing-history", { as: dealer })).body);
    expect(invoices).toMatchObject([
      { amount: 5000, currency: "usd", status: "paid", description: "Autosallon profesional" },
    ]);
    const portal = await site.call("POST /api/dealer/customer-portal", { as: dealer });
    expect(portal.body).toMatchObject({ url: expect.stringMatching(/^http/) });
  });

  test("a dealer made by an admin has no subscription to show, end or pay for", async () => {
    const dealer = await site.registerUser({ isDealerByHand: true });
    expect((await site.call("GET /api/dealer/subscription-status", { as: dealer })).body).toBeNull();
    expect((await site.call("GET /api/dealer/billing-history", { as: dealer })).body).toEqual([]);
    for (const call of ["customer-portal", "cancel-subscription", "reactivate-subscription"]) {
      const answer = await site.call(`POST /api/dealer/${call}`, { as: dealer });
      expect([answer.status, errorOf(answer).code]).toEqual([409, "no_subscription"]);
    }
  });
});

describe("the end of a subscription", () => {
  test("a canceled subscription ends with its period, and resuming it prevents the end", async () => {
    const { dealer, subscriptionId } = await subscribe();
    const cancel = () => site.call("POST /api/dealer/cancel-subscription", { as: dealer });
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).status).toBe(200);
    expect(await subscriptionOf(dealer)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
    expect((await site.provider.stripe.subscriptions.retrieve(subscriptionId)).cancel_at_period_end).toBe(
      true,
    );
    expect((await me(dealer)).isDealer).toBe(true);
    await site.runUntilIdle();
    const period = (await subscriptionOf(dealer)).currentPeriodEnd ?? "";
    // The day in Kosovo, which is the next one late in the evening.
    expect(await mailsTo(dealer)).toContain(`Abonimi juaj përfundon më ${formatDate(period)}`);
    const back = await site.call("POST /api/dealer/reactivate-subscription", { as: dealer });
    expect(back.status).toBe(200);
    expect(await subscriptionOf(dealer)).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
    expect((await site.provider.stripe.subscriptions.retrieve(subscriptionId)).cancel_at_period_end).toBe(
      false,
    );
  });

  test("an older answer of the provider does not overwrite a cancellation", async () => {
    const { dealer, subscriptionId } = await subscribe();
    const before = await findSubscription(site.database.db, subscriptionId);
    if (before === null) throw new Error("no subscription");
    const older = await site.provider.stripe.subscriptions.retrieve(subscriptionId);
    await site.call("POST /api/dealer/cancel-subscription", { as: dealer });
    await applySubscription(site.services.ctx, before, older);
    expect(await subscriptionOf(dealer)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  test("a lapsed dealer's listings are not public from that moment on, without a job, and return with the renewal", async () => {
    const { dealer } = await subscribe();
    const car = await publish(dealer);
    await site.call("POST /api/dealer/cancel-subscription", { as: dealer });
    expect(await statusOfCar(car._id)).toBe(200);
    // The period ends without a webhook: only the clock moves.
    await sql`
      update subscriptions set current_period_end = now() - interval '1 second', dealer_until = now() - interval '1 second'
      where user_id = ${dealer.id}`.execute(site.database.db);
    await sql`update users set dealer_until = now() - interval '1 second' where id = ${dealer.id}`.execute(
      site.database.db,
    );
    expect(await statusOfCar(car._id)).toBe(404);
    expect((await site.call(`GET /api/dealers/${dealer.id}`)).status).toBe(404);
    expect(await me(dealer)).toMatchObject({ isDealer: false, dealerSubscription: { active: false } });
    expect((await subscriptionOf(dealer)).status).toBe("canceled");
    const next = await site.call("POST /api/cars", { as: dealer, body: await site.carFields(dealer) });
    expect([next.status, errorOf(next)["amount"]]).toEqual([402, 3]);
    await subscribe(dealer);
    expect(await statusOfCar(car._id)).toBe(200);
  });

  // The clock is everybody's: all the dealers of this file are billed with this one.
  test(
    "when the provider's clock moves on, paid months are stored and then the end",
    { timeout: 120_000 },
    async () => {
      const { dealer } = await subscribe();
      const car = await publish(dealer);
      await site.provider.advanceMonth();
      await site.runUntilIdle();
      await site.call("POST /api/dealer/cancel-subscription", { as: dealer });
      await site.provider.advanceMonth();
      await site.runUntilIdle();
      expect(await me(dealer)).toMatchObject({ isDealer: false });
      expect(await statusOfCar(car._id)).toBe(404);
      const history = await site.call("GET /api/payment/history", { as: dealer });
      expect(history.body).toMatchObject([
        { kind: "renewal", status: "fulfilled", amount: 50 },
        { kind: "subscription", status: "fulfilled", amount: 50 },
      ]);
      await site.runUntilIdle();
      const mails = (await mailsTo(dealer)).map((subject) => subject.replace(/[\d.]+$/, "…"));
      expect(new Set(mails)).toEqual(
        new Set([
          "Mirë se vini si autosallon në Vetura",
          "Abonimi juaj në Vetura u vazhdua",
          "Abonimi juaj përfundon më …",
          "Abonimi juaj ka përfunduar",
        ]),
      );
      expect(mails).toHaveLength(4);
    },
  );

  test(
    "a dealer with a late payment stays a dealer until the provider gives up",
    { timeout: 120_000 },
    async () => {
      const { dealer } = await subscribe(undefined, declineAfterAttachCard);
      const car = await publish(dealer);
      await site.provider.advanceMonth();
      await site.runUntilIdle();
      expect((await subscriptionOf(dealer)).status).toBe("past_due");
      expect((await me(dealer)).isDealer).toBe(true);
      expect(await mailsTo(dealer)).toContain("Pagesa e abonimit nuk u krye");
      expect((await site.call("GET /api/payment/history", { as: dealer })).body).toMatchObject([
        { kind: "renewal", status: "failed" },
        { kind: "subscription" },
      ]);
      await site.provider.exhaustRetries();
      await site.runUntilIdle();
      expect((await me(dealer)).isDealer).toBe(false);
      expect(await statusOfCar(car._id)).toBe(404);
      const failed = (await mailsTo(dealer)).filter((subject) => subject === "Pagesa e abonimit nuk u krye");
      expect(failed).toHaveLength(1);
    },
  );

  test(
    "an end by failed payment leaves nothing to pay, a payment at that moment is refunded, and every mail is true",
    { timeout: 120_000 },
    async () => {
      const [dealer, late] = [
        await subscribe(undefined, declineAfterAttachCard),
        await subscribe(undefined, declineAfterAttachCard),
      ];
      await site.provider.advanceMonth();
      await site.runUntilIdle();
      const { status, nextPaymentAttempt, endedAt } = await subscriptionOf(dealer.dealer);
      const [owed] = (await openInvoices(late.subscriptionId)).data;
      expect([status, endedAt]).toEqual(["past_due", null]);
      const [own] = (await openInvoices(dealer.subscriptionId)).data;
      expect(nextPaymentAttempt).toBe(new Date((own?.next_payment_attempt ?? 0) * 1000).toISOString());
      const mailOf = async (user: TestUser, subject: string) =>
        (await site.mails()).find((mail) => mail.to === user.email && mail.subject === subject)?.text ?? "";
      expect(await mailOf(dealer.dealer, "Pagesa e abonimit nuk u krye")).toContain(
        `përsëri më ${formatDate(nextPaymentAttempt ?? "")}`,
      );

      await site.provider.exhaustRetries();
      // Before the site knows of the end.
      await site.provider.payInvoice(owed?.hosted_invoice_url ?? "");
      await site.runUntilIdle();
      await site.runUntilIdle();
      expect((await openInvoices(dealer.subscriptionId)).data).toEqual([]);
      for (const { dealer: person } of [dealer, late]) expect((await me(person)).isDealer).toBe(false);
      const renewals = async (as: TestUser) =>
        site.database.db
          .selectFrom("payments")
          .select(["status", "refund_reason", "stripe_payment_intent as intent"])
          .where("user_id", "=", as.id)
          .where("kind", "=", "renewal")
          .execute();
      expect(await renewals(dealer.dealer)).toMatchObject([{ status: "expired" }]);
      const [refunded] = await renewals(late.dealer);
      expect(refunded).toMatchObject({ status: "refunded", refund_reason: "subscription_over" });
      const back = await site.provider.stripe.refunds.list({ payment_intent: refunded?.intent ?? "" });
      expect(back.data).toMatchObject([{ amount: 5000 }]);
      expect(await mailOf(dealer.dealer, "Abonimi juaj ka përfunduar")).toContain(
        "Faturën e papaguar e anuluam",
      );
      expect(await mailOf(late.dealer, "Pagesa juaj në Vetura u kthye")).toContain(
        "Abonimi kishte përfunduar",
      );
      // The day of the end, not of the month that was never paid.
      const ended = await site.database.db
        .selectFrom("subscriptions")
        .select("ended_at")
        .where("user_id", "=", dealer.dealer.id)
        .executeTakeFirstOrThrow();
      const shown = await subscriptionOf(dealer.dealer);
      expect([shown.status, shown.endedAt]).toEqual(["canceled", ended.ended_at?.toISOString()]);
      expect(shown.endedAt).not.toBe(shown.currentPeriodEnd);
    },
  );

  test("the sweep finds an end that the provider never sent", async () => {
    const { dealer, subscriptionId } = await subscribe();
    await site.provider.stripe.subscriptions.cancel(subscriptionId);
    await sql`
      update subscriptions set current_period_end = now() - interval '1 second', synced_at = now() - interval '6 minutes'
      where user_id = ${dealer.id}`.execute(site.database.db);
    await site.services.billing.sweep();
    expect((await me(dealer)).isDealer).toBe(false);
  });

  test("deleting the account ends the subscription at the provider, with retries", async () => {
    const { dealer, subscriptionId } = await subscribe();
    await site.database.db.transaction().execute(async (trx) => {
      const { cancelAtStripe } = await import("#server/money/billing/cancel-at-stripe.ts");
      const { deleteUsers } = await import("#server/people/accounts/accounts.queries.ts");
      await cancelAtStripe(trx, site.services.jobs.addJob, [dealer.id]);
      await deleteUsers(trx, [dealer.id]);
    });
    site.provider.proxy.setFault(() => "failed");
    expect(await site.drainJobs()).not.toEqual([]);
    site.provider.proxy.setFault(null);
    expect(await site.drainJobs()).toEqual([]);
    expect((await site.provider.stripe.subscriptions.retrieve(subscriptionId)).status).toBe("canceled");
    await site.runUntilIdle();
  });

  test("a payment after the account was deleted is refunded, and no subscription runs", async () => {
    const dealer = await site.registerUser();
    const { sessionId } = checkout.parse((await sign(dealer)).body);
    await site.provider.pay(sessionId);
    const { deleteUsers } = await import("#server/people/accounts/accounts.queries.ts");
    await site.database.db.transaction().execute((trx) => deleteUsers(trx, [dealer.id]));
    await site.runUntilIdle();
    await site.runUntilIdle();
    const payment = await site.database.db
      .selectFrom("payments")
      .select("stripe_subscription_id as subscription")
      .where("stripe_session_id", "=", sessionId)
      .executeTakeFirstOrThrow();
    const ended = await site.provider.stripe.subscriptions.retrieve(payment.subscription ?? "");
    expect(ended.status).toBe("canceled");
    expect((await verify(sessionId)).status).toBe(409);
    expect(await mailsTo(dealer)).toEqual(["Pagesa juaj në Vetura u kthye"]);
  });

  test("deleting the account while its first month is being carried out ends the subscription at the provider", async () => {
    const dealer = await site.registerUser();
    const { sessionId } = checkout.parse((await sign(dealer)).body);
    await site.provider.pay(sessionId);
    const { db } = site.database;
    const both: Promise<unknown>[] = [];
    await db.transaction().execute(async (trx) => {
      // The month stops between its payment, which it holds by then, and the account; deleting reads what it has to end.
      await lockAccount(trx, dealer.id);
      both.push(verify(sessionId));
      await waiting(1);
      const { addJob } = site.services.jobs;
      both.push(db.transaction().execute((removing) => removeAccounts(removing, addJob, [dealer.id], null)));
      await waiting(2);
    });
    await Promise.all(both);
    await site.runUntilIdle();
    const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId);
    const begun = z.string().parse(session.subscription);
    expect((await site.provider.stripe.subscriptions.retrieve(begun)).status).toBe("canceled");
  });
});

describe("the public page", () => {
  test("the dealer's public page shows the business and its cars on sale without a phone number", async () => {
    const { dealer } = await subscribe();
    const cars = [await publish(dealer), await publish(dealer), await publish(dealer)];
    await site.call(`PUT /api/cars/${cars[0]?._id ?? ""}/sold`, { as: dealer });
    const answer = await site.call(`GET /api/dealers/${dealer.id}?limit=1`);
    expect(answer.headers.get("x-total-count")).toBe("2");
    const page = publicDealer.parse(answer.body);
    expect(page).toMatchObject({
      id: dealer.id,
      businessName: "Auto Gashi",
      town: "Prizren",
      website: "https://autogashi.com",
      carCount: 2,
      cars: [{ _id: cars[2]?._id }],
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/38344|811234567|Nëna Terezë/);
    const next = await site.call(`GET /api/dealers/${dealer.id}?limit=1&page=2`);
    expect(publicDealer.parse(next.body).cars.map(({ _id }) => _id)).toEqual([cars[1]?._id]);
    const listed = carsOf(await site.call("GET /api/cars/my", { as: dealer }));
    expect(listed).toHaveLength(3);
  });

  test("the public page exists for dealers only", async () => {
    const user = await site.registerUser();
    for (const id of [user.id, "00000000-0000-7000-8000-000000000000", "x"]) {
      const answer = await site.call(`GET /api/dealers/${id}`);
      expect([answer.status, errorOf(answer).code]).toEqual([404, "dealer_not_found"]);
    }
  });
});
