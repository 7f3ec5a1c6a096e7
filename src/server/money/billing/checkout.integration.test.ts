import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout as checkoutSchema } from "#contract/payments.ts";
import { errorOf, pictureDataUrl, type TestUser } from "#testing/app.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite();
});
afterAll(() => site.close());

const open = async (as: TestUser, changes: Record<string, unknown> = {}, headers = {}) =>
  site.call("POST /api/payment/create-checkout", {
    as,
    body: { carData: await site.carFields(as), amount: 3, ...changes },
    headers,
  });

const paymentsOf = (user: TestUser) =>
  site.database.db.selectFrom("payments").selectAll().where("user_id", "=", user.id).execute();

describe("opening a checkout", () => {
  test("the checkout opens the provider's page with the server's amounts and the return address", async () => {
    const seller = await site.registerSeller();
    const answer = await open(seller, { amount: 20, sponsorshipDays: 7, socialPromotion: true });
    const { sessionId, checkoutUrl } = checkoutSchema.parse(answer.body);
    const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId);
    const [payment] = await paymentsOf(seller);
    expect(session).toMatchObject({
      url: checkoutUrl,
      mode: "payment",
      amount_total: 2000,
      currency: "usd",
      customer_email: seller.email,
      client_reference_id: payment?.id,
      metadata: { paymentId: payment?.id },
      success_url: "http://localhost:3000/payment/success?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "http://localhost:3000/payment/failed?reason=canceled",
    });
    expect(payment).toMatchObject({ kind: "car", status: "open", amount_cents: 2000 });
    expect(payment?.car_data).not.toHaveProperty("images");
  });

  test("a guest cannot open a checkout", async () => {
    expect((await site.call("POST /api/payment/create-checkout", { body: {} })).status).toBe(401);
  });

  test("the checkout validates the car as publishing does and names the fields as in the form", async () => {
    const seller = await site.registerSeller();
    const carData = { ...(await site.carFields(seller)), price: 5 };
    const answer = await open(seller, { carData });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).fields).toEqual({ price: "Çmimi duhet të jetë të paktën 1000€" });
    expect(await paymentsOf(seller)).toEqual([]);
  });

  test("the checkout ignores what a car carries from an earlier answer", async () => {
    const seller = await site.registerSeller();
    const carData = { ...(await site.carFields(seller)), _id: "x", sponsorshipDays: 30, paidAmount: 1000 };
    expect((await open(seller, { carData })).status).toBe(200);
  });

  test.each([
    ["less than the fee", 2],
    ["more", 4],
    ["a cent less", 2.99],
    ["nothing", 0],
    ["a negative amount", -3],
  ])("a checkout with a wrong amount is answered with the right price: %s", async (_, amount) => {
    const seller = await site.registerSeller();
    const answer = await open(seller, { amount });
    expect(answer.status).toBe(409);
    expect(errorOf(answer)).toMatchObject({ code: "price_changed", amount: 3 });
    expect(await paymentsOf(seller)).toEqual([]);
  });

  test.each([
    ["31 days", { sponsorshipDays: 31, amount: 34 }],
    ["-1 days", { sponsorshipDays: -1, amount: 2 }],
  ])("a checkout for %s of sponsorship is refused", async (_, changes) => {
    expect((await open(await site.registerSeller(), changes)).status).toBe(400);
  });

  test("another currency is refused as an unknown key", async () => {
    const answer = await open(await site.registerSeller(), { currency: "all" });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).fields).toHaveProperty("currency");
  });

  test("a checkout with nothing to pay is refused: a first car, a dealer's car", async () => {
    const first = await open(await site.registerUser(), { amount: 0 });
    expect([first.status, errorOf(first).code]).toEqual([400, "nothing_to_pay"]);
    const dealer = await open(await site.registerUser({ isDealerByHand: true }));
    expect(errorOf(dealer).code).toBe("nothing_to_pay");
  });

  test("the checkout of a first car with extras costs the extras alone", async () => {
    const answer = await open(await site.registerUser(), { amount: 5, sponsorshipDays: 5 });
    const { sessionId } = checkoutSchema.parse(answer.body);
    const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId);
    expect(session.amount_total).toBe(500);
  });

  test("a checkout with another person's photos is refused", async () => {
    const seller = await site.registerSeller();
    const foreign = await site.photoOf(await site.registerUser());
    const carData = await site.carFields(seller, { images: [foreign] });
    const answer = await open(seller, { carData });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).fields).toHaveProperty("images");
  });

  test("pictures in the checkout's body are stored and not swept while the checkout is open", async () => {
    const seller = await site.registerSeller();
    const carData = await site.carFields(seller, {
      images: [await pictureDataUrl(), await site.photoOf(seller)],
    });
    const { sessionId } = checkoutSchema.parse((await open(seller, { carData })).body);
    const { deleteUnusedPhotos } = await import("#server/market/photos/photos.queries.ts");
    const future = new Date(Date.now() + 365 * 86_400_000);
    const sweep = () =>
      deleteUnusedPhotos(site.database.db, { before: future, ownerlessBefore: future }, 1000);
    await sweep();
    await site.provider.pay(sessionId);
    const answer = await site.verify(sessionId);
    expect(answer.body).toMatchObject({
      success: true,
      car: { images: [expect.anything(), expect.anything()] },
    });
    await sweep();
    const photos = await site.database.db
      .selectFrom("photos")
      .select("id")
      .where("owner_id", "=", seller.id)
      .execute();
    expect(photos).toHaveLength(2);
  });

  test("the photos of an expired checkout are swept", async () => {
    const seller = await site.registerSeller();
    const { sessionId } = checkoutSchema.parse((await open(seller)).body);
    await site.provider.expire(sessionId);
    await site.runUntilIdle();
    expect((await paymentsOf(seller))[0]).toMatchObject({ status: "expired", car_data: null });
    const held = await site.database.db
      .selectFrom("payment_photos as pp")
      .innerJoin("payments as p", "p.id", "pp.payment_id")
      .select("pp.photo_id")
      .where("p.user_id", "=", seller.id)
      .execute();
    expect(held).toEqual([]);
  });
});

