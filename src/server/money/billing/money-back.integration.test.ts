import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { car as carSchema } from "#contract/cars.ts";
import { errorOf, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { carIdOf, createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { applyStock, checkStock, runImports } from "#testing/stock-files.ts";
import { syncRefundsAndDisputes } from "./refunds-and-disputes.commands.ts";

expectFaults(/crashed after/);

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

const carRow = (id: string) =>
  site.database.db.selectFrom("cars").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const mailsTo = async (user: Pick<TestUser, "email">) =>
  (await site.mails()).filter(({ to }) => to === user.email);
const subjectsTo = async (user: TestUser) => (await mailsTo(user)).map(({ subject }) => subject);

const statusOfCar = async (id: string) => (await site.call(`GET /api/cars/${id}`)).status;
const postsOf = (carId: string) =>
  site.database.db.selectFrom("social_posts").selectAll().where("car_id", "=", carId).execute();

interface Bought {
  seller: TestUser;
  sessionId: string;
  carId: string;
  intent: string;
  paymentId: string;
}

/** A car whose listing was paid for, with extras. */
async function buy(
  order: { days?: number; social?: boolean; carId?: string; by?: TestUser } = {},
): Promise<Bought> {
  const seller = order.by ?? (await site.registerSeller());
  const { by: _, ...rest } = order;
  const { sessionId } = await site.checkOut(seller, rest);
  await site.provider.pay(sessionId);
  const carId = carIdOf(await site.verify(sessionId));
  const { stripe_payment_intent: intent, id: paymentId } = await paymentOf(sessionId);
  return { seller, sessionId, carId, intent: intent ?? "", paymentId };
}

const refund = (intent: string, dollars?: number) =>
  site.provider.stripe.refunds.create({
    payment_intent: intent,
    ...(dollars === undefined ? {} : { amount: dollars * 100 }),
  });

/** What the admins' chart has as income, over all its days. */
async function income(admin: TestUser): Promise<number> {
  const { body } = await site.call("GET /api/admin/charts", { as: admin });
  const { days } = z.object({ days: z.array(z.object({ income: z.number() })) }).parse(body);
  return days.reduce((sum, day) => sum + Math.round(day.income * 100), 0) / 100;
}

describe("a partial refund by an admin at the provider", () => {
  test("a partial refund is in the ledger once, reduces the income and ends nothing", async () => {
    const admin = await site.registerUser({ isAdmin: true });
    const { seller, sessionId, carId, intent } = await buy({ days: 7, social: true });
    const before = await income(admin);
    await refund(intent, 4);
    await site.provider.waitForDeliveries();
    const told = site.provider.deliveries.filter(({ body }) => body.includes(`"${intent}"`));
    for (const delivery of [...told, ...told]) await site.deliver(delivery);
    await site.runUntilIdle();
    await refund(intent, 5);
    await site.runUntilIdle();
    await site.runUntilIdle();
    expect(await paymentOf(sessionId)).toMatchObject({ status: "fulfilled", refunded_cents: 900 });
    expect(before - (await income(admin))).toBe(9);
    expect(await carRow(carId)).toMatchObject({
      state: "active",
      sponsorship_days: 7,
      social_promotion: true,
    });
    expect(await postsOf(carId)).toHaveLength(1);
    const answer = await site.verify(sessionId);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, payment: { amount: 20, refunded: 9, disputed: false } },
    });
    const history = await site.call("GET /api/payment/history", { as: seller });
    expect(history.body).toMatchObject([{ status: "fulfilled", amount: 20, refunded: 9, refundedAt: null }]);
    const mails = (await mailsTo(seller)).filter(({ subject }) => subject.startsWith("Një pjesë"));
    expect(new Set(mails.map(({ text }) => /\$\d+/.exec(text)?.[0]))).toEqual(new Set(["$4", "$5"]));
    expect(mails[0]?.text).toContain("Ajo që keni blerë mbetet siç është.");
  });
});

