import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminCoupon } from "#contract/admin-coupons.ts";
import { checkout } from "#contract/payments.ts";
import { type Answer, errorOf, type TestUser } from "#testing/app.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { insertUse, takeUse } from "./coupons.queries.ts";
import { openPayment } from "./ledger.queries.ts";

let site: PaymentSite;
let admin: TestUser;
beforeAll(async () => {
  site = await createPaymentSite();
  admin = await site.registerUser({ isAdmin: true });
});
afterAll(() => site.close());

const signup = {
  businessName: "Auto Kupon",
  businessAddress: "Rr. Nëna Terezë 12, Prizren",
  taxNumber: "811234567",
  website: "autokupon.com",
  businessType: "dealership",
};

const subscribe = (as: TestUser, code?: string) =>
  site.call("POST /api/payment/create-dealer-subscription", {
    as,
    body: { ...signup, ...(code === undefined ? {} : { coupon: code }) },
  });

let made = 0;
async function coupon(form: Readonly<Record<string, unknown>>): Promise<{ id: string; code: string }> {
  const code = `KUPON-${(made += 1)}`;
  const answer = await site.call("POST /api/admin/coupons", { as: admin, body: { code, ...form } });
  expect(answer).toMatchObject({ status: 201 });
  return adminCoupon.parse(answer.body);
}
const usesOf = async (id: string) =>
  (await site.database.db.selectFrom("coupons").select("uses").where("id", "=", id).executeTakeFirstOrThrow())
    .uses;

async function checkOut(payer: TestUser, code: string, amount: number, extras: object = {}): Promise<Answer> {
  const carData = await site.carFields(payer);
  const body = { carData, amount, sponsorshipDays: 0, socialPromotion: false, ...extras, coupon: code };
  return site.call("POST /api/payment/create-checkout", { as: payer, body });
}
async function publish(payer: TestUser, code: string, extras: object = {}): Promise<Answer> {
  return site.call("POST /api/cars", {
    as: payer,
    body: { ...(await site.carFields(payer)), ...extras, coupon: code },
  });
}

