import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { typesOf } from "#sandbox/testing/dealer.ts";
import { fee, openShop, pay, validCard, type Shop } from "#sandbox/testing/shop.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ delivery: { timeLimit: 2000, backOff: [20, 20, 60_000] } });
});
afterEach(() => shop.close());

describe("the sandbox's webhooks", () => {
  test("a webhook is sent again until the shop accepts it, and each attempt is listed", async () => {
    shop.answers.status = 500;
    const { id } = await shop.stripe.customers.create({ name: "A" });
    await vi.waitFor(() => expect(shop.sandbox.control.deliveries()[0]?.attempts).toBe(3));
    shop.answers.status = 200;
    await shop.waitForDeliveries();
    expect(shop.events).toMatchObject([{ type: "customer.created", data: { object: { id } } }]);
    const delivery = shop.sandbox.control.deliveries()[0];
    expect(delivery?.state).toBe("delivered");
    expect(delivery?.log.map((attempt) => attempt.outcome)).toEqual([500, 500, 500, 200]);
  });

  test("a webhook is given up after the last attempt", async () => {
    shop.answers.status = 500;
    await shop.stripe.customers.create({ name: "A" });
    await vi.waitFor(() => expect(shop.sandbox.control.deliveries()[0]?.attempts).toBe(3));
    await shop.waitForDeliveries();
    expect(shop.sandbox.control.deliveries()[0]?.state).toBe("given_up");
  });

  test("the control API holds, reverses, duplicates and drops webhooks", async () => {
    const { control } = shop.sandbox;
    control.holdWebhooks();
    const made = await shop.stripe.checkout.sessions.create(fee);
    await pay(made, validCard);
    expect(shop.events).toEqual([]);
    await control.releaseWebhooks("reversed");
    expect(typesOf(shop.events)[0]).toBe("checkout.session.completed");
    shop.events.length = 0;
    control.copyWebhooks(2);
    await shop.stripe.customers.create({ name: "A" });
    await shop.waitForDeliveries();
    expect(new Set(shop.events.map((event) => event.id)).size).toBe(1);
    expect(shop.events).toHaveLength(2);
    control.copyWebhooks(1);
    control.holdWebhooks();
    await shop.stripe.customers.create({ name: "B" });
    expect(control.dropWebhooks()).toBe(1);
    await control.releaseWebhooks();
    expect(shop.events).toHaveLength(2);
  });

  test("events of lost webhooks can be listed by type and time", async () => {
    const made = await shop.stripe.checkout.sessions.create(fee);
    await pay(made, validCard);
    const { data } = await shop.stripe.events.list({
      types: ["checkout.session.completed", "charge.*"],
      created: { gte: made.created },
    });
    expect(typesOf(data)).toEqual(["checkout.session.completed", "charge.succeeded"]);
  });

  test("an endpoint created through the API gets the event types that it asked for", async () => {
    const seen: string[] = [];
    const endpoint = await shop.stripe.webhookEndpoints.create({
      url: "http://127.0.0.1:9/",
      enabled_events: ["product.created"],
    });
    expect(endpoint.secret).toMatch(/^whsec_/);
    await shop.stripe.products.create({ name: "P" });
    await shop.stripe.customers.create({ name: "A" });
    await shop.waitForDeliveries();
    for (const { endpoint: id, event } of shop.sandbox.control.deliveries()) {
      if (id === endpoint.id) seen.push((await shop.stripe.events.retrieve(event)).type);
    }
    expect(seen).toEqual(["product.created"]);
  });
});

// The library retries a broken connection once; the fault applies to the retry, too.
const trouble = async (kind: "error" | "reset" | "lose_answer") => {
  shop.sandbox.control.addFault({
    path: "/v1/customers",
    method: "POST",
    kind,
    times: kind === "error" ? 1 : 2,
  });
  return shop.stripe.customers.create({ name: "A" }, { idempotencyKey: kind }).catch((e: unknown) => e);
};
const count = async () => (await shop.stripe.customers.list()).data.length;

