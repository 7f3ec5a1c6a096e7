import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminPaymentDetails, paymentSums } from "#contract/admin-payments.ts";
import { checkout } from "#contract/payments.ts";
import { user as userSchema } from "#contract/accounts.ts";
import { type Answer, carOf, errorOf, type TestUser } from "#testing/app.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

let site: PaymentSite;
let admin: TestUser;
beforeAll(async () => {
  site = await createPaymentSite();
  admin = await site.registerUser({ isAdmin: true });
});
afterAll(() => site.close());

let documents = 0;
const enter = (
  body: { userId: string } & Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  site.call("POST /api/admin/payments", {
    as: admin,
    body: {
      what: "listing",
      amount: 3,
      currency: "EUR",
      document: `Arka ${(documents += 1)}/2026`,
      ...body,
    },
    headers,
  });
const refund = async (id: string, body: object = {}) =>
  site.call(`POST /api/admin/payments/${id}/refund`, { as: admin, body: { reason: "Gabim", ...body } });
const paid = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 201 });
  return adminPaymentDetails.parse(answer.body);
};
const carsOf = (seller: TestUser) =>
  site.database.db
    .selectFrom("cars")
    .select(["id", "state", "sponsorship_days as days"])
    .where("owner_id", "=", seller.id)
    .execute();
const me = async (as: TestUser) => userSchema.parse((await site.call("GET /api/me", { as })).body);
const daysUntil = (moment: string | null | undefined) =>
  Math.round((Date.parse(moment ?? "") - Date.now()) / 86_400_000);

async function sweep(): Promise<void> {
  const task = site.services.schedule["sweep_dealer_months"];
  if (task === undefined) throw new Error("no sweep");
  await task.run(new AbortController().signal);
}