describe("a coupon for cars", () => {
  test("create-checkout charges what the coupon leaves, the car is published, and the receipt names the discount", async () => {
    const seller = await site.registerSeller();
    const { code, id } = await coupon({ percent: 50, target: "cars" });
    const shown = await checkOut(seller, code, 3);
    expect(shown).toMatchObject({ status: 409, body: { code: "price_changed", amount: 1.5 } });
    const typed = ` ${code.toLowerCase()} `;
    const { sessionId } = checkout.parse((await checkOut(seller, typed, 6.5, { sponsorshipDays: 10 })).body);
    const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId);
    expect(session.amount_total).toBe(650);
    await site.provider.pay(sessionId);
    expect(await site.verify(sessionId)).toMatchObject({
      status: 200,
      body: { car: { sponsorshipDays: 10 }, payment: { amount: 6.5 } },
    });
    expect(await usesOf(id)).toBe(1);
    const paid = await site.database.db
      .selectFrom("payments")
      .select("id")
      .where("stripe_session_id", "=", sessionId)
      .executeTakeFirstOrThrow();
    const desk = await site.call(`GET /api/admin/payments/${paid.id}`, { as: admin });
    expect(desk.body).toMatchObject({ amount: 6.5, coupon: { code, discount: 6.5 } });
    await site.drainJobs();
    const mail = (await site.mails()).find(({ to }) => to === seller.email);
    expect(mail?.text).toContain("Kuponi: −$6,50");
    // Once an account.
    expect(errorOf(await checkOut(seller, code, 1.5)).code).toBe("coupon_used");
  });

  test("POST /api/cars publishes where the coupon leaves nothing, with the extras, and says 402 where it leaves something", async () => {
    const seller = await site.registerSeller();
    const { code } = await coupon({ amount: 3 });
    const left = await publish(seller, code, { sponsorshipDays: 2 });
    expect(left).toMatchObject({ status: 402, body: { amount: 2 } });
    const whole = await coupon({ percent: 100 });
    const answer = await publish(seller, whole.code, { sponsorshipDays: 2, socialPromotion: true });
    expect(answer).toMatchObject({
      status: 201,
      body: { sponsorshipDays: 2, socialPromotion: true, sponsored: true },
    });
    expect(await usesOf(whole.id)).toBe(1);
    const [payment] = await site.database.db
      .selectFrom("payments")
      .selectAll()
      .where("user_id", "=", seller.id)
      .execute();
    expect(payment).toMatchObject({
      amount_cents: 0,
      method: "none",
      status: "fulfilled",
      listing_cents: 300,
    });
    const posts = await site.database.db
      .selectFrom("social_posts")
      .select("id")
      .where("payment_id", "=", payment?.id ?? "")
      .execute();
    expect(posts).toHaveLength(1);
    expect(errorOf(await publish(seller, whole.code)).code).toBe("coupon_used");
  });

  test("a coupon that would leave less than a card can pay pays all of it", async () => {
    const seller = await site.registerSeller();
    const { code } = await coupon({ amount: 2.8 });
    expect((await publish(seller, code)).status).toBe(201);
  });

  test("unknown, foreign and misplaced coupons are 400, expired, ended and used up ones 409", async () => {
    const seller = await site.registerSeller();
    const other = await site.registerSeller();
    const foreign = await coupon({ percent: 10, forEmail: other.email });
    const dealers = await coupon({ percent: 10, target: "dealers" });
    for (const code of ["NUK-EKZISTON", foreign.code, dealers.code]) {
      const answer = await checkOut(seller, code, 3);
      expect(answer.status, code).toBe(400);
      expect(errorOf(answer).fields, code).toHaveProperty("coupon");
    }
    expect(await checkOut(other, foreign.code, 2.7)).toMatchObject({ status: 200 });
    const expired = await coupon({ percent: 10, validUntil: "2020-01-01" });
    const ended = await coupon({ percent: 10 });
    expect((await site.call(`DELETE /api/admin/coupons/${ended.id}`, { as: admin })).status).toBe(204);
    const full = await coupon({ percent: 10, maxUses: 1 });
    const first = checkout.parse((await checkOut(other, full.code, 2.7)).body);
    await site.provider.pay(first.sessionId);
    await site.verify(first.sessionId);
    for (const { code } of [expired, ended, full]) {
      expect(await checkOut(seller, code, 2.7), code).toMatchObject({
        status: 409,
        body: { code: "coupon_used" },
      });
      expect(await publish(seller, code), code).toMatchObject({ status: 409, body: { code: "coupon_used" } });
    }
  });

  test("a coupon's last use goes to one of many accounts at once, and to one of an account's two requests", async () => {
    const sellers = await Promise.all(Array.from({ length: 6 }, () => site.registerSeller()));
    const { code, id } = await coupon({ percent: 100, maxUses: 1 });
    const answers = await Promise.all(sellers.map((seller) => publish(seller, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await usesOf(id)).toBe(1);
    const [seller] = sellers;
    if (seller === undefined) throw new Error("nobody");
    const many = await coupon({ percent: 100 });
    const twice = await Promise.all([publish(seller, many.code), publish(seller, many.code)]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await usesOf(many.id)).toBe(1);
  });

  test("a checkout that is abandoned gives the use back: when it expires, and at once to the same account", async () => {
    const seller = await site.registerSeller();
    const other = await site.registerSeller();
    const { code, id } = await coupon({ percent: 50, maxUses: 1 });
    const first = checkout.parse((await checkOut(seller, code, 1.5)).body);
    expect((await checkOut(other, code, 1.5)).status).toBe(409);
    // Another form of the same person takes it over, and the first page closes.
    const second = checkout.parse((await checkOut(seller, code, 2, { sponsorshipDays: 1 })).body);
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(await usesOf(id)).toBe(1);
    await site.drainJobs();
    const closed = await site.provider.stripe.checkout.sessions.retrieve(first.sessionId);
    expect(closed.status).toBe("expired");
    await site.provider.stripe.checkout.sessions.expire(second.sessionId);
    await site.runUntilIdle();
    expect(await usesOf(id)).toBe(0);
    expect((await checkOut(other, code, 1.5)).status).toBe(200);
    expect(await usesOf(id)).toBe(1);
  });
});

async function forExtras(payer: TestUser, code: string, carId: string, amount: number): Promise<Answer> {
  const body = { carId, amount, sponsorshipDays: 10, socialPromotion: false, coupon: code };
  return site.call("POST /api/payment/create-checkout", { as: payer, body });
}

describe("one coupon and several card pages", () => {
  test("a page that was given up and is paid before it closes is refunded where the coupon was used again", async () => {
    const seller = await site.registerUser();
    const { _id: carId } = await site.publishCar(seller);
    const { code, id } = await coupon({ percent: 90 });
    const first = checkout.parse((await forExtras(seller, code, carId, 1)).body);
    const second = checkout.parse((await forExtras(seller, code, carId, 1)).body);
    await site.provider.pay(first.sessionId);
    await site.provider.pay(second.sessionId);
    const statuses = [];
    for (const { sessionId } of [second, first]) statuses.push((await site.verify(sessionId)).status);
    await site.runUntilIdle();
    const rows = await site.database.db
      .selectFrom("payments")
      .select(["stripe_session_id", "status", "refund_reason"])
      .where("user_id", "=", seller.id)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { stripe_session_id: first.sessionId, status: "refunded", refund_reason: "coupon_used" },
      { stripe_session_id: second.sessionId, status: "fulfilled", refund_reason: null },
    ]);
    const car = await site.call(`GET /api/cars/${carId}`, { as: seller });
    expect(car.body).toMatchObject({ sponsorshipDays: 10 });
    expect(await usesOf(id)).toBe(1);
  });

  test("a page that was given up and is paid all the same takes its use back where it is still there", async () => {
    const seller = await site.registerUser();
    const { _id: carId } = await site.publishCar(seller);
    const { code, id } = await coupon({ percent: 90, maxUses: 1 });
    const first = checkout.parse((await forExtras(seller, code, carId, 1)).body);
    const second = checkout.parse((await forExtras(seller, code, carId, 1)).body);
    await site.provider.stripe.checkout.sessions.expire(second.sessionId);
    await site.provider.pay(first.sessionId);
    await site.runUntilIdle();
    expect(await site.verify(first.sessionId)).toMatchObject({ status: 200 });
    expect(await usesOf(id)).toBe(1);
    expect(errorOf(await forExtras(seller, code, carId, 1)).code).toBe("coupon_used");
  });

  test("a key whose card page was given up answers 409 payment_closed, and the next attempt of the same order opens another", async () => {
    const seller = await site.registerUser();
    const { _id: carId } = await site.publishCar(seller);
    const { code } = await coupon({ percent: 50 });
    const order = (key: string, days: number) =>
      site.call("POST /api/payment/create-checkout", {
        as: seller,
        body: { carId, amount: days / 2, sponsorshipDays: days, socialPromotion: false, coupon: code },
        headers: { "Idempotency-Key": `${key}-${carId}` },
      });
    const first = checkout.parse((await order("week", 8)).body);
    expect((await order("month", 20)).status).toBe(200);
    const again = await order("week", 8);
    expect(again).toMatchObject({ status: 409, body: { code: "payment_closed" } });
    const next = checkout.parse((await order("week-1", 8)).body);
    expect(next.sessionId).not.toBe(first.sessionId);
    const session = await site.provider.stripe.checkout.sessions.retrieve(next.sessionId);
    expect(session).toMatchObject({ status: "open", amount_total: 400 });
  });

  test("an order that takes a coupon while the account's other page is given up does not deadlock", async () => {
    const { db } = site.database;
    const seller = await site.registerSeller();
    const { code, id } = await coupon({ percent: 50 });
    const { sessionId } = checkout.parse((await checkOut(seller, code, 1.5)).body);
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      ).rows.length;
    let given: Promise<unknown> = Promise.resolve();
    const order = db.transaction().execute(async (trx) => {
      const use = { couponId: id, userId: seller.id, discount: 150 };
      expect(await takeUse(trx, id)).toBe(true);
      given = db
        .updateTable("payments")
        .set({ status: "expired" })
        .where("stripe_session_id", "=", sessionId)
        .execute();
      await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
      const extras = { sponsorshipDays: 0, socialPromotion: false };
      const paymentId = await openPayment(trx, { userId: seller.id, kind: "car", amount: 150, extras });
      if (!(await insertUse(trx, { ...use, paymentId }))) throw new Error("coupon_used");
    });
    await expect(order).rejects.toThrow("coupon_used");
    await given;
    expect(await usesOf(id)).toBe(0);
  });

  test("an order that the coupon pays gives the account's unpaid page with it up, for cars as for dealers", async () => {
    const seller = await site.registerSeller();
    const whole = await coupon({ amount: 3, target: "all" });
    expect(await checkOut(seller, whole.code, 2, { sponsorshipDays: 2 })).toMatchObject({ status: 200 });
    expect((await publish(seller, whole.code)).status).toBe(201);
    const half = await coupon({ amount: 1.5, target: "all" });
    expect((await checkOut(seller, half.code, 1.5)).status).toBe(200);
    expect((await subscribe(seller, half.code)).status).toBe(200);
    const given = await site.database.db
      .selectFrom("payments")
      .select("kind")
      .where("user_id", "=", seller.id)
      .where("status", "=", "expired")
      .execute();
    expect(given).toEqual([{ kind: "car" }, { kind: "car" }]);
    for (const { id } of [whole, half]) expect(await usesOf(id)).toBe(1);
  });

  test("of many card pages opened at once with one coupon only the last stays open", async () => {
    const seller = await site.registerUser();
    const { _id: carId } = await site.publishCar(seller);
    const { code, id } = await coupon({ percent: 90 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => forExtras(seller, code, carId, 1)));
    await site.drainJobs();
    const open = [];
    for (const { status, body } of answers) {
      if (status !== 200) continue;
      const session = await site.provider.stripe.checkout.sessions.retrieve(checkout.parse(body).sessionId);
      if (session.status === "open") open.push(session.id);
    }
    expect(open.length, JSON.stringify(answers)).toBeLessThanOrEqual(1);
    expect(await usesOf(id)).toBe(1);
  });
});