const stripeOf = (at: { url: string; secretKey: string }): Stripe =>
  new Stripe(at.secretKey, {
    protocol: "http",
    host: new URL(at.url).hostname,
    port: Number(new URL(at.url).port),
    maxNetworkRetries: 0,
  });

describe("the sandbox's injected faults", () => {
  test("an injected error returns Stripe's 500 and has no effect", async () => {
    expect(await trouble("error")).toMatchObject({ statusCode: 500, type: "StripeAPIError" });
    expect(await count()).toBe(0);
  });

  test("an injected reset breaks the connection and has no effect", async () => {
    expect(await trouble("reset")).toMatchObject({ type: "StripeConnectionError" });
    expect(await count()).toBe(0);
  });

  test("a request whose answer was lost took effect, and its idempotency key returns that answer", async () => {
    expect(await trouble("lose_answer")).toMatchObject({ type: "StripeConnectionError" });
    expect(await count()).toBe(1);
    await shop.stripe.customers.create({ name: "A" }, { idempotencyKey: "lose_answer" });
    expect(await count()).toBe(1);
  });

  test("a hanging request ends at the time limit of Stripe's library", async () => {
    shop.sandbox.control.addFault({ kind: "hang", times: 1 });
    const answer = shop.stripe.customers.list({}, { timeout: 200 });
    await expect(answer).rejects.toMatchObject({ type: "StripeConnectionError" });
  });
});

test("hosted pages opened before a restart are found at the new port", async () => {
  const made = await shop.stripe.checkout.sessions.create(fee);
  await shop.restart();
  const after = await shop.stripe.checkout.sessions.retrieve(made.id);
  expect(after.url).not.toBe(made.url);
  expect((await pay(after, validCard)).status).toBe(303);
});

test("the control API requires its key and moves the clock", async () => {
  const call = (body: object, key: string) =>
    fetch(`${shop.sandbox.url}/_sandbox/clock`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const before = shop.sandbox.control.now();
  expect((await call({ advance: 1000 }, "wrong")).status).toBe(401);
  expect((await call({ advance: 1000 }, shop.sandbox.secretKey)).status).toBe(200);
  expect(shop.sandbox.control.now()).toBeGreaterThanOrEqual(before + 1000);
  expect((await call({ now: before }, shop.sandbox.secretKey)).status).toBe(400);
});

test("the sandbox's data, clock and undelivered events survive kill -9", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sandbox-kill-"));
  const start = async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
      env: { ...process.env, SANDBOX_DATA_DIR: dataDir, SANDBOX_WEBHOOK_URL: "http://127.0.0.1:9/" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ready = await new Promise<unknown>((resolve) => child.once("message", resolve));
    return { child, ready: ready as { url: string; secretKey: string; webhookSecret: string } };
  };
  try {
    const first = await start();
    const ids: string[] = [];
    const stripe = stripeOf(first.ready);
    // Killed during a stream of requests: whatever was answered must be stored.
    const writing = (async () => {
      for (;;) ids.push((await stripe.customers.create({ name: `N${ids.length}` })).id);
    })().catch(() => undefined);
    await vi.waitFor(() => expect(ids.length).toBeGreaterThan(10), 15_000);
    const gone = new Promise((resolve) => first.child.once("exit", resolve));
    first.child.kill("SIGKILL");
    await gone;
    await writing;
    const second = await start();
    const after = await stripeOf(second.ready)
      .customers.list({ limit: 100 })
      .autoPagingToArray({ limit: 5000 });
    const known = new Set(after.map((customer) => customer.id));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
    // No change without its event.
    const events = await stripeOf(second.ready)
      .events.list({ type: "customer.created", limit: 100 })
      .autoPagingToArray({ limit: 5000 });
    expect(events).toHaveLength(after.length);
    expect(second.ready.secretKey).toBe(first.ready.secretKey);
    const ended = new Promise((resolve) => second.child.once("exit", resolve));
    second.child.disconnect();
    expect(await ended).toBe(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);
