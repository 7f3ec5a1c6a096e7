import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { payment } from "#contract/payments.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";
import { errorOf, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { expectFaults } from "#testing/faults.ts";
import { carIdOf, createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { fulfil } from "./fulfil.commands.ts";

expectFaults(
  /crashed after/,
  "payments.refund_failed",
  "provider.away",
  /provider_away/,
  /send_payment_mail: Error: ENOENT/,
);

let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite();
});
afterEach(() => {
  site.crashAfter(null);
  site.provider.proxy.setFault(null);
});
afterAll(() => site.close());

const paymentOf = (sessionId: string) =>
  site.database.db
    .selectFrom("payments")
    .selectAll()
    .where("stripe_session_id", "=", sessionId)
    .executeTakeFirstOrThrow();

const carsOf = (user: TestUser) =>
  site.database.db.selectFrom("cars").selectAll().where("owner_id", "=", user.id).execute();

const mailsTo = async (user: TestUser) =>
  (await site.mails()).filter(({ to }) => to === user.email).map(({ subject }) => subject);

/** The webhooks about one session that have come so far. */
const webhooksOf = async (sessionId: string) => {
  await site.provider.waitForDeliveries();
  return site.provider.deliveries.filter(({ body }) => body.includes(`"${sessionId}"`));
};

const refundsOf = async (sessionId: string) => {
  const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent"],
  });
  const intent = session.payment_intent;
  if (intent === null) return [];
  const id = typeof intent === "string" ? intent : intent.id;
  return (await site.provider.stripe.refunds.list({ payment_intent: id })).data;
};

async function expectRefund(sessionId: string, reason: string): Promise<void> {
  await site.runUntilIdle();
  await site.runUntilIdle();
  expect(await paymentOf(sessionId)).toMatchObject({
    status: "refunded",
    refund_reason: reason,
    car_data: null,
  });
  const refunds = await refundsOf(sessionId);
  expect(refunds).toHaveLength(1);
  const answer = await site.verify(sessionId);
  expect([answer.status, errorOf(answer).code]).toEqual([409, "payment_refunded"]);
  expect(answer.body).toMatchObject({ success: false });
}

const noted = async (id: string) =>
  site.database.db.selectFrom("provider_events").select("id").where("id", "=", id).execute();