describe("a coupon of a payment that is sent back", () => {
  test("may be used again where nothing was delivered: the free listing went to another car meanwhile", async () => {
    const seller = await site.registerUser();
    const { code, id } = await coupon({ percent: 50, maxUses: 1 });
    const { sessionId } = checkout.parse((await checkOut(seller, code, 1, { sponsorshipDays: 2 })).body);
    const body = await site.carFields(seller);
    expect((await site.call("POST /api/cars", { as: seller, body })).status).toBe(201);
    await site.provider.pay(sessionId);
    expect((await site.verify(sessionId)).status).toBe(409);
    await site.runUntilIdle();
    const row = await site.database.db
      .selectFrom("payments")
      .select(["status", "refund_reason", "fulfilled_at"])
      .where("stripe_session_id", "=", sessionId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: "refunded", refund_reason: "standing_changed", fulfilled_at: null });
    expect(await usesOf(id)).toBe(0);
    expect((await checkOut(seller, code, 1.5)).status).toBe(200);
    expect(await usesOf(id)).toBe(1);
  });

  test("stays used where what it bought was delivered", async () => {
    const seller = await site.registerSeller();
    const { code, id } = await coupon({ percent: 50 });
    const { sessionId } = checkout.parse((await checkOut(seller, code, 1.5)).body);
    await site.provider.pay(sessionId);
    await site.verify(sessionId);
    const row = await site.database.db
      .selectFrom("payments")
      .select("stripe_payment_intent as intent")
      .where("stripe_session_id", "=", sessionId)
      .executeTakeFirstOrThrow();
    await site.provider.stripe.refunds.create({ payment_intent: row.intent ?? "" });
    await site.runUntilIdle();
    expect(await usesOf(id)).toBe(1);
    expect(errorOf(await checkOut(seller, code, 1.5)).code).toBe("coupon_used");
  });
});

