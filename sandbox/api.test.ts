import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idOf } from "#sandbox/store/kinds.ts";
import { client, fee, openShop, pay, validCard, type Shop } from "#sandbox/testing/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function paidIntent(): Promise<string> {
  const made = await shop.stripe.checkout.sessions.create(fee);
  await pay(made, validCard);
  return idOf((await shop.stripe.checkout.sessions.retrieve(made.id)).payment_intent) ?? "";
}

describe("the sandbox's refusals", () => {
  test("a wrong key returns 401", async () => {
    await expect(client(shop.sandbox, "sk_test_wrong").customers.list()).rejects.toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
  });

  test("an unknown object returns 404 with the request's id", async () => {
    await expect(shop.stripe.checkout.sessions.retrieve("cs_test_none")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such checkout.session: 'cs_test_none'",
      requestId: expect.stringMatching(/^req_/),
    });
  });

  test.each([
    [{ mode: undefined }, "mode", "parameter_missing"],
    [{ success_url: "no address" }, "success_url", "url_invalid"],
    [{ success_urls: "x" }, "success_urls", "parameter_unknown"],
    [{ customer: "cus_none", customer_email: "" }, "customer", "resource_missing"],
    [{ expires_at: 5 }, "expires_at", undefined],
    [{ expires_at: "soon" }, "expires_at", "parameter_invalid_integer"],
    [{ line_items: [] }, "line_items", "parameter_missing"],
    [
      { line_items: [{ price_data: { currency: "usd", unit_amount: -1, product_data: { name: "x" } } }] },
      "line_items[0][price_data][unit_amount]",
      undefined,
    ],
  ])("a session with %o returns 400 and names the parameter", async (wrong, param, code) => {
    const { customer_email: _, ...rest } = fee;
    const params = "customer" in wrong ? { ...rest, customer: wrong.customer } : { ...fee, ...wrong };
    // Sent as a raw request, because the library's types would not allow it.
    const answer = await shop.stripe
      .rawRequest("POST", "/v1/checkout/sessions", params)
      .catch((e: unknown) => e);
    expect(answer).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError", param });
    if (code !== undefined) expect(answer).toMatchObject({ code });
  });

  test("a body over the limit returns 413", async () => {
    const answer = await fetch(`${shop.sandbox.url}/v1/customers`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.sandbox.secretKey}` },
      body: `description=${"x".repeat(1_100_000)}`,
    });
    expect(answer.status).toBe(413);
  });
});

describe("the sandbox's idempotency keys", () => {
  test("a repeated idempotency key returns the first answer and has one effect", async () => {
    const options = { idempotencyKey: "key-1" };
    const [first, second] = await Promise.all([
      shop.stripe.checkout.sessions.create(fee, options),
      shop.stripe.checkout.sessions.create(fee, options),
    ]);
    expect(second.id).toBe(first.id);
  });

  test("a repeated idempotency key with another body is refused", async () => {
    const options = { idempotencyKey: "key-2" };
    await shop.stripe.customers.create({ name: "A" }, options);
    await expect(shop.stripe.customers.create({ name: "B" }, options)).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeIdempotencyError",
    });
  });

  test("a refusal is also stored under its idempotency key", async () => {
    const options = { idempotencyKey: "key-3" };
    const params = { customer: "cus_none" };
    const once = await shop.stripe.billingPortal.sessions.create(params, options).catch((e: unknown) => e);
    const again = await shop.stripe.billingPortal.sessions.create(params, options).catch((e: unknown) => e);
    expect(again).toMatchObject({
      message: expect.stringContaining("cus_none"),
      headers: { "idempotent-replayed": "true" },
    });
    expect(once).toMatchObject({ statusCode: 400 });
  });

  test("an idempotency key survives a restart", async () => {
    const options = { idempotencyKey: "key-4" };
    const first = await shop.stripe.customers.create({ name: "A" }, options);
    await shop.restart();
    expect((await shop.stripe.customers.create({ name: "A" }, options)).id).toBe(first.id);
  });
});

describe("the sandbox's refunds", () => {
  test("partial refunds never add up to more than was paid", async () => {
    const intent = await paidIntent();
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 400, metadata: { why: "x" } });
    await expect(shop.stripe.refunds.create({ payment_intent: intent, amount: 700 })).rejects.toMatchObject({
      statusCode: 400,
      param: "amount",
    });
    const rest = await shop.stripe.refunds.create({ payment_intent: intent });
    expect(rest).toMatchObject({ amount: 600, status: "succeeded" });
    await expect(shop.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    const { latest_charge: charge } = await shop.stripe.paymentIntents.retrieve(intent, {
      expand: ["latest_charge"],
    });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 1000 });
    const { data } = await shop.stripe.refunds.list({ payment_intent: intent });
    expect(data.map((refund) => refund.amount)).toEqual([600, 400]);
  });

  test("a refund sends its webhook events to the shop", async () => {
    const intent = await paidIntent();
    await shop.waitForDeliveries();
    shop.events.length = 0;
    await shop.stripe.refunds.create({ payment_intent: intent });
    await shop.waitForDeliveries();
    expect(shop.events.map((event) => event.type)).toEqual(["refund.created", "charge.refunded"]);
  });
});

test("Stripe's library walks a whole list in pages, newest first", async () => {
  const made: string[] = [];
  for (let n = 0; n < 7; n += 1) made.unshift((await shop.stripe.products.create({ name: `P${n}` })).id);
  const first = await shop.stripe.products.list({ limit: 3, active: true });
  expect(first.has_more).toBe(true);
  const walked = await shop.stripe.products
    .list({ limit: 3, active: true })
    .autoPagingToArray({ limit: 100 });
  expect(walked.map((product) => product.id)).toEqual(made);
  const before = await shop.stripe.products.list({ ending_before: made[3] ?? "", limit: 2, active: true });
  expect(before.data.map((product) => product.id)).toEqual([made[1], made[2]]);
});

test("a subscription can use a price that was created beforehand", async () => {
  const product = await shop.stripe.products.create({ name: "Autosallon" });
  const price = await shop.stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: 5000,
    recurring: { interval: "month" },
    lookup_key: "dealer",
  });
  const found = await shop.stripe.prices.list({ lookup_keys: ["dealer"], expand: ["data.product"] });
  expect(found.data).toMatchObject([{ id: price.id, product: { name: "Autosallon" } }]);
  const { line_items: _, ...rest } = fee;
  const session = await shop.stripe.checkout.sessions.create({
    ...rest,
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
  });
  expect(session.amount_total).toBe(5000);
});

test("customers are created, changed and listed by e-mail, and a deleted one is still returned as deleted", async () => {
  const made = await shop.stripe.customers.create({ email: "a@example.com", metadata: { a: "1", b: "2" } });
  const changed = await shop.stripe.customers.update(made.id, { name: "Agim", metadata: { a: "" } });
  expect(changed).toMatchObject({ name: "Agim", metadata: { b: "2" } });
  expect((await shop.stripe.customers.list({ email: "a@example.com" })).data).toHaveLength(1);
  await shop.stripe.customers.del(made.id);
  expect(await shop.stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
  await expect(shop.stripe.customers.update(made.id, { name: "B" })).rejects.toMatchObject({
    statusCode: 404,
  });
});