test("refunds that several processes see at once are each in the ledger once", async () => {
  const { sessionId, intent, paymentId, seller } = await buy({ days: 17 });
  const { ctx } = site.services;
  // Each begins with a refund more at the provider, so that their writes come in any order.
  await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      await refund(intent, n + 1 > 5 ? 1 : 2);
      await syncRefundsAndDisputes(ctx, paymentId);
    }),
  );
  expect(await paymentOf(sessionId)).toMatchObject({ status: "fulfilled", refunded_cents: 1500 });
  await Promise.all([
    refund(intent),
    ...Array.from({ length: 5 }, () => syncRefundsAndDisputes(ctx, paymentId)),
  ]);
  await syncRefundsAndDisputes(ctx, paymentId);
  expect(await paymentOf(sessionId)).toMatchObject({ status: "refunded", refunded_cents: 2000 });
  await site.drainJobs();
  expect((await subjectsTo(seller)).filter((subject) => subject.endsWith("u kthye"))).toHaveLength(11);
});

describe("a full refund", () => {
  test("a full refund archives the car with its reason, ends sponsorship and post, and verify-session still returns 200", async () => {
    const { seller, sessionId, carId, intent } = await buy({ days: 7, social: true });
    await refund(intent, 8);
    await refund(intent);
    await site.runUntilIdle();
    await site.runUntilIdle();
    expect(await paymentOf(sessionId)).toMatchObject({ status: "refunded", refunded_cents: 2000 });
    expect(await statusOfCar(carId)).toBe(404);
    const own = await site.call(`GET /api/cars/${carId}`, { as: seller });
    expect(own.body).toMatchObject({
      deleted: true,
      feeRefunded: true,
      sponsored: false,
      sponsorshipDays: 0,
      socialPromotion: false,
    });
    expect(await postsOf(carId)).toEqual([]);
    expect(await site.verify(sessionId)).toMatchObject({
      status: 200,
      body: { success: true, payment: { amount: 20, refunded: 20 } },
    });
    const mail = (await mailsTo(seller)).filter(({ subject }) => subject.endsWith("u kthye"));
    expect(mail.map(({ text }) => text)).toEqual([expect.stringContaining("Vetura kaloi në arkiv")]);
    expect(mail[0]?.text).toContain("Sponsorizimi i veturës përfundoi.");
  });

  test("a full refund leaves a published post and the days of other payments", async () => {
    const { seller, carId, intent } = await buy({ days: 7, social: true });
    await site.database.db
      .updateTable("social_posts")
      .set({ posted_at: new Date() })
      .where("car_id", "=", carId)
      .execute();
    const extras = await buy({ by: seller, carId, days: 3 });
    await refund(extras.intent);
    await site.runUntilIdle();
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from sponsored_until - created_at)::float8 / 86400 as days from cars where id = ${carId}`.execute(
      site.database.db,
    );
    expect(rows[0]?.days).toBeCloseTo(7, 3);
    expect(await carRow(carId)).toMatchObject({
      state: "active",
      sponsorship_days: 7,
      social_promotion: true,
    });
    await refund(intent);
    await site.runUntilIdle();
    expect(await postsOf(carId)).toHaveLength(1);
    expect(await carRow(carId)).toMatchObject({ state: "archived", sponsorship_days: 0 });
  });

  test("a full refund of extras ends the extras and leaves the free listing", async () => {
    const seller = await site.registerUser();
    const { sessionId } = await site.checkOut(seller, { days: 5 }).catch(async () => {
      const answer = await site.call("POST /api/payment/create-checkout", {
        as: seller,
        body: { carData: await site.carFields(seller), amount: 5, sponsorshipDays: 5 },
      });
      return z.object({ sessionId: z.string() }).parse(answer.body);
    });
    await site.provider.pay(sessionId);
    const carId = carIdOf(await site.verify(sessionId));
    await refund((await paymentOf(sessionId)).stripe_payment_intent ?? "");
    await site.runUntilIdle();
    expect(await carRow(carId)).toMatchObject({
      state: "active",
      sponsorship_days: 0,
      fee_refunded_at: null,
    });
    expect(await statusOfCar(carId)).toBe(200);
  });

  test("a full refund is noticed although its events are lost for good", async () => {
    const { sessionId, carId, intent } = await buy();
    await refund(intent);
    const { db } = site.database;
    // As if the poll had seen everything until tomorrow.
    await sql`update provider_poll set seen_until = now() + interval '1 day', refunds_asked_at = '-infinity'`.execute(
      db,
    );
    await site.runUntilIdle();
    await sql`update provider_poll set seen_until = now()`.execute(db);
    expect((await paymentOf(sessionId)).status).toBe("refunded");
    expect(await statusOfCar(carId)).toBe(404);
  });

  test.each([0, 1])("a full refund with a crash after step %i is written once", async (step) => {
    const { seller, sessionId, intent, paymentId } = await buy({ days: 2 });
    await refund(intent);
    await site.provider.waitForDeliveries();
    const told = site.provider.deliveries.filter(
      ({ body, type }) => type === "charge.refunded" && body.includes(`"${intent}"`),
    );
    for (const delivery of told) await site.deliver(delivery);
    site.crashAfter(step);
    await site.drainJobs();
    site.crashAfter(null);
    await site.runUntilIdle();
    expect(await paymentOf(sessionId)).toMatchObject({ status: "refunded", refunded_cents: 500 });
    const parts = await site.database.db
      .selectFrom("payment_refunds")
      .select("amount_cents")
      .where("payment_id", "=", paymentId)
      .execute();
    expect(parts).toEqual([{ amount_cents: 500 }]);
    expect((await subjectsTo(seller)).filter((subject) => subject.endsWith("u kthye"))).toHaveLength(1);
  });
});

describe("a car that was archived because its fee was refunded", () => {
  test("restoring the car returns 402 with the fee, and paying it lists the car again", async () => {
    const { seller, carId, intent } = await buy({ days: 2 });
    await refund(intent);
    await site.runUntilIdle();
    const refused = await site.call(`PUT /api/cars/${carId}/restore`, { as: seller });
    expect([refused.status, errorOf(refused)]).toMatchObject([402, { code: "payment_required", amount: 3 }]);
    const wrong = await site.call("POST /api/payment/create-checkout", {
      as: seller,
      body: { carId, amount: 0 },
    });
    expect([wrong.status, errorOf(wrong)]).toMatchObject([409, { code: "price_changed", amount: 3 }]);
    const open = async () => {
      const answer = await site.call("POST /api/payment/create-checkout", {
        as: seller,
        body: { carId, amount: 3 },
      });
      expect(answer.status).toBe(200);
      return z.object({ sessionId: z.string() }).parse(answer.body).sessionId;
    };
    const [first, second] = [await open(), await open()];
    await site.provider.pay(first);
    expect((await site.verify(first)).status).toBe(200);
    expect(await statusOfCar(carId)).toBe(200);
    const own = await site.call(`GET /api/cars/${carId}`, { as: seller });
    expect(carSchema.parse(own.body)).not.toHaveProperty("feeRefunded");
    // The same car is paid twice: the second payment is refunded, the car stays.
    await site.provider.pay(second);
    await site.verify(second);
    await site.runUntilIdle();
    expect(await paymentOf(second)).toMatchObject({ status: "refunded", refund_reason: "already_published" });
    expect(await statusOfCar(carId)).toBe(200);
    // And the second listing's fee can go back like the first one's.
    await refund((await paymentOf(first)).stripe_payment_intent ?? "");
    await site.runUntilIdle();
    expect(await statusOfCar(carId)).toBe(404);
  });

  test("a dealer restores the car free, and it then depends on the subscription", async () => {
    const { seller, carId, intent } = await buy();
    await refund(intent);
    await site.runUntilIdle();
    await site.database.db
      .updateTable("users")
      .set({ dealer_until: new Date(Date.now() + 86_400_000) })
      .where("id", "=", seller.id)
      .execute();
    expect((await site.call(`PUT /api/cars/${carId}/restore`, { as: seller })).status).toBe(200);
    expect(await carRow(carId)).toMatchObject({ published_as_dealer: true, fee_refunded_at: null });
  });
});

test.each(["listed again", "undone"])(
  "a car that an import archived and whose fee went back stays there when the import is %s",
  async (way) => {
    const seller = await site.registerSeller({ phone: "+38344123456" });
    const { carId, intent } = await buy({ by: seller });
    await site.database.db.updateTable("cars").set({ reference: "P-1" }).where("id", "=", carId).execute();
    await site.database.db
      .updateTable("users")
      .set({ dealer_until: new Date(Date.now() + 86_400_000) })
      .where("id", "=", seller.id)
      .execute();
    const exported = String((await site.call("GET /api/dealer/export.csv", { as: seller })).body);
    await site.publishCar(seller, { reference: "D-1" });
    const withOther = String((await site.call("GET /api/dealer/export.csv", { as: seller })).body);
    const without = withOther
      .split("\r\n")
      .filter((line) => !line.includes("P-1"))
      .join("\r\n");
    const { id } = await applyStock(site, seller, (await checkStock(site, seller, without)).id, {
      archiveMissing: true,
      confirm: true,
    });
    expect(await carRow(carId)).toMatchObject({ state: "archived", archived_by_import: true });
    await refund(intent);
    await site.runUntilIdle();
    expect((await carRow(carId)).fee_refunded_at).not.toBeNull();
    if (way === "undone") {
      await site.call(`POST /api/dealer/imports/${id}/revert`, { as: seller });
      await runImports(site);
    } else await applyStock(site, seller, (await checkStock(site, seller, exported)).id);
    const after = await carRow(carId);
    expect([after.state, after.fee_refunded_at === null]).toEqual(["archived", false]);
  },
);

const openDisputes = async (admin: TestUser) => {
  const { body } = await site.call("GET /api/admin/health", { as: admin });
  return z.object({ payments: z.object({ disputes: z.number() }) }).parse(body).payments.disputes;
};

describe("a dispute", () => {
  test("a dispute suspends what was bought, mails admins and owner, and winning it returns everything", async () => {
    const admin = await site.registerUser({ isAdmin: true });
    const { seller, sessionId, carId, intent } = await buy({ days: 7, social: true });
    const dispute = site.provider.dispute(intent);
    await site.runUntilIdle();
    expect(await statusOfCar(carId)).toBe(404);
    expect((await site.call(`GET /api/cars/${carId}`, { as: seller })).body).toMatchObject({
      unlisted: "disputed",
      sponsored: false,
    });
    expect(await postsOf(carId)).toEqual([]);
    expect(await openDisputes(admin)).toBe(1);
    expect(await site.verify(sessionId)).toMatchObject({
      status: 200,
      body: { payment: { refunded: 0, disputed: true } },
    });
    expect(await subjectsTo(admin)).toEqual([expect.stringContaining("Një pagesë është kundërshtuar")]);
    expect(await subjectsTo(seller)).toContainEqual(expect.stringMatching(/është kundërshtuar$/));
    // Two days pass at the bank: they are not lost.
    await sql`update cars set sponsored_until = sponsored_until - interval '2 days' where id = ${carId}`.execute(
      site.database.db,
    );
    site.provider.decideDispute(dispute, "won");
    await site.runUntilIdle();
    await site.runUntilIdle();
    expect(await statusOfCar(carId)).toBe(200);
    const car = await carRow(carId);
    expect(car).toMatchObject({ disputed_at: null, sponsorship_days: 7, social_promotion: true });
    expect(((car.sponsored_until?.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    expect(await postsOf(carId)).toHaveLength(1);
    expect(await paymentOf(sessionId)).toMatchObject({ status: "fulfilled", refunded_cents: 0 });
    expect(await openDisputes(admin)).toBe(0);
    expect(await subjectsTo(admin)).toHaveLength(2);
    expect(await subjectsTo(seller)).toContainEqual(expect.stringMatching(/u mbyll$/));
  });

  test("a whole refund that leaves what was bought gives it back, where the won dispute is only known with it", async () => {
    const admin = await site.registerUser({ isAdmin: true });
    const { sessionId, carId, intent } = await buy({ days: 7, social: true });
    const dispute = site.provider.dispute(intent);
    await site.runUntilIdle();
    expect(await statusOfCar(carId)).toBe(404);
    site.provider.decideDispute(dispute, "won");
    const { id } = await paymentOf(sessionId);
    const refund = await site.call(`POST /api/admin/payments/${id}/refund`, {
      as: admin,
      body: { reason: "Kulancë", endsWhatItBought: false },
    });
    expect(refund.status).toBe(200);
    await site.runUntilIdle();
    expect(await paymentOf(sessionId)).toMatchObject({ status: "refunded", suspended_at: null });
    expect(await statusOfCar(carId)).toBe(200);
    expect(await carRow(carId)).toMatchObject({ disputed_at: null, sponsorship_days: 7 });
    expect(await postsOf(carId)).toHaveLength(1);
  });

  test("a lost dispute counts as a full refund", async () => {
    const { seller, sessionId, carId, intent } = await buy({ days: 7, social: true });
    const dispute = site.provider.dispute(intent);
    await site.runUntilIdle();
    site.provider.decideDispute(dispute, "lost");
    await site.runUntilIdle();
    expect(await paymentOf(sessionId)).toMatchObject({
      status: "refunded",
      refunded_cents: 2000,
      suspended_at: null,
    });
    expect(await carRow(carId)).toMatchObject({ state: "archived", disputed_at: null, sponsorship_days: 0 });
    const mail = (await mailsTo(seller)).find(({ subject }) => subject.endsWith("u kthye"));
    expect(mail?.text).toContain("Banka e kartelës suaj e ktheu pagesën");
    const refused = await site.call(`PUT /api/cars/${carId}/restore`, { as: seller });
    expect(refused.status).toBe(402);
  });

  test("a lost dispute about extras takes back their days once and leaves the days of other payments", async () => {
    const { seller, carId } = await buy({ days: 7 });
    const extras = await buy({ by: seller, carId, days: 3 });
    const dispute = site.provider.dispute(extras.intent);
    await site.runUntilIdle();
    expect(await carRow(carId)).toMatchObject({ disputed_at: null, sponsorship_days: 7 });
    site.provider.decideDispute(dispute, "lost");
    await site.runUntilIdle();
    expect(await carRow(carId)).toMatchObject({ state: "active", sponsorship_days: 7 });
    expect(await statusOfCar(carId)).toBe(200);
  });

  test("a dispute about a part suspends too, and losing it takes back that part only", async () => {
    const { sessionId, carId, intent } = await buy({ days: 7 });
    const dispute = site.provider.dispute(intent, { amount: 400 });
    await site.runUntilIdle();
    expect(await statusOfCar(carId)).toBe(404);
    site.provider.decideDispute(dispute, "lost");
    await site.runUntilIdle();
    expect(await paymentOf(sessionId)).toMatchObject({ status: "fulfilled", refunded_cents: 400 });
    expect(await statusOfCar(carId)).toBe(200);
    expect(await carRow(carId)).toMatchObject({ sponsorship_days: 7 });
  });

  test("an inquiry suspends nothing and mails the admins", async () => {
    const admin = await site.registerUser({ isAdmin: true });
    const { carId, intent, seller } = await buy({ days: 7 });
    const inquiry = site.provider.dispute(intent, { inquiry: true });
    await site.runUntilIdle();
    expect(await statusOfCar(carId)).toBe(200);
    expect(await subjectsTo(admin)).toEqual([expect.stringContaining("Një bankë pyet")]);
    site.provider.decideDispute(inquiry, "warning_closed");
    await site.runUntilIdle();
    expect(await statusOfCar(carId)).toBe(200);
    expect((await subjectsTo(seller)).filter((subject) => subject.includes("kundërsht"))).toEqual([]);
  });

  test("a dispute whose events arrive twice and in the wrong order ends as the bank decided", async () => {
    const { carId, intent, sessionId } = await buy({ days: 7 });
    const dispute = site.provider.dispute(intent);
    site.provider.decideDispute(dispute, "under_review");
    site.provider.decideDispute(dispute, "won");
    await site.provider.waitForDeliveries();
    const told = site.provider.deliveries.filter(({ body }) => body.includes(`"${dispute}"`));
    for (const delivery of told.toReversed().flatMap((one) => [one, one])) {
      await site.deliver(delivery);
      await site.drainJobs();
    }
    expect(await statusOfCar(carId)).toBe(200);
    expect(await paymentOf(sessionId)).toMatchObject({ suspended_at: null, refunded_cents: 0 });
  });

  test("a dispute known before the payment is fulfilled suspends what is published afterwards", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller);
    await site.provider.pay(sessionId, "4000000000000259");
    await site.provider.waitForDeliveries();
    const told = site.provider.deliveries.filter(({ body }) => body.includes("charge.dispute.created"));
    for (const delivery of told) await site.deliver(delivery);
    await site.drainJobs();
    const carId = carIdOf(await site.verify(sessionId));
    await site.drainJobs();
    expect(await statusOfCar(carId)).toBe(404);
    expect((await paymentOf(sessionId)).suspended_at).not.toBeNull();
  });

  test("a dispute's old state that is written after it was won suspends nothing", async () => {
    const { carId, intent, paymentId, sessionId } = await buy({ days: 7 });
    const { ctx } = site.services;
    const dispute = site.provider.dispute(intent);
    let overtaken = false;
    await syncRefundsAndDisputes(
      {
        ...ctx,
        step: async (name) => {
          if (name !== "money back read" || overtaken) return;
          overtaken = true;
          await syncRefundsAndDisputes(ctx, paymentId);
          site.provider.decideDispute(dispute, "won");
          await syncRefundsAndDisputes(ctx, paymentId);
        },
      },
      paymentId,
    );
    expect(await statusOfCar(carId)).toBe(200);
    expect(await paymentOf(sessionId)).toMatchObject({ suspended_at: null });
    expect(await carRow(carId)).toMatchObject({ sponsorship_days: 7 });
  });
});

describe("the ledger", () => {
  test.each([
    ["less than before", sql`refunded_cents = refunded_cents - 1`],
    ["more than was paid", sql`refunded_cents = amount_cents + 1`],
    ["refunded in part", sql`status = 'refunded'`],
  ])("the ledger refuses an update of a payment's refund: %s", async (_, change) => {
    const { intent, paymentId } = await buy();
    await refund(intent, 1);
    await site.runUntilIdle();
    const write = sql`update payments set ${change} where id = ${paymentId}`.execute(site.database.db);
    await expect(write).rejects.toThrow(/went back|payments_refunded/);
  });

  test("the ledger never deletes or changes a refund", async () => {
    const { db } = site.database;
    await expect(sql`delete from payment_refunds`.execute(db)).rejects.toThrow(/written once/);
    await expect(sql`update payment_refunds set amount_cents = 1`.execute(db)).rejects.toThrow(
      /written once/,
    );
  });
});