function sign(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

describe("a paid car", () => {
  test("a paid car is published with its extras, whoever verifies the session", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller, { days: 7, social: true });
    await site.provider.pay(sessionId);
    const answer = await site.verify(sessionId);
    // The payer's alone, without a session.
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.body).toMatchObject({
      success: true,
      car: {
        brand: "Volkswagen",
        sponsored: true,
        sponsorshipDays: 7,
        socialPromotion: true,
        isRecommended: true,
      },
      payment: { amount: 20, sponsorshipDays: 7, socialPromotion: true },
    });
    expect(answer.body).not.toHaveProperty("car.sellerPhone");
    const made = await site.call("POST /api/payment/create-car", { body: { sessionId } });
    expect(made.body).toMatchObject({ _id: carIdOf(answer) });
    const { rows } = await sql<{ days: number; due: number }>`
      select (extract(epoch from c.sponsored_until - c.created_at) / 86400)::float8 as days,
        (extract(epoch from s.due_at - p.paid_at) / 3600)::float8 as due
      from cars c join social_posts s on s.car_id = c.id join payments p on p.id = s.payment_id
      where c.id = ${carIdOf(answer)}`.execute(site.database.db);
    expect(rows).toEqual([{ days: 7, due: 24 }]);
  });

  test("a payment is in its payer's history only", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    const carId = carIdOf(await site.verify(sessionId));
    const history = await site.call("GET /api/payment/history", { as: seller });
    expect(history.headers.get("x-total-count")).toBe("1");
    expect(history.body).toMatchObject([
      { kind: "car", status: "fulfilled", amount: 3, carId, carName: "Volkswagen Golf", refundedAt: null },
    ]);
    const stranger = await site.call("GET /api/payment/history", { as: await site.registerUser() });
    expect(stranger.body).toEqual([]);
  });

  test("a payer's history is searched by car, number and document, narrowed by state, and put in order", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    await site.verify(sessionId);
    await drainJobs(site.database, { ...site.services.billing.tasks, ...site.services.invoices.tasks });
    const { db } = site.database;
    const paid = await db
      .selectFrom("payments")
      .select(["id"])
      .where("stripe_session_id", "=", sessionId)
      .executeTakeFirstOrThrow();
    const [older, dearer] = [uuidv7(), uuidv7()];
    await db
      .insertInto("payments")
      .values([
        {
          id: older,
          user_id: seller.id,
          kind: "renewal",
          amount_cents: 100,
          status: "expired",
          created_at: "2026-01-02T10:00:00Z",
        },
        {
          id: dearer,
          user_id: seller.id,
          kind: "renewal",
          amount_cents: 5000,
          status: "expired",
          created_at: "2026-01-03T10:00:00Z",
        },
      ])
      .execute();
    const found = async (query: string) => {
      const { body, headers } = await site.call(`GET /api/payment/history?${query}`, { as: seller });
      const ids = payment
        .array()
        .parse(body)
        .map(({ id }) => id);
      return [...ids, Number(headers.get("x-total-count"))];
    };
    expect(await found("")).toEqual([paid.id, dearer, older, 3]);
    expect(await found("order=oldest")).toEqual([older, dearer, paid.id, 3]);
    expect(await found("order=amount-down&limit=1")).toEqual([dearer, 3]);
    expect(await found("order=amount-up&limit=2")).toEqual([older, paid.id, 3]);
    expect(await found("status=expired")).toEqual([dearer, older, 2]);
    expect(await found("q=GOLF+volks")).toEqual([paid.id, 1]);
    expect(await found(`q=${paymentNumber(older)}`)).toEqual([older, 1]);
    expect(await found("q=golf&status=expired")).toEqual([0]);
    expect(await found("q=%25")).toEqual([0]);
    // What is said wrongly counts as not said.
    expect(await found(`order=x&status=y&q=${"a".repeat(200)}`)).toEqual([paid.id, dearer, older, 3]);
    const { number } = await db
      .selectFrom("invoices")
      .select("number")
      .where("payment_id", "=", paid.id)
      .executeTakeFirstOrThrow();
    expect(await found(`q=${number}`)).toEqual([paid.id, 1]);
  });

  test("a hundred webhooks and visits at once in any order publish one car and send one mail", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    const [webhook] = await webhooksOf(sessionId);
    if (webhook === undefined) throw new Error("the provider sent nothing");
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => [
        site.verify(sessionId),
        site.deliver(webhook),
        ...(n % 10 === 0 ? [site.drainJobs()] : []),
      ]).flat(),
    );
    const statuses = answers.flatMap((answer) => ("status" in answer ? [answer.status] : []));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await site.runUntilIdle();
    expect(await carsOf(seller)).toHaveLength(1);
    expect(await mailsTo(seller)).toEqual(["Dëshmi e pagesës në Vetura"]);
  });

  test("a paid car is published by the webhook alone", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    for (const webhook of await webhooksOf(sessionId)) expect((await site.deliver(webhook)).status).toBe(200);
    expect(await site.drainJobs()).toEqual([]);
    expect(await carsOf(seller)).toHaveLength(1);
  });

  test("of several processes that see the payment one publishes the car and the others find it done", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller, { days: 2, social: true });
    await site.provider.pay(sessionId);
    // The payment is stored as paid, and the process that stored it died.
    site.crashAfter(1);
    await site.verify(sessionId);
    site.crashAfter(null);
    const { id, status } = await paymentOf(sessionId);
    expect(status).toBe("paid");
    await Promise.all(
      Array.from({ length: 10 }, () =>
        fulfil(site.services.ctx, id, {
          subscription: null,
          account: null,
        }),
      ),
    );
    expect(await paymentOf(sessionId)).toMatchObject({ status: "fulfilled", refund_reason: null });
    expect(await carsOf(seller)).toHaveLength(1);
  });

  test("a paid car is published without browser and webhook by asking the provider for lost events", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    await site.services.billing.catchUp();
    expect(await site.drainJobs()).toEqual([]);
    expect(await carsOf(seller)).toHaveLength(1);
  });

  test("a paid car whose events are lost for good is published by the sweep of payments", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    const { id } = await paymentOf(sessionId);
    await sql`update payments set checked_at = now() - interval '11 minutes' where id = ${id}`.execute(
      site.database.db,
    );
    await site.services.billing.sweep();
    expect(await carsOf(seller)).toHaveLength(1);
  });

  test("a paid session that was not stored because of a crash is found by its payment", async () => {
    const seller = await site.registerSeller();
    const carData = await site.carFields(seller);
    site.crashAfter(1);
    const answer = await site.call("POST /api/payment/create-checkout", {
      as: seller,
      body: { carData, amount: 3 },
    });
    expect(answer.status).toBe(500);
    site.crashAfter(null);
    const [session] = (await site.provider.stripe.checkout.sessions.list({ limit: 1 })).data;
    await site.provider.pay(session?.id ?? "");
    await site.runUntilIdle();
    expect(await carsOf(seller)).toHaveLength(1);
  });

  test("a checkout refuses a reference that another car has, and one given away since it was paid for is left out", async () => {
    const [seller, other] = [await site.registerSeller(), await site.registerSeller()];
    const checkout = async (as = seller) => {
      const carData = { ...(await site.carFields(as)), reference: "R-1" };
      return site.call("POST /api/payment/create-checkout", { as, body: { carData, amount: 3 } });
    };
    const sessions = [await checkout(), await checkout()].map(
      (answer) => answer.body as { sessionId: string },
    );
    for (const { sessionId } of sessions) {
      await site.provider.pay(sessionId);
      expect((await site.verify(sessionId)).status).toBe(200);
    }
    const rows = await site.database.db
      .selectFrom("cars")
      .select("reference")
      .where("owner_id", "=", seller.id)
      .orderBy("id")
      .execute();
    expect(rows).toEqual([{ reference: "R-1" }, { reference: null }]);
    const third = await checkout();
    expect(third.status).toBe(400);
    expect(third.body).toMatchObject({ fields: { reference: expect.any(String) } });
    // Somebody else's cars have references of their own.
    const { sessionId } = (await checkout(other)).body as { sessionId: string };
    await site.provider.pay(sessionId);
    expect((await site.verify(sessionId)).status).toBe(200);
    expect((await carsOf(other)).map(({ reference }) => reference)).toEqual(["R-1"]);
  });

  test("a dealer's paid extras appear on the dealer's listing, which depends on the subscription", async () => {
    const dealer = await site.registerUser({ dealerUntil: new Date(Date.now() + 3_600_000) });
    const answer = await site.call("POST /api/payment/create-checkout", {
      as: dealer,
      body: { carData: await site.carFields(dealer), amount: 2, sponsorshipDays: 2 },
    });
    const { sessionId } = answer.body as { sessionId: string };
    await site.provider.pay(sessionId);
    await site.verify(sessionId);
    expect(await carsOf(dealer)).toMatchObject([{ published_as_dealer: true, sponsorship_days: 2 }]);
  });
});