describe("a listing paid by bank or cash", () => {
  test("the car that waits for its fee is published with its extras, and its card page cannot be paid any more", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = await site.checkOut(seller, { days: 5, social: true });
    expect(await carsOf(seller)).toEqual([]);
    const waiting = await site.call(`GET /api/admin/users/${seller.id}/waiting-payments`, { as: admin });
    expect(waiting.body).toMatchObject({ cars: [{ name: "Volkswagen Golf" }], dealerUntil: null });
    const answer = paid(await enter({ userId: seller.id, amount: 16.5, method: "cash" }));
    expect(answer).toMatchObject({
      kind: "car",
      status: "fulfilled",
      method: "cash",
      amount: 16.5,
      currency: "eur",
      enteredBy: admin.email,
      provider: null,
      ends: ["listing", "sponsorship", "social"],
    });
    const [car] = await carsOf(seller);
    expect(car).toMatchObject({ state: "active", days: 5 });
    expect((await site.call(`GET /api/cars/${car?.id}`)).status).toBe(200);
    await site.runUntilIdle();
    const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId);
    expect(session.status).toBe("expired");
    expect((await site.verify(sessionId)).status).toBe(402);
    const mail = (await site.mails()).find((one) => one.to === seller.email);
    expect(mail?.text).toContain("16,50 €");
    expect(await carsOf(seller)).toHaveLength(1);
  });

  test("a car in the archive whose fee went back is listed again, and the named one of several is taken", async () => {
    const seller = await site.registerSeller();
    const first = paid((await site.checkOut(seller), await enter({ userId: seller.id })));
    await refund(first.id);
    expect((await carsOf(seller))[0]?.state).toBe("archived");
    await site.checkOut(seller);
    const [archived] = await carsOf(seller);
    const again = paid(
      await enter({ userId: seller.id, waitingId: archived?.id, amount: 3, currency: "usd" }),
    );
    expect(again).toMatchObject({ kind: "extras", carId: archived?.id, ends: ["listing"] });
    expect(await carsOf(seller)).toMatchObject([{ state: "active" }]);
  });

  test("without a car that waits nothing is entered, and a suspended account is refused", async () => {
    const seller = await site.registerSeller();
    const none = await enter({ userId: seller.id });
    expect(none.status).toBe(409);
    expect(errorOf(none).code).toBe("nothing_waiting");
    await site.checkOut(seller);
    const body = { reason: "Mashtrim" };
    await site.call(`POST /api/admin/users/${seller.id}/suspension`, { as: admin, body });
    expect((await enter({ userId: seller.id })).status).toBe(403);
    const rows = await site.database.db
      .selectFrom("payments")
      .select("method")
      .where("user_id", "=", seller.id)
      .execute();
    expect(rows).toEqual([{ method: "card" }]);
    expect((await enter({ userId: "01920000-0000-7000-8000-000000000000" })).status).toBe(404);
  });

  test("a document is entered once, however it is written and at once, and so is a request with one key", async () => {
    const sellers = await Promise.all([1, 2, 3].map(() => site.registerSeller()));
    for (const seller of sellers) await site.checkOut(seller);
    const [one, two, three] = sellers;
    const document = "NLB 77 / 2026";
    const answers = await Promise.all([
      enter({ userId: one?.id ?? "", document }),
      enter({ userId: two?.id ?? "", document: "nlb 77/2026" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
    const refused = await enter({ userId: three?.id ?? "", document: "NLB77/2026" });
    expect(refused.status).toBe(400);
    expect(errorOf(refused).fields).toHaveProperty("document");
    const key = { "Idempotency-Key": "arka" };
    const order = { userId: three?.id ?? "", document: "Arka e tretë" };
    const twice = await Promise.all([enter(order, key), enter(order, key)]);
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(await carsOf(three ?? admin)).toHaveLength(1);
  });

  test("wrong fields are refused by name", async () => {
    const seller = await site.registerSeller();
    const wrong = {
      what: "dhuratë",
      amount: -3,
      currency: "GBP",
      document: " ",
      months: 0,
      method: "card",
    };
    for (const [name, value] of Object.entries(wrong)) {
      const answer = await enter({ userId: seller.id, [name]: value });
      expect(answer.status, name).toBe(400);
      expect(errorOf(answer).fields, name).toHaveProperty(name);
    }
    // Less than a cent is nothing.
    expect(errorOf(await enter({ userId: seller.id, amount: 1e-9 })).fields).toHaveProperty("amount");
    expect(errorOf(await enter({ userId: seller.id, months: 2 })).fields).toHaveProperty("months");
  });

  test("sums that are held against the provider leave payments by bank and cash out", async () => {
    const seller = await site.registerSeller();
    await site.checkOut(seller);
    const sums = async () => {
      const { body } = await site.call("GET /api/admin/payments/sums", { as: admin });
      return paymentSums.parse(body).sums.find(({ currency }) => currency === "usd");
    };
    const before = await sums();
    paid(await enter({ userId: seller.id, amount: 3, currency: "usd" }));
    const after = await sums();
    expect((after?.gross ?? 0) - (before?.gross ?? 0)).toBe(3);
    expect((after?.card ?? 0) - (before?.card ?? 0)).toBe(0);
  });
});

describe("months of a dealer paid by bank or cash", () => {
  test("months make a dealer at once, further ones follow, and all of the money back ends them", async () => {
    const person = await site.registerUser();
    const order = { userId: person.id, what: "dealer", amount: 150, months: 3 };
    const first = paid(await enter(order));
    expect(first).toMatchObject({
      kind: "subscription",
      months: 3,
      status: "fulfilled",
      ends: ["subscription"],
    });
    const dealer = await me(person);
    expect(dealer.isDealer).toBe(true);
    expect(daysUntil(dealer.dealerSubscription?.expiresAt)).toBeGreaterThan(85);
    const car = carOf(await site.call("POST /api/cars", { as: person, body: await site.carFields(person) }));
    const second = paid(await enter({ ...order, months: 1 }));
    expect(daysUntil((await me(person)).dealerSubscription?.expiresAt)).toBeGreaterThan(115);
    await site.drainJobs();
    const mails = (await site.mails()).filter(({ to }) => to === person.email);
    expect(new Set(mails.map(({ text }) => /për \d muaj/.exec(text)?.[0]))).toEqual(
      new Set(["për 1 muaj", "për 3 muaj"]),
    );
    await site.services.invoices.schedule["sweep_invoices"]?.run(new AbortController().signal);
    const [invoice] = await site.database.db
      .selectFrom("invoices")
      .select("facts")
      .where("payment_id", "=", first.id)
      .execute();
    expect(invoice?.facts).toMatchObject({
      lines: [{ text: expect.stringContaining("3 muaj"), cents: 15_000 }],
    });
    // By card nothing is sold twice.
    const signup = {
      businessName: "Auto Gashi",
      businessAddress: "Rr. Nëna Terezë 12, Prizren",
      taxNumber: "811234567",
      website: "autogashi.com",
      businessType: "dealership",
    };
    const open = await site.call("POST /api/payment/create-dealer-subscription", {
      as: person,
      body: signup,
    });
    expect(errorOf(open).code).toBe("already_subscribed");
    await refund(second.id);
    expect((await me(person)).isDealer).toBe(true);
    await refund(first.id, { endsWhatItBought: true });
    expect((await me(person)).isDealer).toBe(false);
    expect((await site.call(`GET /api/cars/${car._id}`)).status).toBe(404);
  });

  test("months whose money goes back leave no gap: those that follow begin where they would have", async () => {
    const person = await site.registerUser();
    const order = { userId: person.id, what: "dealer", amount: 50 };
    const runs = async () => daysUntil((await me(person)).dealerSubscription?.expiresAt);
    const [three, one, two] = [
      paid(await enter({ ...order, months: 3 })),
      paid(await enter({ ...order, months: 1 })),
      paid(await enter({ ...order, months: 2 })),
    ];
    // A month has 28 to 31 days.
    expect(await runs()).toBeGreaterThan(178);
    await refund(one.id);
    expect(await runs()).toBeGreaterThan(148);
    expect(await runs()).toBeLessThan(155);
    await refund(three.id);
    expect((await me(person)).isDealer).toBe(true);
    expect(await runs()).toBeGreaterThan(58);
    expect(await runs()).toBeLessThan(63);
    await refund(two.id);
    expect((await me(person)).isDealer).toBe(false);
  });

  test("a dealer is mailed once a week before the last months end and once when they have, and not while others follow", async () => {
    const { db } = site.database;
    const person = await site.registerUser();
    const byHand = await site.registerUser({ isDealerByHand: true });
    paid(await enter({ userId: byHand.id, what: "dealer", amount: 50, months: 1 }));
    const continues = await site.registerUser();
    const first = paid(await enter({ userId: person.id, what: "dealer", amount: 50, months: 1 }));
    for (let month = 0; month < 2; month += 1)
      paid(await enter({ userId: continues.id, what: "dealer", amount: 50, months: 1 }));
    const pass = async (days: number) => {
      const by = sql`make_interval(days => ${sql.lit(days)})`;
      await sql`update dealer_months set starts_at = starts_at - ${by}, ends_at = ends_at - ${by}`.execute(
        db,
      );
      await sql`update users set dealer_until = dealer_until - ${by} where dealer_until is not null`.execute(
        db,
      );
      // A crash in between, then two processes at once, then once more.
      site.crashAfter(0);
      await sweep().catch(() => {});
      site.crashAfter(null);
      await Promise.all([sweep(), sweep()]);
      expect(await site.drainJobs()).toEqual([]);
      await sweep();
      expect(await site.drainJobs()).toEqual([]);
    };
    const told = async ({ email }: TestUser) =>
      (await site.mails())
        .filter(({ to }) => to === email)
        .flatMap(({ subject }) => /përfund(?:ojnë|uar)/.exec(subject)?.[0] ?? [])
        .toSorted();
    // A month has 28 days at least, 31 at most.
    await pass(20);
    expect(await told(person)).toEqual([]);
    await pass(5);
    expect(await told(person)).toEqual(["përfundojnë"]);
    await pass(2);
    expect(await told(person)).toEqual(["përfundojnë"]);
    await pass(6);
    expect(await told(person)).toEqual(["përfundojnë", "përfunduar"]);
    expect((await me(person)).isDealer).toBe(false);
    await pass(5);
    expect(await told(person)).toEqual(["përfundojnë", "përfunduar"]);
    expect(await told(continues)).toEqual([]);
    expect(await told(byHand)).toEqual([]);
    const { body } = await site.call(`GET /api/admin/payments/${first.id}`, { as: admin });
    expect(adminPaymentDetails.parse(body).mails.map(({ kind }) => kind)).toEqual([
      "receipt",
      "ending",
      "ended",
    ]);
  });

  test("months whose money went back, or that others follow by the time the mail leaves, are not mailed about", async () => {
    const person = await site.registerUser();
    const { id } = paid(await enter({ userId: person.id, what: "dealer", amount: 50, months: 1 }));
    const refunded = await site.registerUser();
    const back = paid(await enter({ userId: refunded.id, what: "dealer", amount: 50, months: 1 }));
    const by = sql`interval '26 days'`;
    for (const user of [person, refunded]) {
      await sql`update dealer_months set starts_at = starts_at - ${by}, ends_at = ends_at - ${by} where user_id = ${user.id}`.execute(
        site.database.db,
      );
      await sql`update users set dealer_until = dealer_until - ${by} where id = ${user.id}`.execute(
        site.database.db,
      );
    }
    await sweep();
    paid(await enter({ userId: person.id, what: "dealer", amount: 50, months: 1 }));
    await refund(back.id);
    expect(await site.drainJobs()).toEqual([]);
    const subjects = (await site.mails())
      .filter(({ to }) => to === person.email || to === refunded.email)
      .map(({ subject }) => subject);
    expect(subjects.filter((subject) => /përfundojnë/.test(subject))).toEqual([]);
    expect(id).not.toBe(back.id);
  });

  test("a part that goes back ends nothing, and is in the ledger without a provider", async () => {
    const person = await site.registerUser();
    const { id } = paid(await enter({ userId: person.id, what: "dealer", amount: 50, months: 1 }));
    const calls = site.provider.deliveries.length;
    expect(await refund(id, { amount: 20 })).toMatchObject({
      status: 200,
      body: { refunded: 20, left: 30, status: "fulfilled", refunds: [{ amount: 20, by: admin.email }] },
    });
    expect((await me(person)).isDealer).toBe(true);
    expect(site.provider.deliveries).toHaveLength(calls);
    await site.drainJobs();
    const mail = (await site.mails()).find(
      ({ to, subject }) => to === person.email && subject.startsWith("Një pjesë"),
    );
    expect(mail?.text).toContain("20,00 €");
    expect(mail?.text).not.toContain("kartelë");
  });

  test("a signup that was begun gives its business data and its card page closes; a subscription that renews is refused", async () => {
    const person = await site.registerUser();
    const signup = {
      businessName: "Auto Banka",
      businessAddress: "Rr. Nëna Terezë 12, Prizren",
      taxNumber: "811234567",
      website: "autobanka.com",
      businessType: "dealership",
    };
    await site.call("POST /api/payment/create-dealer-subscription", { as: person, body: signup });
    paid(await enter({ userId: person.id, what: "dealer", amount: 50 }));
    const dealer = await site.call(`GET /api/dealers/${person.id}`);
    expect(dealer.body).toMatchObject({ businessName: "Auto Banka" });
    const other = await site.registerUser();
    const { body } = await site.call("POST /api/payment/create-dealer-subscription", {
      as: other,
      body: signup,
    });
    const { sessionId } = checkout.parse(body);
    await site.provider.pay(sessionId);
    await site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } });
    const refused = await enter({ userId: other.id, what: "dealer", amount: 50 });
    expect(refused.status).toBe(409);
    expect(errorOf(refused).code).toBe("already_subscribed");
  });

  test("a cancelled subscription is not taken up again while months paid by bank follow it, so that nobody pays twice", async () => {
    const dealer = await site.registerUser();
    const { body } = await site.call("POST /api/payment/create-dealer-subscription", {
      as: dealer,
      body: { businessName: "Auto Dyfish", businessAddress: "Rr. B 1, Pejë" },
    });
    const { sessionId } = checkout.parse(body);
    await site.provider.pay(sessionId);
    await site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } });
    const reactivate = () => site.call("POST /api/dealer/reactivate-subscription", { as: dealer });
    await site.call("POST /api/dealer/cancel-subscription", { as: dealer });
    const { id } = paid(await enter({ userId: dealer.id, what: "dealer", amount: 100, months: 2 }));
    const refused = await reactivate();
    expect([refused.status, errorOf(refused).code]).toEqual([409, "already_subscribed"]);
    const again = await enter({ userId: dealer.id, what: "dealer", amount: 50 });
    // It still ends with its period: further months may follow.
    const further = paid(again).id;
    for (const month of [further, id]) await refund(month);
    expect((await reactivate()).status).toBe(200);
  });
});
