import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkout } from "#contract/payments.ts";
import { subscriberEndpoints } from "#contract/settings.ts";
import { errorOf, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

expectFaults("payments.sweep");

let site: PaymentSite;
let admin: TestUser;

beforeAll(async () => {
  site = await createPaymentSite();
  admin = await site.registerUser({ isAdmin: true });
});
afterEach(() => site.crashAfter(null));
afterAll(() => site.close());

const answers = subscriberEndpoints["GET /api/admin/settings/subscribers"].output;
const list = async () =>
  answers.parse((await site.call("GET /api/admin/settings/subscribers", { as: admin })).body);
const isListed = async (dealer: TestUser) =>
  (await list()).subscribers.some(({ userId }) => userId === dealer.id);
const setFee = (subscription: number) =>
  site.call("PUT /api/admin/settings", { as: admin, body: { fees: { subscription } } });
const move = (fee: number) =>
  site.call("POST /api/admin/settings/move-subscribers", { as: admin, body: { fee } });

async function subscribe(
  businessName: string,
  coupon?: string,
): Promise<{ dealer: TestUser; stripeId: string }> {
  const dealer = await site.registerUser();
  const answer = await site.call("POST /api/payment/create-dealer-subscription", {
    as: dealer,
    body: { businessName, businessAddress: "Rruga B, Prishtinë", coupon },
  });
  const { sessionId } = checkout.parse(answer.body);
  await site.provider.pay(sessionId);
  await site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } });
  const row = await site.database.db
    .selectFrom("subscriptions")
    .select("stripe_subscription_id")
    .where("user_id", "=", dealer.id)
    .executeTakeFirstOrThrow();
  return { dealer, stripeId: row.stripe_subscription_id };
}

const priceOf = async (stripeId: string) =>
  (await site.provider.stripe.subscriptions.retrieve(stripeId)).items.data[0]?.price.unit_amount;
const due = () =>
  sql`update subscriptions set next_amount_at = now() - interval '1 minute' where next_amount_at is not null`.execute(
    site.database.db,
  );