describe("an unpaid checkout", () => {
  test("an unpaid session returns 402 and publishes no car", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    for (const call of ["verify-session", "create-car"] as const) {
      const answer = await site.call(`POST /api/payment/${call}`, { body: { sessionId } });
      expect(answer.status).toBe(402);
      expect(answer.body).toMatchObject({ success: false, code: "not_paid" });
    }
    expect(await carsOf(seller)).toEqual([]);
  });

  test("an expired session stays unpaid", async () => {
    const { sessionId } = await site.checkOut(await site.registerSeller());
    await site.provider.expire(sessionId);
    expect((await site.verify(sessionId)).status).toBe(402);
    expect((await paymentOf(sessionId)).status).toBe("expired");
  });

  test.each(["cs_test_invented", "", "'; drop table payments; --"])(
    "the made-up session id %j is refused",
    async (id) => {
      const answer = await site.verify(id);
      expect([400, 404]).toContain(answer.status);
    },
  );

  test("a session of another kind is unknown to this endpoint", async () => {
    const { sessionId } = await site.checkOut(await site.registerSeller());
    await site.provider.pay(sessionId);
    const answer = await site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } });
    expect([answer.status, errorOf(answer).code]).toEqual([404, "payment_not_found"]);
  });
});

describe("extras for a car on sale", () => {
  test("bought sponsorship days are added to days that still run", async () => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    for (const days of [3, 4]) {
      const { sessionId } = await site.checkOut(seller, { carId: car._id, days });
      await site.provider.pay(sessionId);
      await Promise.all([site.verify(sessionId), site.verify(sessionId), site.verify(sessionId)]);
    }
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from sponsored_until - now()) / 86400 as days from cars where id = ${car._id}`.execute(
      site.database.db,
    );
    expect(Number(rows[0]?.days)).toBeGreaterThan(6.999);
    expect(Number(rows[0]?.days)).toBeLessThanOrEqual(7);
    expect((await carsOf(seller))[0]).toMatchObject({ sponsorship_days: 7 });
  });

  test("bought sponsorship days begin at the payment where none run", async () => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    await sql`update cars set sponsored_until = now() - interval '5 days', sponsorship_days = 9 where id = ${car._id}`.execute(
      site.database.db,
    );
    const { sessionId } = await site.checkOut(seller, { carId: car._id, days: 2 });
    await site.provider.pay(sessionId);
    await site.verify(sessionId);
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from c.sponsored_until - p.fulfilled_at) / 86400 as days
      from cars c join payments p on p.car_id = c.id where c.id = ${car._id}`.execute(site.database.db);
    expect(Number(rows[0]?.days)).toBeCloseTo(2, 6);
    expect((await carsOf(seller))[0]).toMatchObject({ sponsorship_days: 2 });
  });
});

