import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminHealth } from "#contract/admin-watch.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { expectFaults } from "#testing/faults.ts";
import { eventTypes } from "./events.commands.ts";
import { checkProvider, providerWarnings } from "./provider-check.ts";
import { ensureEndpoint, webhookPath } from "./webhook-endpoint.ts";

expectFaults("payments.setup");

const publicUrl = "https://vetura.example";

/** A site that has keys of Stripe's test mode, as far as it knows. */
let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite({
    env: { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x", PUBLIC_URL: publicUrl },
  });
});
afterAll(() => site.close());

const health = async () => {
  const admin = await site.registerUser({ isAdmin: true });
  return adminHealth.parse((await site.call("GET /api/admin/health", { as: admin })).body).payments;
};

const endpoints = async () => {
  const { data } = await site.provider.stripe.webhookEndpoints.list({ limit: 100 });
  return data.filter(({ url }) => url === `${publicUrl}${webhookPath}`);
};

test("a start warns of a missing webhook endpoint, /admin shows it, and the set-up creates it once", async () => {
  const { billing, ctx } = site.services;
  expect(await health()).toMatchObject({ testMode: true, provider: null });
  const missing = await billing.check();
  expect(missing).toMatchObject({ mode: "test", reachable: true, https: true, endpoint: "missing" });
  expect(missing?.account).toMatch(/^acct_sandbox\w+:test$/);
  expect(missing === null ? [] : providerWarnings(missing)).toEqual([
    expect.stringContaining("npm run stripe:setup"),
  ]);
  expect((await health()).provider).toEqual({ reachable: true, https: true, endpoint: "missing" });

  const made = await ensureEndpoint(ctx.provider, publicUrl);
  expect(made).toMatchObject({ made: true, secret: expect.stringMatching(/^whsec_/) });
  expect(await ensureEndpoint(ctx.provider, publicUrl)).toEqual({
    made: false,
    id: made.id,
    enabled: true,
    added: [],
  });
  const [endpoint, ...others] = await endpoints();
  expect([endpoint?.enabled_events, others]).toEqual([[...eventTypes], []]);
  const registered = await billing.check();
  expect(registered?.endpoint).toBe("registered");
  expect(registered === null ? [] : providerWarnings(registered)).toEqual([]);
});

test("the set-up adds missing events to an endpoint, and a disabled endpoint is reported", async () => {
  const { billing, ctx } = site.services;
  const { id } = await ensureEndpoint(ctx.provider, publicUrl);
  await site.provider.stripe.webhookEndpoints.update(id, { enabled_events: ["invoice.paid"] });
  expect((await billing.check())?.endpoint).toBe("incomplete");
  const ensured = await ensureEndpoint(ctx.provider, publicUrl);
  expect(ensured).toMatchObject({ made: false, added: eventTypes.filter((type) => type !== "invoice.paid") });
  expect((await billing.check())?.endpoint).toBe("registered");
  await site.provider.stripe.webhookEndpoints.update(id, { disabled: true });
  expect((await billing.check())?.endpoint).toBe("disabled");
});

test("a provider that does not answer delays a start by the time limit only and is reported", async () => {
  site.provider.proxy.setFault(() => "silent");
  const start = performance.now();
  const check = await checkProvider(site.services.ctx.provider, { publicUrl: "http://x", mode: "live" }, 300);
  expect(performance.now() - start).toBeLessThan(2500);
  site.provider.proxy.setFault(null);
  expect(check).toMatchObject({ reachable: false, https: false, endpoint: null });
  expect(providerWarnings(check)).toEqual([
    expect.stringContaining("not https"),
    expect.stringContaining("did not answer"),
  ]);
});

test("the webhook secret counts as confirmed only after the first event that it signed", async () => {
  const body = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "ping",
    created: 1,
    data: { object: {} },
  });
  const sign = (secret: string) => {
    const at = Math.floor(Date.now() / 1000);
    const hash = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
    return { id: "evt_1", type: "ping", body, signature: `t=${at},v1=${hash}` };
  };
  expect((await site.deliver(sign("whsec_another"))).status).toBe(400);
  expect((await health()).webhookConfirmed).toBe(false);
  expect((await site.deliver(sign(site.provider.access.webhookSecret))).status).toBe(200);
  expect((await health()).webhookConfirmed).toBe(true);
});
