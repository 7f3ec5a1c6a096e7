import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { user as userSchema } from "#contract/accounts.ts";
import { dealerStats, invoice, subscription } from "#contract/dealers.ts";
import { payment } from "#contract/payments.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { demoLogins } from "./demo-rows.ts";
import { type PrepareDemoOptions, prepareDemo } from "./prepare-demo.ts";

expectFaults("provider.away", "demo.no_subscription");

const password = "fjalekalim";
const { dealer: email } = demoLogins(password);
let site: PaymentSite;
beforeEach(async () => {
  site = await createPaymentSite();
});
afterEach(() => site.close());

/** Puts a photo's row there without rendering its sizes: that is the photo pipeline's own test. */
async function addRow(): Promise<{ id: string }> {
  const id = uuidv7();
  await site.database.db
    .insertInto("photos")
    .values({ id, owner_id: null, width: 1280, height: 960, thumbhash: "" })
    .execute();
  return { id };
}

const start = (changes: Partial<PrepareDemoOptions> = {}) =>
  prepareDemo({
    config: {
      dataDir: site.dataDir,
      demo: { enabled: true, password },
      site: {
        name: "Vetura",
        publicUrl: "http://localhost:3000",
      },
    },
    db: site.database.db,
    log: watchedLog,
    payments: site.provider.access,
    photos: { addPhoto: addRow },
    now: new Date(),
    onProgress: () => {},
    ...changes,
  });

/** The dashboard of the demo's dealer. */
async function dashboard() {
  const signIn = await site.call("POST /api/login", { body: { email, password } });
  const { token, user } = z.object({ token: z.string(), user: userSchema }).parse(signIn.body);
  const get = async (path: `GET /${string}`) =>
    (await site.call(path, { headers: { authorization: `Bearer ${token}` } })).body;
  return {
    user,
    subscription: subscription.nullable().parse(await get("GET /api/dealer/subscription-status")),
    stats: dealerStats.parse(await get("GET /api/dealer/stats")),
    bills: invoice.array().parse(await get("GET /api/dealer/billing-history")),
    payments: payment.array().parse(await get("GET /api/payment/history")),
  };
}

const isByHand = async () =>
  (
    await site.database.db
      .selectFrom("users")
      .select("is_dealer_by_hand as byHand")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).byHand;

const atSandbox = async () => (await site.provider.stripe.subscriptions.list({ status: "all" })).data;

const isToCome = (moment: string | null) => moment !== null && new Date(moment) > new Date();

/** Brings every webhook so far, does what follows from them, and what the schedule does. */
async function hearEverything(): Promise<void> {
  await site.provider.waitForDeliveries();
  for (const delivery of site.provider.deliveries) await site.deliver(delivery);
  await site.runUntilIdle();
}

describe("the demo's dealer", () => {
  test("the demo's dealer has a subscription that was paid for months and continues", async () => {
    await start();
    const first = await dashboard();
    expect(await isByHand()).toBe(false);
    expect(first.subscription).toMatchObject({ status: "active", cancelAtPeriodEnd: false, amount: 5000 });
    expect(isToCome(first.subscription?.currentPeriodEnd ?? null)).toBe(true);
    expect(first.stats).toMatchObject({ subscriptionMonths: 3, subscriptionDays: 100 });
    expect(first.stats.activeCars).toBeGreaterThan(5);
    expect(new Date(first.user.createdAt).getTime()).toBeLessThan(Date.parse(first.stats.dealerSince ?? ""));

    expect(first.bills.map(({ status, amount }) => [status, amount])).toEqual(
      Array.from({ length: 4 }, () => ["paid", 5000]),
    );
    expect(new Set(first.bills.map(({ created }) => created.slice(0, 7))).size).toBe(4);
    // Each month begins where the one before ends; the last one is under way.
    expect(first.bills.map(({ periodEnd }) => periodEnd)).toEqual([
      first.subscription?.currentPeriodEnd,
      ...first.bills.slice(0, 3).map(({ periodStart }) => periodStart),
    ]);
    // The ledger has them at their dates: a renewal is charged an hour after its month has begun.
    expect(first.payments.map(({ kind, status, amount }) => [kind, status, amount])).toEqual([
      ...Array.from({ length: 3 }, () => ["renewal", "fulfilled", 50]),
      ["subscription", "fulfilled", 50],
    ]);
    expect(first.payments.map(({ paidAt }) => Date.parse(paidAt ?? ""))).toEqual(
      first.bills.map(({ created }, i) => Date.parse(created) + (i < 3 ? 3_600_000 : 0)),
    );

    await hearEverything();
    expect(await dashboard()).toEqual({ ...first, user: expect.anything() });
    expect(await site.mails()).toEqual([]);

    await site.provider.advanceMonth();
    await hearEverything();
    const later = await dashboard();
    expect(later.bills).toHaveLength(5);
    expect(later.payments.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 4 }, () => "renewal"),
      "subscription",
    ]);
    expect(later.subscription?.currentPeriodStart).toBe(first.subscription?.currentPeriodEnd);
    expect((await site.mails()).map(({ to }) => to)).toEqual([email]);
  });

  test("the demo's dealer has one subscription and one set of payments after several killed starts", async () => {
    // Killed once the sandbox is paid: the rows are never written.
    const killed = site.database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === "InsertQueryNode" && JSON.stringify(node.into).includes('"payments"'))
          throw new Error("killed");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await expect(start({ db: killed })).rejects.toThrow("killed");
    expect(await atSandbox()).toHaveLength(1);
    await start();
    const first = await dashboard();
    expect(first.bills).toHaveLength(4);
    expect(first.payments).toHaveLength(4);
    expect(await atSandbox()).toHaveLength(1);

    await start();
    await hearEverything();
    expect(await dashboard()).toEqual({ ...first, user: expect.anything() });
    expect(await atSandbox()).toHaveLength(1);
  });

  test.each(["/v1/checkout/sessions", "/_sandbox/payments", "/v1/invoices"])(
    "the demo's dealer is a dealer by hand when the sandbox fails at %s",
    async (path) => {
      site.provider.proxy.setFault((call) => (call.path === path ? "failed" : null));
      await start();
      site.provider.proxy.setFault(null);
      await hearEverything();
      expect(await isByHand()).toBe(true);
      expect(await dashboard()).toMatchObject({ subscription: null, bills: [], payments: [] });
    },
  );

  test("with Stripe the demo's dealer is a dealer by hand at every start, and Stripe is not called", async () => {
    const { access, proxy } = site.provider;
    const asked = proxy.calls.length;
    await start({ payments: { ...access, address: null } });
    expect(await isByHand()).toBe(true);
    expect(proxy.calls).toHaveLength(asked);
    expect(await atSandbox()).toEqual([]);
    // Made before there was a subscription for it: later starts leave it as it is.
    await start();
    expect(await isByHand()).toBe(true);
    expect(await atSandbox()).toEqual([]);
  });

  test("a sandbox that does not answer does not delay the start", async () => {
    site.provider.proxy.setFault(() => "silent");
    const before = performance.now();
    await start();
    expect(performance.now() - before).toBeLessThan(15_000);
    expect(await isByHand()).toBe(true);
  });
});