describe("a payment that can no longer be fulfilled is refunded once with a mail", () => {
  test("the payment is refunded when the account was deleted after it", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    await site.database.db.transaction().execute(async (trx) => {
      const { deleteUsers } = await import("#server/people/accounts/accounts.queries.ts");
      await deleteUsers(trx, [seller.id]);
    });
    await expectRefund(sessionId, "account_gone");
    expect(await mailsTo(seller)).toEqual(["Pagesa juaj në Vetura u kthye"]);
  });

  test("the payment is refunded when the car of its extras is gone", async () => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    const { sessionId } = await site.checkOut(seller, { carId: car._id, days: 1 });
    await site.provider.pay(sessionId);
    await site.database.db.deleteFrom("cars").where("id", "=", car._id).execute();
    await expectRefund(sessionId, "car_gone");
  });

  test("of two open checkouts for a social post the second payment is refunded", async () => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    const order = { carId: car._id, social: true, days: 2 };
    const both = await Promise.all([site.checkOut(seller, order), site.checkOut(seller, order)]);
    for (const { sessionId } of both) await site.provider.pay(sessionId);
    const answers = await Promise.all(both.map(async ({ sessionId }) => site.verify(sessionId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const second = both[answers.findIndex(({ status }) => status === 409)]?.sessionId ?? "";
    await expectRefund(second, "already_promoted");
    const posts = await site.database.db
      .selectFrom("social_posts")
      .select("id")
      .where("car_id", "=", car._id)
      .execute();
    expect(posts).toHaveLength(1);
    // The days of the refunded one were not added either.
    const [{ sponsorship_days: days } = { sponsorship_days: 0 }] = await carsOf(seller);
    expect(days).toBe(2);
  });

  test("the payment is refunded when the free listing went to another car meanwhile", async () => {
    const seller = await site.registerUser();
    const checkouts = await Promise.all(
      [1, 2].map(async () => {
        const answer = await site.call("POST /api/payment/create-checkout", {
          as: seller,
          body: { carData: await site.carFields(seller), amount: 1, sponsorshipDays: 1 },
        });
        return answer.body as { sessionId: string };
      }),
    );
    for (const { sessionId } of checkouts) await site.provider.pay(sessionId);
    const answers = await Promise.all(checkouts.map(({ sessionId }) => site.verify(sessionId)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await carsOf(seller)).toHaveLength(1);
    const refused = checkouts[answers.findIndex(({ status }) => status === 409)];
    await expectRefund(refused?.sessionId ?? "", "standing_changed");
  });

  test.each([
    ["another amount", { currency: "usd", cents: 100 }],
    ["another currency", { currency: "all", cents: 300 }],
  ])("the payment is refunded when %s was paid than was asked for", async (_, { currency, cents }) => {
    const seller = await site.registerSeller();
    // We die before our session is written down; one that is not ours says that it is for this payment.
    site.crashAfter(1);
    const carData = await site.carFields(seller);
    await site.call("POST /api/payment/create-checkout", { as: seller, body: { carData, amount: 3 } });
    site.crashAfter(null);
    const { id } = await site.database.db
      .selectFrom("payments")
      .select("id")
      .where("user_id", "=", seller.id)
      .executeTakeFirstOrThrow();
    const price = { currency, unit_amount: cents, product_data: { name: "Publikimi" } };
    const session = await site.provider.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ quantity: 1, price_data: price }],
      metadata: { paymentId: id },
      success_url: "http://localhost:3000/payment/success",
    });
    await site.provider.pay(session.id);
    await expectRefund(session.id, "amount_mismatch");
    expect(await carsOf(seller)).toEqual([]);
  });

  test("a refund whose answer from the provider was lost is not requested twice", async () => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    const { sessionId } = await site.checkOut(seller, { carId: car._id, days: 1 });
    await site.provider.pay(sessionId);
    await site.database.db.deleteFrom("cars").where("id", "=", car._id).execute();
    await site.verify(sessionId);
    site.provider.proxy.setFault(({ path }) => (path === "/v1/refunds" ? "answer lost" : null));
    // The refund, and the look at what has gone back already.
    expect(await site.drainJobs()).toHaveLength(2);
    expect((await paymentOf(sessionId)).status).toBe("paid");
    site.provider.proxy.setFault(null);
    await expectRefund(sessionId, "car_gone");
  });
});