describe("extras for a car on sale", () => {
  test("extras cost the extras alone and are sold for one's own car on sale", async () => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    const { sessionId } = await site.checkOut(seller, { carId: car._id, days: 3 });
    expect((await site.provider.stripe.checkout.sessions.retrieve(sessionId)).amount_total).toBe(300);

    const extras = { carData: undefined, carId: car._id, amount: 3, sponsorshipDays: 3 };
    const stranger = await open(await site.registerUser(), extras);
    expect([stranger.status, errorOf(stranger).code]).toEqual([403, "not_yours"]);
    // An admin buys nothing for others either.
    const admin = await open(await site.registerUser({ isAdmin: true }), extras);
    expect([admin.status, errorOf(admin).code]).toEqual([403, "not_yours"]);
    await site.call(`PUT /api/cars/${car._id}/sold`, { as: seller });
    expect((await open(seller, extras)).status).toBe(409);
    const unknown = await open(seller, { ...extras, carId: "x" });
    expect(unknown.status).toBe(404);
    const both = await open(seller, { ...extras, carData: await site.carFields(seller) });
    expect(both.status).toBe(400);
  });

  test("extras are not sold for a car that an admin has hidden", async () => {
    const seller = await site.registerSeller();
    const admin = await site.registerUser({ isAdmin: true });
    const car = await site.publishCar(seller);
    const hidden = await site.call(`POST /api/admin/cars/${car._id}/hide`, { as: admin });
    expect(hidden.status).toBeLessThan(300);
    const answer = await open(seller, { carData: undefined, carId: car._id, amount: 3, sponsorshipDays: 3 });
    expect([answer.status, errorOf(answer).code]).toEqual([409, "car_not_listed"]);
  });

  test("a social promotion is not sold again until the first is posted", async () => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    const { sessionId } = await site.checkOut(seller, { carId: car._id, social: true });
    await site.provider.pay(sessionId);
    expect((await site.verify(sessionId)).status).toBe(200);
    const again = { carData: undefined, carId: car._id, amount: 10, socialPromotion: true };
    const answer = await open(seller, again);
    expect([answer.status, errorOf(answer).code]).toEqual([409, "already_promoted"]);
    await site.database.db
      .updateTable("social_posts")
      .set({ posted_at: new Date() })
      .where("car_id", "=", car._id)
      .execute();
    expect((await open(seller, again)).status).toBe(200);
  });

  test("extras are not sold for the car of a lapsed dealer", async () => {
    const dealer = await site.registerUser({ dealerUntil: new Date(Date.now() + 60_000) });
    const car = await site.publishCar(dealer);
    await site.database.db
      .updateTable("users")
      .set({ dealer_until: new Date(Date.now() - 1000) })
      .where("id", "=", dealer.id)
      .execute();
    const answer = await open(dealer, { carData: undefined, carId: car._id, amount: 3, sponsorshipDays: 3 });
    expect([answer.status, errorOf(answer).code]).toEqual([409, "car_not_listed"]);
  });
});