test("a changed fee makes one price at the provider, and subscribers keep theirs until an admin moves them", async () => {
  const { dealer, stripeId } = await subscribe("Auto Arta");
  expect(await list()).toEqual({ toMove: 0, subscribers: [] });
  await setFee(65);
  await site.drainJobs();
  await setFee(50);
  await setFee(65);
  await site.drainJobs();
  const prices = await site.provider.stripe.prices.list({ lookup_keys: ["dealer_month_usd_6500"] });
  expect(prices.data.map((price) => price.unit_amount)).toEqual([6_500]);
  await site.runUntilIdle();
  expect(await priceOf(stripeId)).toBe(5_000);
  expect(await list()).toEqual({
    toMove: 1,
    subscribers: [
      {
        userId: dealer.id,
        name: "Auto Arta",
        email: dealer.email,
        amount: 50,
        nextAmount: null,
        nextAt: null,
      },
    ],
  });

  expect(errorOf(await move(60)).code).toBe("settings_changed");
  const moved = await Promise.all([move(65), move(65)]);
  expect(moved.map(({ body }) => body)).toContainEqual({ moved: 1, at: expect.any(String) });
  expect(moved.map(({ body }) => body)).toContainEqual({ moved: 0, at: null });
  expect((await list()).toMove).toBe(0);
  await site.runUntilIdle();
  const mails = (await site.mails()).filter(
    ({ to, subject }) => to === dealer.email && subject.includes("Tarifa"),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("$50");
  expect(mails[0]?.text).toContain("$65");
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from next_amount_at - now())::float8 / 86400 as days from subscriptions
    where stripe_subscription_id = ${stripeId}`.execute(site.database.db);
  expect(rows[0]?.days).toBeGreaterThan(29.9);
  // Not before its time.
  expect(await priceOf(stripeId)).toBe(5_000);

  // Killed between any two steps and done again: one change, and none lost.
  await due();
  for (const steps of [0, 1, 2]) {
    site.crashAfter(steps);
    await site.services.billing.sweep();
    site.crashAfter(null);
  }
  await site.runUntilIdle();
  expect(await priceOf(stripeId)).toBe(6_500);
  const row = await site.database.db
    .selectFrom("subscriptions")
    .select(["amount_cents", "next_amount_cents", "next_amount_at"])
    .where("stripe_subscription_id", "=", stripeId)
    .executeTakeFirst();
  expect(row).toEqual({ amount_cents: 6_500, next_amount_cents: null, next_amount_at: null });
  expect(await list()).toEqual({ toMove: 0, subscribers: [] });
  // Nothing was charged by the change itself; the next month costs the new fee, once.
  const charged = async () =>
    (await site.provider.stripe.invoices.list({ subscription: stripeId, limit: 10 })).data.map(
      ({ total }) => total,
    );
  expect(await charged()).toEqual([5_000]);
  await site.provider.advanceMonth();
  await site.runUntilIdle();
  expect(await charged()).toEqual([6_500, 5_000]);
});

test("a subscriber who has cancelled is not moved to the new fee", async () => {
  const { dealer } = await subscribe("Auto Beni");
  await site.call("POST /api/dealer/cancel-subscription", { as: dealer });
  await setFee(70);
  expect(await isListed(dealer)).toBe(false);
});

test("a fee that is set back before its day is shown for who was told of it, and a move keeps them where they are", async () => {
  await setFee(50);
  const { dealer, stripeId } = await subscribe("Auto Drini");
  expect(await isListed(dealer)).toBe(false);
  await setFee(80);
  await move(80);
  await site.drainJobs();
  await setFee(50);
  expect((await list()).subscribers).toContainEqual(
    expect.objectContaining({ userId: dealer.id, amount: 50, nextAmount: 80 }),
  );
  await move(50);
  expect(await isListed(dealer)).toBe(false);
  await site.drainJobs();
  const mails = (await site.mails()).filter(({ to }) => to === dealer.email);
  const last = mails.find(({ subject }) => subject === "Tarifa e abonimit tuaj nuk ndryshon");
  expect(last?.text).toContain("$50 në muaj");

  await due();
  await site.runUntilIdle();
  expect(await priceOf(stripeId)).toBe(5_000);
  const row = await site.database.db
    .selectFrom("subscriptions")
    .select(["amount_cents", "next_amount_cents"])
    .where("stripe_subscription_id", "=", stripeId)
    .executeTakeFirst();
  expect(row).toEqual({ amount_cents: 5_000, next_amount_cents: null });
});

test("a coupon lowers each month of a subscription, also after a move to another fee", async () => {
  await setFee(50);
  const coupons = [
    { value: { percent: 20 }, before: 4_000, after: 4_800 },
    { value: { amount: 12.5 }, before: 3_750, after: 4_750 },
  ];
  const made: { dealer: TestUser; stripeId: string; after: number }[] = [];
  for (const [at, { value, before, after }] of coupons.entries()) {
    const code = `MUAJ-${at}`;
    const body = { code, target: "dealers", ...value };
    expect((await site.call("POST /api/admin/coupons", { as: admin, body })).status).toBe(201);
    const { dealer, stripeId } = await subscribe(`Auto Elira ${at}`, code);
    expect(await priceOf(stripeId)).toBe(before);
    made.push({ dealer, stripeId, after });
  }
  for (const { dealer } of made) expect(await isListed(dealer)).toBe(false);

  await setFee(60);
  for (const { dealer } of made) expect(await isListed(dealer)).toBe(true);
  await move(60);
  await site.drainJobs();
  await due();
  await site.runUntilIdle();
  for (const { dealer, stripeId, after } of made) {
    expect(await priceOf(stripeId)).toBe(after);
    expect(await isListed(dealer)).toBe(false);
  }
  const texts = (await site.mails()).filter(({ to }) => to === made[0]?.dealer.email).map(({ text }) => text);
  expect(texts.some((text) => text.includes("$40") && text.includes("$48"))).toBe(true);

  // The provider charges each month something.
  await setFee(1);
  await move(1);
  await due();
  await site.runUntilIdle();
  for (const { stripeId } of made) expect(await priceOf(stripeId)).toBe(100);
});