describe("a crash", () => {
  // The steps of settling a car's payment; the one after the last means that nothing crashes.
  const steps = [0, 1, 2, 3, 4];

  test.each(steps)("a crash after step %i loses nothing and does nothing twice", async (step) => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller, { social: true });
    await site.provider.pay(sessionId);
    site.crashAfter(step);
    await site.verify(sessionId);
    site.crashAfter(null);
    await site.runUntilIdle();
    expect(await carsOf(seller)).toHaveLength(1);
    expect((await site.verify(sessionId)).status).toBe(200);
    expect(await mailsTo(seller)).toEqual(["Dëshmi e pagesës në Vetura"]);
    const posts = await site.database.db
      .selectFrom("social_posts as s")
      .innerJoin("cars as c", "c.id", "s.car_id")
      .select("s.id")
      .where("c.owner_id", "=", seller.id)
      .execute();
    expect(posts).toHaveLength(1);
  });

  test.each([0, 1, 2])("a crash in a refund after step %i sends the money back once", async (step) => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    const { sessionId } = await site.checkOut(seller, { carId: car._id, days: 1 });
    await site.provider.pay(sessionId);
    await site.database.db.deleteFrom("cars").where("id", "=", car._id).execute();
    await site.verify(sessionId);
    site.crashAfter(step);
    await site.drainJobs();
    site.crashAfter(null);
    await site.runUntilIdle();
    expect((await paymentOf(sessionId)).status).toBe("refunded");
    expect(await refundsOf(sessionId)).toHaveLength(1);
    expect(await mailsTo(seller)).toEqual(["Pagesa juaj në Vetura u kthye"]);
  });
});

