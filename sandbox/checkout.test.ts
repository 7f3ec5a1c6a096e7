import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declinedCard, fee, openShop, pay, validCard, plan, type Shop } from "#sandbox/testing/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const typesOf = (events: Stripe.Event[]) => events.map((event) => event.type);

describe("a checkout session for one payment", () => {
  test("a session returns what it was created with and its line items", async () => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    const session = await shop.stripe.checkout.sessions.retrieve(made.id, { expand: ["line_items"] });
    expect(session).toMatchObject({
      mode: "payment",
      status: "open",
      payment_status: "unpaid",
      amount_total: 1000,
      currency: "usd",
      client_reference_id: "payment-1",
      metadata: { payment: "payment-1" },
    });
    expect(session.line_items?.data.map((item) => [item.description, item.amount_total])).toEqual([
      ["Shpallje", 300],
      ["Sponsorim", 700],
    ]);
    expect(session.line_items?.data[0]?.price?.unit_amount_decimal?.toString()).toBe("300");
  });

  test("paying on the card page sends signed events to the shop in order", async () => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    await shop.waitForDeliveries();
    shop.events.length = 0;
    const answer = await pay(made, validCard);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`https://shop.example/success?session_id=${made.id}`);
    const paid = await shop.stripe.checkout.sessions.retrieve(made.id, {
      expand: ["payment_intent.latest_charge"],
    });
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null, customer: null });
    expect(paid.payment_intent).toMatchObject({ amount_received: 1000, latest_charge: { paid: true } });
    await shop.waitForDeliveries();
    expect(typesOf(shop.events)).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
    expect(shop.events[3]?.data.object).toMatchObject({ id: made.id, payment_status: "paid" });
  });

  test("a card with 3-D Secure pays after confirmation and leaves the session open after a refusal", async () => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    const confirm = async (outcome: string) =>
      fetch(`${made.url ?? ""}/confirm`, {
        method: "POST",
        body: new URLSearchParams({ outcome }),
        redirect: "manual",
      });
    const asked = await pay(made, "4000 0025 0000 3155");
    expect(asked.status).toBe(200);
    expect(await asked.text()).toContain(`action="/c/pay/${made.id}/confirm"`);
    expect((await shop.stripe.checkout.sessions.retrieve(made.id)).payment_status).toBe("unpaid");
    const refused = await confirm("fail");
    expect([refused.status, (await refused.text()).includes("nuk u konfirmua")]).toEqual([422, true]);
    // A challenge is answered once; afterwards the card must be entered again.
    expect((await confirm("complete")).headers.get("location")).toBe(`/c/pay/${made.id}`);
    expect((await shop.stripe.checkout.sessions.retrieve(made.id)).status).toBe("open");
    await pay(made, "4000 0025 0000 3155");
    expect((await confirm("complete")).headers.get("location")).toContain("https://shop.example/success");
    expect((await shop.stripe.checkout.sessions.retrieve(made.id)).payment_status).toBe("paid");
  });

  test("a declined card leaves the session open and the next try uses the same payment", async () => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    const refused = await pay(made, declinedCard);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Kartela juaj u refuzua");
    const open = await shop.stripe.checkout.sessions.retrieve(made.id, { expand: ["payment_intent"] });
    expect(open).toMatchObject({ status: "open", payment_status: "unpaid" });
    expect(open.payment_intent).toMatchObject({ last_payment_error: { code: "card_declined" } });
    expect((await pay(made, validCard)).status).toBe(303);
    const paid = await shop.stripe.checkout.sessions.retrieve(made.id);
    const first = typeof open.payment_intent === "object" ? open.payment_intent?.id : null;
    expect(paid.payment_intent).toBe(first);
  });

  test("pressing the pay button many times at once charges the card once", async () => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    await shop.waitForDeliveries();
    shop.events.length = 0;
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(made, validCard)));
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303, 303, 303]);
    await shop.waitForDeliveries();
    expect(typesOf(shop.events).filter((type) => type === "charge.succeeded")).toHaveLength(1);
  });

  test("an expired session sends its event and cannot be paid any more", async () => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    const expired = await shop.stripe.checkout.sessions.expire(made.id);
    expect(expired).toMatchObject({ status: "expired", url: null });
    expect((await pay(made, validCard)).status).toBe(410);
    await shop.waitForDeliveries();
    expect(shop.events.at(-1)).toMatchObject({ type: "checkout.session.expired" });
    await expect(shop.stripe.checkout.sessions.expire(made.id)).rejects.toThrow("can be expired");
  });

  test("a session expires by itself after its lifetime", async () => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    shop.sandbox.control.advance(86_400);
    expect((await shop.stripe.checkout.sessions.retrieve(made.id)).status).toBe("expired");
  });
});

test("a checkout session for a subscription creates the customer, the subscription and a paid invoice", async () => {
  const made = await shop.stripe.checkout.sessions.create(plan);
  await shop.waitForDeliveries();
  shop.events.length = 0;
  await pay(made, validCard);
  const session = await shop.stripe.checkout.sessions.retrieve(made.id, {
    expand: ["subscription.latest_invoice", "customer"],
  });
  expect(session).toMatchObject({
    payment_status: "paid",
    customer: { email: "agim@example.com" },
    subscription: {
      status: "active",
      metadata: { user: "u1" },
      latest_invoice: { status: "paid", amount_paid: 5000, billing_reason: "subscription_create" },
    },
  });
  await shop.waitForDeliveries();
  expect(typesOf(shop.events)).toEqual([
    "customer.created",
    "payment_method.attached",
    "invoice.created",
    "customer.subscription.created",
    "invoice.finalized",
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice_payment.paid",
    "invoice.updated",
    "invoice.paid",
    "invoice.payment_succeeded",
    "customer.subscription.updated",
    "checkout.session.completed",
  ]);
});

describe("the card page with a wrong card", () => {
  test.each([
    [{ number: "4242 4242 4242" }, "Numri i kartelës është i paplotë."],
    [{ number: "4242 4242 4242 4241" }, "Numri i kartelës nuk është i vlefshëm."],
    [{ expiry: "01 / 20" }, "Kartela ka skaduar."],
    [{ expiry: "1" }, "Data e skadimit është e paplotë."],
    [{ cvc: "12" }, "Kodi i sigurisë është i paplotë."],
    [{ name: "" }, "Shkruani emrin që është në kartelë."],
  ])("the card page names what is wrong with %o and charges nothing", async (wrong, said) => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    const body = { number: validCard, expiry: "12/34", cvc: "123", name: "Agim", ...wrong };
    const answer = await fetch(made.url ?? "", { method: "POST", body: new URLSearchParams(body) });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(said);
    expect((await shop.stripe.checkout.sessions.retrieve(made.id)).payment_intent).toBeNull();
  });
});

test("the sandbox deletes unpaid sessions after three months and never deletes paid ones", async () => {
  const own = await openShop();
  try {
    const unpaid = await own.stripe.checkout.sessions.create(fee);
    const paid = await own.stripe.checkout.sessions.create(fee);
    await pay(paid, validCard);
    own.sandbox.control.advance(89 * 86_400);
    await own.restart();
    expect((await own.stripe.checkout.sessions.retrieve(unpaid.id)).status).toBe("expired");
    own.sandbox.control.advance(2 * 86_400);
    await own.restart();
    await expect(own.stripe.checkout.sessions.retrieve(unpaid.id)).rejects.toMatchObject({
      code: "resource_missing",
    });
    expect((await own.stripe.checkout.sessions.retrieve(paid.id)).payment_status).toBe("paid");
  } finally {
    await own.close();
  }
});
