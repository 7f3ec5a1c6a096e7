import { afterAll, beforeEach, beforeAll, expect, test } from "vitest";
import { adminQueueEndpoints } from "#contract/admin-queues.ts";
import { checkout } from "#contract/payments.ts";
import type { SettingsChange } from "#contract/settings.ts";
import { carOf, errorOf, type TestUser } from "#testing/app.ts";
import { carIdOf, createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

let site: PaymentSite;
let admin: TestUser;

beforeAll(async () => {
  site = await createPaymentSite();
  admin = await site.registerUser({ isAdmin: true });
});
afterAll(() => site.close());

async function set(change: SettingsChange): Promise<void> {
  const answer = await site.call("PUT /api/admin/settings", { as: admin, body: change });
  expect(answer.status).toBe(200);
}
beforeEach(() =>
  set({
    fees: { listing: 3, sponsorshipPerDay: 1, socialPromotion: 10, subscription: 50 },
    limits: { photos: 10, sponsorshipDays: 30 },
  }),
);

const socialPosts = adminQueueEndpoints["GET /api/admin/social"].output;

const publish = async (as: TestUser, changes = {}) =>
  site.call("POST /api/cars", { as, body: await site.carFields(as, changes) });
const openCheckout = async (as: TestUser, changes: Record<string, unknown>) =>
  site.call("POST /api/payment/create-checkout", {
    as,
    body: { carData: await site.carFields(as), ...changes },
  });

test("changed fees are what publishing, the profile, the checkout and the card page ask", async () => {
  const seller = await site.registerSeller();
  await set({ fees: { listing: 4.5, sponsorshipPerDay: 2, socialPromotion: 12 } });
  expect(errorOf(await publish(seller))).toMatchObject({ code: "payment_required", amount: 4.5 });
  expect((await site.call("GET /api/me/status", { as: seller })).body).toMatchObject({ nextCarPrice: 4.5 });
  const order = { sponsorshipDays: 7, socialPromotion: true };
  const wrong = await openCheckout(seller, { ...order, amount: 20 });
  expect(errorOf(wrong)).toMatchObject({ code: "price_changed", amount: 30.5 });
  const { sessionId } = checkout.parse((await openCheckout(seller, { ...order, amount: 30.5 })).body);
  const lines = await site.provider.stripe.checkout.sessions.listLineItems(sessionId);
  expect(lines.data.map(({ amount_total: cents }) => cents)).toEqual([450, 1_400, 1_200]);
});

test("an open checkout keeps its price when fees change, and its receipt says what was paid", async () => {
  const seller = await site.registerSeller();
  const { sessionId } = await site.checkOut(seller, { days: 7, social: true });
  await set({ fees: { listing: 30, sponsorshipPerDay: 5, socialPromotion: 50 } });
  await site.provider.pay(sessionId);
  const answer = await site.verify(sessionId);
  expect(answer.body).toMatchObject({ success: true, payment: { amount: 20 } });
  await site.drainJobs();
  const receipt = (await site.mails()).find(({ to, text }) => to === seller.email && text.includes("$20"));
  for (const part of ["$3", "$7", "$10"]) expect(receipt?.text).toContain(part);
  // The listing was bought, though what it cost is less than the extras cost by now.
  const row = await site.database.db
    .selectFrom("payments")
    .select(["listing_cents", "sponsorship_cents", "social_promotion_cents", "stripe_payment_intent"])
    .where("stripe_session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ listing_cents: 300, sponsorship_cents: 700, social_promotion_cents: 1_000 });
  // A full refund ends the listing by what was bought, not by the fees of today.
  await site.provider.stripe.refunds.create({ payment_intent: row.stripe_payment_intent ?? "" });
  await site.runUntilIdle();
  const car = await site.call(`GET /api/cars/${carIdOf(answer)}`, { as: seller });
  expect(car.body).toMatchObject({ deleted: true, sponsored: false });
});

test("extras paid for with a listing that cost nothing are carried out although the listing's fee has gone up since", async () => {
  await set({ fees: { listing: 0 } });
  const seller = await site.registerSeller();
  const order = { amount: 2, sponsorshipDays: 2 };
  const { sessionId } = checkout.parse((await openCheckout(seller, order)).body);
  await set({ fees: { listing: 3 } });
  await site.provider.pay(sessionId);
  expect(await site.verify(sessionId)).toMatchObject({
    status: 200,
    body: { car: { sponsorshipDays: 2 }, payment: { amount: 2 } },
  });
});

test("a payment from before fees were stored counts by the specification's fees", async () => {
  const seller = await site.registerSeller();
  const { sessionId } = await site.checkOut(seller, { days: 2 });
  await site.database.db
    .updateTable("payments")
    .set({ listing_cents: null, sponsorship_cents: null, social_promotion_cents: null })
    .where("stripe_session_id", "=", sessionId)
    .execute();
  await set({ fees: { listing: 30, sponsorshipPerDay: 5 } });
  await site.provider.pay(sessionId);
  expect((await site.verify(sessionId)).status).toBe(200);
});

test("a listing fee of nothing publishes at once", async () => {
  const seller = await site.registerSeller();
  await set({ fees: { listing: 0 } });
  expect((await publish(seller)).status).toBe(201);
});

test("a social promotion that costs nothing waits for its post once, also when the request comes twice", async () => {
  await set({ fees: { listing: 0, socialPromotion: 0 } });
  const sellers = [
    await site.registerUser(),
    await site.registerSeller(),
    await site.registerUser({ isDealerByHand: true }),
  ];
  for (const seller of sellers) {
    const body = await site.carFields(seller, { socialPromotion: true });
    const send = () =>
      site.call("POST /api/cars", { as: seller, body, headers: { "Idempotency-Key": seller.id } });
    const [first, again] = await Promise.all([send(), send()]);
    const car = carOf(first);
    expect(carOf(again)._id).toBe(car._id);
    expect((await publish(seller)).status).toBe(201);
    const queue = await site.call("GET /api/admin/social?state=waiting&limit=100", { as: admin });
    const posts = socialPosts.parse(queue.body).posts.filter((post) => post.car.user._id === seller.id);
    expect(posts.map((post) => [post.car._id, post.overdue])).toEqual([[car._id, false]]);
    const dueIn = Date.parse(posts[0]?.dueAt ?? "") - Date.now();
    expect(Math.round(dueIn / 3_600_000)).toBe(24);
  }
});

test("a new subscription is charged the present fee, and the dealer's savings follow the listing's", async () => {
  await set({ fees: { subscription: 65, listing: 5 } });
  const dealer = await site.registerUser();
  const answer = await site.call("POST /api/payment/create-dealer-subscription", {
    as: dealer,
    body: { businessName: "Auto Tarifa", businessAddress: "Rruga B, Prishtinë" },
  });
  const { sessionId } = checkout.parse(answer.body);
  const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId);
  expect(session.amount_total).toBe(6_500);
  await site.provider.pay(sessionId);
  await site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } });
  for (let n = 0; n < 2; n += 1) await site.publishCar(dealer, { price: 9_000 + n });
  expect((await site.call("GET /api/dealer/stats", { as: dealer })).body).toMatchObject({
    estimatedSavings: 5,
  });
  await set({ fees: { subscription: 80 } });
  const status = await site.call("GET /api/dealer/subscription-status", { as: dealer });
  expect(status.body).toMatchObject({ amount: 6_500 });
});