describe("a webhook", () => {
  test.each([
    ["no signature", () => ""],
    ["nonsense for a signature", () => "t=1,v1=abc"],
    ["another secret's signature", (body: string) => sign(body, "whsec_other")],
    [
      "a signature of 301 seconds ago",
      (body: string) => sign(body, site.provider.access.webhookSecret, Math.floor(Date.now() / 1000) - 301),
    ],
    ["another body's signature", (body: string) => sign(`${body} `, site.provider.access.webhookSecret)],
  ])("a webhook with %s returns 400 and changes nothing", async (_, signature) => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    const [webhook] = await webhooksOf(sessionId);
    const body = webhook?.body ?? "";
    const answer = await site.call("POST /api/payment/webhook", {
      raw: body,
      headers: { "stripe-signature": signature(body) },
    });
    expect([answer.status, errorOf(answer).code]).toEqual([400, "signature_invalid"]);
    expect(await noted(webhook?.id ?? "")).toEqual([]);
    expect((await paymentOf(sessionId)).status).toBe("open");
  });

  test("a repeated webhook is accepted and not processed again", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    const [webhook] = await webhooksOf(sessionId);
    if (webhook === undefined) throw new Error("the provider sent nothing");
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from graphile_worker._private_jobs
        where payload::text like ${`%${sessionId}%`}`.execute(site.database.db);
      return rows[0]?.n;
    };
    const statuses = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await site.deliver(webhook)).status);
    expect([statuses, await waiting()]).toEqual([[200, 200, 200], 1]);
  });

  test("a webhook of an unknown type or about an unknown object is accepted", async () => {
    const created = Math.floor(Date.now() / 1000);
    for (const [type, object] of [
      ["some.new_thing", { id: "x", object: "new_thing" }],
      ["checkout.session.completed", { id: "cs_unknown", object: "checkout.session", metadata: {} }],
      ["customer.subscription.deleted", { id: "sub_unknown", object: "subscription" }],
    ] as const) {
      const body = JSON.stringify({ id: `evt_${type}`, object: "event", type, created, data: { object } });
      const signature = sign(body, site.provider.access.webhookSecret);
      expect((await site.deliver({ id: "", type, body, signature })).status).toBe(200);
      expect(await noted(`evt_${type}`)).toHaveLength(1);
    }
    await site.drainJobs();
  });

  test("a signed webhook with an incomplete event is processed for what it tells or refused", async () => {
    const send = async (sent: unknown) => {
      const body = JSON.stringify(sent);
      const signature = sign(body, site.provider.access.webhookSecret);
      return (await site.deliver({ id: "", type: "", body, signature })).status;
    };
    for (const none of [null, [], {}, "evt_text", { id: "evt_no_type" }, { id: 5, type: "x" }])
      expect([none, await send(none)]).toEqual([none, 400]);
    for (const type of [
      "checkout.session.completed",
      "customer.subscription.updated",
      "invoice.paid",
      "charge.refunded",
    ]) {
      expect([type, await send({ id: `evt_bare_${type}`, type })]).toEqual([type, 200]);
      const empty = { id: `evt_empty_${type}`, type, created: "today", data: { object: { metadata: 5 } } };
      expect([type, await send(empty)]).toEqual([type, 200]);
    }
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    const least = {
      id: "evt_least",
      type: "checkout.session.completed",
      data: { object: { id: sessionId } },
    };
    expect(await send(least)).toBe(200);
    await site.drainJobs();
    expect(await carsOf(seller)).toHaveLength(1);
  });

  test("a webhook with false facts about a payment has no effect: the provider is asked", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    const body = JSON.stringify({
      id: "evt_lie",
      object: "event",
      type: "checkout.session.completed",
      created: Math.floor(Date.now() / 1000),
      data: {
        object: {
          id: sessionId,
          object: "checkout.session",
          payment_status: "paid",
          status: "complete",
          metadata: {},
        },
      },
    });
    const signature = sign(body, site.provider.access.webhookSecret);
    await site.deliver({ id: "", type: "", body, signature });
    await site.drainJobs();
    expect(await carsOf(seller)).toEqual([]);
  });
});

describe("the ledger", () => {
  test("the ledger deletes no payment and moves no status back, whatever the code does", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId);
    await site.verify(sessionId);
    const { id } = await paymentOf(sessionId);
    const { db } = site.database;
    for (const statement of [
      sql`delete from payments where id = ${id}`,
      sql`update payments set status = 'open' where id = ${id}`,
      sql`update payments set status = 'paid' where id = ${id}`,
      sql`update payments set amount_cents = 1 where id = ${id}`,
      sql`update payments set stripe_session_id = 'cs_other' where id = ${id}`,
      sql`delete from payment_events where payment_id = ${id}`,
      sql`update payment_events set at = now() where payment_id = ${id}`,
      sql`insert into payment_events (payment_id, event) values (${id}, 'fulfilled')`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/payments|payment|ledger|duplicate/);
    const events = await db
      .selectFrom("payment_events")
      .select("event")
      .where("payment_id", "=", id)
      .orderBy("id")
      .execute();
    expect(events.map(({ event }) => event)).toEqual(["created", "opened", "paid", "fulfilled"]);
  });
});