describe("days for several cars", () => {
  test("one payment sponsors several cars, with a line a car on the card page, the receipt and the invoice", async () => {
    const seller = await site.registerSeller();
    const cars = [await site.publishCar(seller), await site.publishCar(seller, { model: "A6" })];
    const carIds = cars.map(({ _id }) => _id);
    const { sessionId } = await site.checkOut(seller, { carIds, days: 3 });
    const session = await site.provider.stripe.checkout.sessions.retrieve(sessionId, {
      expand: ["line_items"],
    });
    expect(session.amount_total).toBe(600);
    const lines = cars.map(({ brand, model, year }) => `Sponsorizim për 3 ditë: ${brand} ${model}, ${year}`);
    expect(session.line_items?.data.map((line) => [line.description, line.amount_total])).toEqual(
      lines.map((line) => [line, 300]),
    );
    await site.provider.pay(sessionId);
    const paid = await site.verify(sessionId);
    expect(paid.body).toMatchObject({ car: null, payment: { amount: 6, sponsorshipDays: 3, carCount: 2 } });
    for (const id of carIds) {
      const car = await site.call(`GET /api/cars/${id}`, { as: seller });
      expect(car.body).toMatchObject({ isRecommended: true, sponsorshipDays: 3 });
    }
    await site.drainJobs();
    const receipt = (await site.mails()).find(({ to, text }) => to === seller.email && text.includes("A6"));
    for (const line of lines) expect(receipt?.text).toContain(line);
    const [name = ""] = cars.map(({ brand, model, year }) => `${brand} ${model}, ${year}`);
    const history = await site.call("GET /api/payment/history", { as: seller });
    expect(history.body).toMatchObject([{ kind: "extras", amount: 6, carId: null, carName: `${name} + 1` }]);
    await site.services.schedule["sweep_invoices"]?.run(new AbortController().signal);
    const { rows } = await sql<{ lines: unknown }>`
      select facts->'lines' as lines from invoices i join payments p on p.id = i.payment_id
      where p.stripe_session_id = ${sessionId}`.execute(site.database.db);
    expect(rows).toEqual([{ lines: lines.map((text) => ({ text, cents: 300 })) }]);
  });

  test("a payment for several cars is refused where one is not the payer's own or not on sale", async () => {
    const seller = await site.registerSeller();
    const car = await site.publishCar(seller);
    const sold = await site.publishCar(seller);
    await site.call(`PUT /api/cars/${sold._id}/sold`, { as: seller });
    const others = await site.publishCar(await site.registerSeller());
    const asked = async (...carIds: string[]) => {
      const answer = await open(seller, { carData: undefined, carIds, amount: 6, sponsorshipDays: 3 });
      return [answer.status, answer.status === 200 ? null : errorOf(answer).code];
    };
    expect(await asked(car._id, others._id)).toEqual([403, "not_yours"]);
    expect(await asked(car._id, sold._id)).toEqual([409, "car_not_listed"]);
    expect(await asked(car._id, "01a1fc5e-4563-756b-9681-90e8125c0f72")).toEqual([404, "car_not_found"]);
    expect(await asked(car._id)).toEqual([409, "price_changed"]);
    expect(await paymentsOf(seller)).toEqual([]);
  });

  test("a car that is deleted before the money comes sends all of it back, and no car is sponsored", async () => {
    const seller = await site.registerSeller();
    const admin = await site.registerUser({ isAdmin: true });
    const [stays, goes] = [await site.publishCar(seller), await site.publishCar(seller)];
    const { sessionId } = await site.checkOut(seller, { carIds: [stays._id, goes._id], days: 2 });
    expect((await site.call(`DELETE /api/admin/cars/${goes._id}`, { as: admin })).status).toBeLessThan(300);
    await site.provider.pay(sessionId);
    expect(errorOf(await site.verify(sessionId)).code).toBe("payment_refunded");
    await site.runUntilIdle();
    const [payment] = await paymentsOf(seller);
    expect(payment).toMatchObject({ status: "refunded", refund_reason: "car_gone", refunded_cents: 400 });
    const car = await site.call(`GET /api/cars/${stays._id}`);
    expect(car.body).toMatchObject({ isRecommended: false });
  });
});

describe("a repeated checkout request", () => {
  test("fifty equal requests at once make one payment, one session and one page", async () => {
    const seller = await site.registerSeller();
    const body = { carData: await site.carFields(seller), amount: 3 };
    const headers = { "idempotency-key": "form-1" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        site.call("POST /api/payment/create-checkout", { as: seller, body, headers }),
      ),
    );
    expect(new Set(answers.map(({ status, body: page }) => JSON.stringify([status, page]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const payments = await paymentsOf(seller);
    expect(payments).toHaveLength(1);
    const sessions = await site.provider.stripe.checkout.sessions
      .list({ limit: 100 })
      .autoPagingToArray({ limit: 1000 });
    expect(sessions.filter(({ metadata }) => metadata?.["paymentId"] === payments[0]?.id)).toHaveLength(1);
  });

  test("an idempotency key with another body is refused", async () => {
    const seller = await site.registerSeller();
    const headers = { "idempotency-key": "form-2" };
    const carData = await site.carFields(seller);
    expect((await open(seller, { carData }, headers)).status).toBe(200);
    const other = await open(seller, { carData, amount: 4, sponsorshipDays: 1 }, headers);
    expect([other.status, errorOf(other).code]).toEqual([409, "idempotency_mismatch"]);
  });

  test("without an idempotency key each request is a checkout of its own, and each paid one publishes a car", async () => {
    const seller = await site.registerSeller();
    const [first, second] = [await site.checkOut(seller), await site.checkOut(seller)];
    expect(first.sessionId).not.toBe(second.sessionId);
  });
});
