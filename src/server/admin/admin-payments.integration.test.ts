import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminPaymentDetails, adminPaymentEndpoints } from "#contract/admin-payments.ts";
import { type Answer, errorOf, type TestUser } from "#testing/app.ts";
import { expectFaults } from "#testing/faults.ts";
import { carIdOf, createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";

expectFaults(/crashed after/, "provider.away", "payments.desk_refund_refused");

let site: PaymentSite;
let admin: TestUser;
beforeAll(async () => {
  site = await createPaymentSite();
  admin = await site.registerUser({ isAdmin: true });
});
afterEach(() => {
  site.crashAfter(null);
  site.provider.proxy.setFault(null);
});
afterAll(() => site.close());

const list = async (query: string) => {
  const answer = await site.call(`GET /api/admin/payments?${query}`, { as: admin });
  expect(answer.status).toBe(200);
  const { output } = adminPaymentEndpoints["GET /api/admin/payments"];
  return Object.assign(output.parse(answer.body), { headers: answer.headers });
};
const details = async (id: string) =>
  adminPaymentDetails.parse((await site.call(`GET /api/admin/payments/${id}`, { as: admin })).body);

interface Bought {
  readonly seller: TestUser;
  readonly carId: string;
  readonly id: string;
  readonly intent: string;
  readonly sessionId: string;
}

/** A paid car: 3 dollars, and the extras. */
async function buy(order: { days?: number; social?: boolean } = {}): Promise<Bought> {
  const seller = await site.registerSeller();
  const { sessionId } = await site.checkOut(seller, order);
  await site.provider.pay(sessionId);
  const carId = carIdOf(await site.verify(sessionId));
  const { id, stripe_payment_intent: intent } = await site.database.db
    .selectFrom("payments")
    .select(["id", "stripe_payment_intent"])
    .where("stripe_session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return { seller, carId, id, intent: intent ?? "", sessionId };
}

let keys = 0;
function refund(
  id: string,
  body: { amount?: number; reason?: string; endsWhatItBought?: boolean },
  { as = admin, key = `key ${(keys += 1)}` }: { as?: TestUser; key?: string } = {},
): Promise<Answer> {
  return site.call(`POST /api/admin/payments/${id}/refund`, {
    as,
    body: { reason: "Gabim në pagesë", ...body },
    headers: { "Idempotency-Key": key },
  });
}

const refundsAtProvider = async (intent: string) =>
  (await site.provider.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);
const carState = async (id: string) =>
  await site.database.db
    .selectFrom("cars")
    .select(["state", "sponsorship_days as days"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const mailTo = async (seller: TestUser, subject: RegExp) =>
  (await site.mails()).find((mail) => mail.to === seller.email && subject.test(mail.subject));

describe("the list of payments", () => {
  test("GET /api/admin/payments finds a payment by payer, car, number and provider's id, and counts exactly", async () => {
    const { seller, id, intent, sessionId } = await buy();
    const words = [seller.email, paymentNumber(id), id, intent, sessionId, `golf ${seller.email}`];
    for (const q of words) {
      const found = await list(new URLSearchParams({ q }).toString());
      expect(
        found.payments.map((one) => one.id),
        q,
      ).toEqual([id]);
      expect(found.pagination.total).toBe(1);
      expect(found.headers.get("x-total-count")).toBe("1");
    }
    expect((await list("q=askush-nuk-quhet-keshtu")).payments).toEqual([]);
  });

  test("the list is cut into pages, newest first, and narrowed by status, kind, method and day", async () => {
    for (let n = 0; n < 3; n += 1) await buy();
    const open = await site.checkOut(await site.registerSeller());
    const first = await list("limit=2");
    const second = await list("limit=2&page=2");
    const moments = [...first.payments, ...second.payments].map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(new Set([...first.payments, ...second.payments].map(({ id }) => id)).size).toBe(4);
    const waiting = await list("status=open&kind=car&method=card");
    expect(waiting.payments).toMatchObject([{ status: "open", carName: "Volkswagen Golf", paidAt: null }]);
    expect(waiting.payments[0]?.carId).toBeNull();
    expect(open.sessionId).not.toBe("");
    expect((await list("status=refunded&method=cash")).pagination.total).toBe(0);
    const day = new Date().toISOString().slice(0, 10);
    expect((await list(`from=${day}&to=2099-01-01`)).pagination.total).toBeGreaterThan(3);
    expect((await list("to=2020-01-01")).pagination.total).toBe(0);
    const reversed = await site.call("GET /api/admin/payments?from=2026-02-01&to=2026-01-01", { as: admin });
    expect(reversed.status).toBe(400);
  });

  test("GET /api/admin/payments/{id} tells the story, the mails and the provider's ids of a payment", async () => {
    const { seller, id, intent, sessionId, carId } = await buy({ days: 2, social: true });
    await site.drainJobs();
    expect(await details(id)).toMatchObject({
      number: paymentNumber(id),
      payer: { _id: seller.id },
      carId,
      amount: 15,
      left: 15,
      ends: ["listing", "sponsorship", "social"],
      ledger: [{ event: "created" }, { event: "opened" }, { event: "paid" }, { event: "fulfilled" }],
      mails: [{ kind: "receipt" }],
      refunds: [],
      documents: [],
      provider: { sessionId, paymentIntent: intent, url: null },
    });
    const gone = "01920000-0000-7000-8000-000000000000";
    expect((await site.call(`GET /api/admin/payments/${gone}`, { as: admin })).status).toBe(404);
    await refund(id, { amount: 5, reason: "Zbritje" });
    await site.services.schedule["sweep_invoices"]?.run(new AbortController().signal);
    const { documents, mails, coupon } = await details(id);
    expect(mails.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["receipt", "invoice", "credit_note"]),
    );
    expect(coupon).toBeNull();
    expect(documents).toMatchObject([
      { number: expect.stringMatching(/^PROVË-\d{4}-\d{6}$/), isCreditNote: false, amount: 15 },
      { number: expect.stringMatching(/^PROVË-GJ-\d{4}-\d{6}$/), isCreditNote: true, amount: 5 },
    ]);
  });
});

describe("a refund made in /admin", () => {
  test("a part ends nothing, more than is left is refused by field, and the rest ends what was bought", async () => {
    const { seller, id, intent, carId } = await buy({ days: 7 });
    const part = await refund(id, { amount: 4.5, reason: "Zbritje", endsWhatItBought: true });
    expect(part).toMatchObject({ status: 200, body: { refunded: 4.5, left: 5.5, status: "fulfilled" } });
    expect(await carState(carId)).toEqual({ state: "active", days: 7 });
    for (const amount of [5.51, 1000, 0, -1, 0.001, 1e-9]) {
      const refused = await refund(id, { amount });
      expect(refused.status, String(amount)).toBe(400);
      expect(errorOf(refused).fields).toHaveProperty("amount");
    }
    const rest = await refund(id, {});
    expect(rest).toMatchObject({
      status: 200,
      body: {
        status: "refunded",
        refunded: 10,
        left: 0,
        ends: [],
        refunds: [
          { amount: 4.5, reason: "Zbritje", by: admin.email },
          { amount: 5.5, reason: "Gabim në pagesë", by: admin.email },
        ],
        requests: [],
      },
    });
    expect(await refundsAtProvider(intent)).toEqual([550, 450]);
    expect(await carState(carId)).toEqual({ state: "archived", days: 0 });
    expect(errorOf(await refund(id, {})).fields).toHaveProperty("amount");
    await site.drainJobs();
    expect((await mailTo(seller, /^Një pjesë/))?.text).toContain("Arsyeja: Zbritje");
    expect((await mailTo(seller, /^Pagesa .* u kthye$/))?.text).toContain("Arsyeja: Gabim në pagesë");
    expect((await details(id)).mails.map(({ kind }) => kind)).toEqual([
      "receipt",
      "partly_refunded",
      "refunded",
    ]);
  });

  test("a whole refund that ends nothing leaves the car on sale, and its mail says so", async () => {
    const { seller, id, carId } = await buy({ days: 3 });
    expect(await refund(id, { endsWhatItBought: false })).toMatchObject({
      status: 200,
      body: { status: "refunded", refunded: 6 },
    });
    expect(await carState(carId)).toEqual({ state: "active", days: 3 });
    await site.runUntilIdle();
    expect(await carState(carId)).toEqual({ state: "active", days: 3 });
    expect((await mailTo(seller, /^Pagesa .* u kthye$/))?.text).toContain(
      "Ajo që keni blerë mbetet siç është.",
    );
  });

  test("a reason is needed, an open payment has nothing to send back, and only admins may", async () => {
    const { id, seller } = await buy();
    expect(errorOf(await refund(id, { reason: "  " })).fields).toHaveProperty("reason");
    expect((await refund(id, {}, { as: seller })).status).toBe(403);
    await site.checkOut(await site.registerSeller());
    const [open] = (await list("status=open&limit=1")).payments;
    expect(errorOf(await refund(open?.id ?? "", {})).fields).toHaveProperty("amount");
    expect((await refund("01920000-0000-7000-8000-000000000000", {})).status).toBe(404);
  });

  test("the same request twice at once, and again later, makes one refund", async () => {
    const { id, intent } = await buy({ days: 7 });
    const order = { amount: 2 };
    const key = "klikim i dyfishtë";
    const encoded = encodeURIComponent(key);
    const answers = await Promise.all([
      refund(id, order, { key: encoded }),
      refund(id, order, { key: encoded }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await refund(id, order, { key: encoded })).status).toBe(200);
    expect((await refund(id, { amount: 3 }, { key: encoded })).status).toBe(409);
    expect(await refundsAtProvider(intent)).toEqual([200]);
    expect((await details(id)).refunded).toBe(2);
  });

  test("of two admins at once one makes the refund and the other is told", async () => {
    const other = await site.registerUser({ isAdmin: true });
    const { id, intent } = await buy({ days: 7 });
    const answers = await Promise.all([
      refund(id, {}),
      refund(id, {}, { as: other }),
      refund(id, { amount: 10 }),
      refund(id, {}, { as: other }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    expect(await refundsAtProvider(intent)).toEqual([1000]);
    expect(await details(id)).toMatchObject({ status: "refunded", refunded: 10 });
  });

  test("a crash after any step costs nothing: the job makes the one refund", async () => {
    for (let steps = 0; steps < 7; steps += 1) {
      const { id, intent, carId } = await buy();
      site.crashAfter(steps);
      await refund(id, {}).catch(() => {});
      site.crashAfter(null);
      await site.runUntilIdle();
      await site.runUntilIdle();
      const asked = await details(id);
      // Before it was written down nothing was asked for.
      expect(asked.requests, `after step ${steps}`).toEqual([]);
      expect(await refundsAtProvider(intent), `after step ${steps}`).toEqual([300]);
      expect(asked, `after step ${steps}`).toMatchObject({ status: "refunded", refunds: [{ amount: 3 }] });
      expect((await carState(carId)).state).toBe("archived");
    }
  });

  test("while the provider is away the refund waits, and is made once it is back, even where its answer was lost", async () => {
    for (const fault of ["failed", "answer lost", "done, then failed"] as const) {
      const { id, intent } = await buy({ days: 1 });
      site.provider.proxy.setFault(({ method, path }) =>
        method === "POST" && path.startsWith("/v1/refunds") ? fault : null,
      );
      const answer = await refund(id, { amount: 1 });
      expect(answer.status, fault).toBe(200);
      site.provider.proxy.setFault(null);
      await site.runUntilIdle();
      await site.runUntilIdle();
      expect(await refundsAtProvider(intent), fault).toEqual([100]);
      expect(await details(id), fault).toMatchObject({ refunded: 1, requests: [] });
    }
  });

  test("a refund that the provider refuses is said, and the ledger learns what was sent back there", async () => {
    const { id, intent } = await buy({ days: 1 });
    await site.provider.stripe.refunds.create({ payment_intent: intent });
    const answer = await refund(id, {});
    expect(answer.status).toBe(409);
    expect(errorOf(answer).code).toBe("refund_refused");
    expect(await details(id)).toMatchObject({
      status: "refunded",
      refunded: 4,
      requests: [{ state: "refused" }],
      refunds: [{ amount: 4, reason: null }],
    });
  });

  test("a card payment of which no charge is known is refused, and no request for a refund is left", async () => {
    const { id } = await buy({ days: 1 });
    await site.database.db
      .updateTable("payments")
      .set({ stripe_payment_intent: null, stripe_invoice_id: null })
      .where("id", "=", id)
      .execute();
    const answer = await refund(id, {});
    expect(answer.status).toBe(409);
    expect(errorOf(answer).code).toBe("refund_refused");
    expect(await details(id)).toMatchObject({ status: "fulfilled", refunded: 0, requests: [] });
  });

  test("a refund here and one at the provider end in the same state", async () => {
    const here = await buy({ days: 5, social: true });
    const there = await buy({ days: 5, social: true });
    await refund(here.id, {});
    await site.provider.stripe.refunds.create({ payment_intent: there.intent });
    await site.runUntilIdle();
    await site.runUntilIdle();
    const states = await Promise.all(
      [here, there].map(async ({ id, carId }) => {
        const row = await site.database.db
          .selectFrom("payments")
          .select(["status", "refunded_cents", "suspended_at", "suspended_seconds"])
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        const events = (await details(id)).ledger.map(({ event }) => event);
        return { row, events, car: await carState(carId) };
      }),
    );
    expect(states[0]).toEqual(states[1]);
  });

  test("an admin's refund is in the audit log with its amount, effect and reason", async () => {
    const { id } = await buy();
    await refund(id, { reason: "Kërkesë e klientit" });
    const { body } = await site.call(`GET /api/admin/audit?action=payment.refund&q=${id}`, { as: admin });
    expect(body).toMatchObject({
      entries: [
        {
          target: { kind: "payment", id, label: paymentNumber(id) },
          after: { amount: "$3", endsWhatItBought: true, reason: "Kërkesë e klientit" },
        },
      ],
    });
  });
});