describe("a coupon for dealers", () => {
  test("create-dealer-subscription charges each month less, the same page comes again, and another coupon opens another", async () => {
    const person = await site.registerUser();
    const { code, id } = await coupon({ amount: 20, target: "dealers" });
    const plain = checkout.parse((await subscribe(person)).body);
    const first = checkout.parse((await subscribe(person, code)).body);
    expect(first.sessionId).not.toBe(plain.sessionId);
    expect(checkout.parse((await subscribe(person, code)).body)).toEqual(first);
    expect(await usesOf(id)).toBe(1);
    await site.provider.pay(first.sessionId);
    const body = { sessionId: first.sessionId };
    expect((await site.call("POST /api/payment/verify-dealer-subscription", { body })).status).toBe(200);
    const status = await site.call("GET /api/dealer/subscription-status", { as: person });
    expect(JSON.stringify(status.body)).toContain('"amount":3000');
    const whole = await coupon({ percent: 100 });
    const refused = await subscribe(await site.registerUser(), whole.code);
    expect(refused.status).toBe(400);
    expect(errorOf(refused).fields).toHaveProperty("coupon");
  });
});

describe("the desk's coupons", () => {
  test("coupons are listed with their uses, and wrong ones are refused by field", async () => {
    const { code } = await coupon({ percent: 25, validUntil: "2031-12-31", maxUses: 5, note: "Panairi" });
    const list = await site.call("GET /api/admin/coupons?limit=1", { as: admin });
    expect(list.body).toMatchObject({
      coupons: [{ code, percent: 25, validUntil: "2031-12-31", maxUses: 5, uses: 0, note: "Panairi" }],
    });
    const wrong: readonly [string, object][] = [
      ["code", { code: "x" }],
      ["code", { code, percent: 5 }],
      ["percent", { percent: 101 }],
      ["percent", { percent: 5, amount: 3 }],
      ["percent", {}],
      ["amount", { amount: -1 }],
      ["maxUses", { percent: 5, maxUses: 0 }],
      ["forEmail", { percent: 5, forEmail: "askush@example.com" }],
    ];
    for (const [field, form] of wrong) {
      const body = { code: `GABIM-${field}`, ...form };
      const answer = await site.call("POST /api/admin/coupons", { as: admin, body });
      expect(answer.status, JSON.stringify(form)).toBe(400);
      expect(errorOf(answer).fields, JSON.stringify(form)).toHaveProperty(field);
    }
    const person = await site.registerUser();
    const worth = await site.call("POST /api/payment/coupon", {
      as: person,
      body: { coupon: code, what: "cars" },
    });
    expect(worth.body).toEqual({ percent: 25, amount: null });
  });
});