test("a dealer's signup opens another card page once the fee has changed, with a coupon, too", async () => {
  await set({ fees: { subscription: 50 } });
  const form = { code: "TARIFA-20", percent: 20 };
  expect((await site.call("POST /api/admin/coupons", { as: admin, body: form })).status).toBe(201);
  const dealer = await site.registerUser();
  const signUp = async (coupon?: string) => {
    const answer = await site.call("POST /api/payment/create-dealer-subscription", {
      as: dealer,
      body: { businessName: "Auto Ndryshimi", businessAddress: "Rruga B, Prishtinë", coupon },
    });
    const { sessionId } = checkout.parse(answer.body);
    const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId);
    return { sessionId, cents: session.amount_total };
  };
  const pages = [];
  for (const coupon of [undefined, form.code]) {
    await set({ fees: { subscription: 50 } });
    pages.push(await signUp(coupon));
    await set({ fees: { subscription: 65 } });
    pages.push(await signUp(coupon));
    expect(await signUp(coupon)).toEqual(pages.at(-1));
  }
  expect(pages.map(({ cents }) => cents)).toEqual([5_000, 6_500, 4_000, 5_200]);
  expect(new Set(pages.map(({ sessionId }) => sessionId)).size).toBe(4);
});

test("more days or photos than the operator's limits are refused by field, and a car keeps the photos it has", async () => {
  const seller = await site.registerSeller();
  const photos = [await site.photoOf(seller), await site.photoOf(seller), await site.photoOf(seller)];
  const car = await site.publishCar(seller, { images: photos });
  await set({ limits: { photos: 2, sponsorshipDays: 5 } });
  expect(errorOf(await openCheckout(seller, { amount: 9, sponsorshipDays: 6 })).fields).toEqual({
    sponsorshipDays: "Ditët e sponsorizimit duhet të jenë nga 0 deri në 5",
  });
  expect(errorOf(await publish(seller, { sponsorshipDays: 6 })).fields).toHaveProperty("sponsorshipDays");
  const three = [await site.photoOf(seller), await site.photoOf(seller), await site.photoOf(seller)];
  expect(errorOf(await publish(seller, { images: three })).fields).toEqual({
    images: "Mund të vendosni deri në 2 foto",
  });
  const edit = async (images: string[]) =>
    site.call(`PUT /api/cars/${car._id}`, { as: seller, body: await site.carFields(seller, { images }) });
  expect((await edit(photos)).status).toBe(200);
  expect((await edit([...photos, await site.photoOf(seller)])).status).toBe(400);
});
