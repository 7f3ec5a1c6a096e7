import { afterAll, beforeAll, expect, test } from "vitest";
import { checkout } from "#contract/payments.ts";
import { signature } from "#sandbox/events/deliver.ts";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createDatabase, type Database } from "#server/platform/db/connection.ts";
import { createServices, type Services } from "#server/services.ts";
import type { TestUser } from "#testing/app.ts";
import { type SeededRandom, createSeededRandom } from "#testing/seeded-random.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import type { Delivery } from "#testing/provider.ts";
import { seed } from "#testing/seed.ts";

expectFaults(/send_payment_mail: Error: ENOENT/);

/**
 * Payments of all kinds, and what the provider tells of them brought many times, in any order, at once, to two processes
 * that do jobs at the same time, each job perhaps both. Afterwards the ledger is the provider's, and what was bought is
 * there once. `npm run soak -- webhooks` runs a hundred thousand deliveries; here a few hundred, other ones each time.
 */
const goal = Number(process.env["DELIVERIES"] ?? 300);
const ordersAScene = 6;
const atOnce = 12;
/** A site grows with each scene, and looking back over it takes longer: a long run begins anew now and then. */
const scenesASite = 12;

interface Process {
  readonly services: Services;
  post(path: string, body: string, headers?: Record<string, string>): Promise<number>;
}

interface Site {
  readonly first: PaymentSite;
  readonly processes: readonly Process[];
  close(): Promise<void>;
}

function processOf(services: Services): Process {
  const app = createApp(services);
  return {
    services,
    post: async (path, body, headers = {}) => {
      const request = new Request(`http://localhost:3000${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      const response = await app.fetch(request, { remoteAddress: "127.0.0.1" });
      await response.arrayBuffer();
      return response.status;
    },
  };
}

async function openSite(): Promise<Site> {
  const first = await createPaymentSite();
  const { url } = first.database;
  const database: Database = createDatabase(url, { log: watchedLog, maxConnections: 20 });
  const services = createServices({
    config: loadConfig({
      DATA_DIR: first.dataDir,
      DATABASE_URL: url,
      RATE_LIMITS: "off",
      NODE_ENV: "test",
    }),
    ...database,
    databaseUrl: url,
    log: watchedLog,
    provider: first.provider.access,
  });
  return {
    first,
    processes: [processOf(first.services), processOf(services)],
    close: async () => {
      await services.stop();
      await database.close();
      await first.close();
    },
  };
}

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

type Kind = "car" | "extras" | "subscription";

interface Order {
  readonly kind: Kind;
  readonly payer: TestUser;
  readonly carId: string | null;
  readonly sessionId: string;
  readonly days: number;
  readonly social: boolean;
}

async function order(random: SeededRandom): Promise<Order> {
  const { first } = site;
  const kind = random.pick<Kind>(["car", "extras", "extras", "subscription"]);
  const payer = kind === "subscription" ? await first.registerUser() : await first.registerSeller();
  const social = random.chance(0.4);
  const days = random.below(4) + (kind === "extras" ? 1 : 0);
  if (kind === "subscription") {
    const signup = { businessName: "Auto Krasniqi", businessAddress: "Rr. Nëna Terezë 12, Prizren" };
    const answer = await first.call("POST /api/payment/create-dealer-subscription", {
      as: payer,
      body: signup,
    });
    const { sessionId } = checkout.parse(answer.body);
    return { kind, payer, carId: null, sessionId, days: 0, social: false };
  }
  const carId = kind === "extras" ? (await first.publishCar(payer))._id : null;
  const { sessionId } = await first.checkOut(payer, { days, social, ...(carId === null ? {} : { carId }) });
  return { kind, payer, carId, sessionId, days, social };
}

const anyProcess = (random: SeededRandom): Process => random.pick(site.processes);

/** As the provider sends it again, with a new signature. */
async function bring(random: SeededRandom, { body }: Delivery): Promise<void> {
  const { webhookSecret } = site.first.provider.access;
  const signed = signature(body, webhookSecret, Math.floor(Date.now() / 1000));
  const status = await anyProcess(random).post("/api/payment/webhook", body, { "stripe-signature": signed });
  expect(status).toBe(200);
}

/** Two tabs of a payer, one at each process. */
async function comeBack({ kind, sessionId }: Order): Promise<void> {
  const verify = kind === "subscription" ? "verify-dealer-subscription" : "verify-session";
  const body = JSON.stringify({ sessionId });
  await Promise.all(site.processes.map((process) => process.post(`/api/payment/${verify}`, body)));
}

/** A job that both processes do at once fails in one of them at times, and is done again. */
async function doJobs(process: Process): Promise<unknown[]> {
  return drainJobs(site.first.database, process.services.billing.tasks);
}

/** Brings all of it at once; browsers come back and jobs are done in the middle. Answers how many were brought. */
async function bringAll(
  random: SeededRandom,
  plan: readonly Delivery[],
  orders: readonly Order[],
): Promise<number> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < plan.length; at = next++) {
      const delivery = plan[at];
      if (delivery !== undefined) await bring(random, delivery);
      // Browsers and jobs at both processes in the same moment.
      if (random.chance(0.04)) await comeBack(random.pick(orders));
      if (random.chance(0.03)) await Promise.all(site.processes.map(doJobs));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return plan.length;
}

async function comeToRest(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(site.processes.map(doJobs));
    expect(await doJobs(processAt(0))).toEqual([]);
    await Promise.all(site.processes.map(({ services }) => services.billing.sweep()));
  }
  expect(await doJobs(processAt(1))).toEqual([]);
}

function processAt(index: number): Process {
  const process = site.processes[index];
  if (process === undefined) throw new Error("no such process");
  return process;
}

/** Each of them often, in any order, and some from long ago. */
function planOf(random: SeededRandom, told: readonly Delivery[], before: readonly Delivery[]): Delivery[] {
  const plan = told.flatMap((delivery) =>
    Array.from({ length: 1 + random.below(40) }, () => ({ delivery, at: random.next() })),
  );
  for (let n = 0; n < 5 && before.length > 0; n += 1)
    plan.push({ delivery: random.pick(before), at: random.next() });
  return plan.toSorted((a, b) => a.at - b.at).map(({ delivery }) => delivery);
}

interface Truth {
  readonly status: "fulfilled" | "refunded" | "expired" | "open";
  readonly cents: number;
  readonly subscription: string | null;
}

const idOf = (given: string | { id: string } | null): string | null =>
  typeof given === "string" ? given : (given?.id ?? null);

async function truthOf(sessionId: string): Promise<Truth> {
  const { stripe } = site.first.provider;
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  const cents = session.amount_total ?? 0;
  const subscription = idOf(session.subscription);
  if (session.payment_status !== "paid")
    return { status: session.status === "expired" ? "expired" : "open", cents, subscription };
  const intent = idOf(session.payment_intent);
  const refunds = intent === null ? [] : (await stripe.refunds.list({ payment_intent: intent })).data;
  return { status: refunds.length > 0 ? "refunded" : "fulfilled", cents, subscription };
}

/** Each order's result beside the provider's state of it. */
async function expectOnce(made: Order, sentBack: string | null): Promise<void> {
  const { db } = site.first.database;
  const truth = await truthOf(made.sessionId);
  // Nothing goes back by itself: a second go at what was carried out already could only ask for that.
  expect(truth.status === "refunded").toBe(sentBack === made.sessionId);
  const payment = await db
    .selectFrom("payments")
    .select(["id", "status", "amount_cents as cents", "refund_reason as sentBackFor"])
    .where("stripe_session_id", "=", made.sessionId)
    .executeTakeFirstOrThrow();
  expect(payment).toMatchObject({ status: truth.status, cents: truth.cents });
  if (sentBack !== made.sessionId) expect(payment.sentBackFor).toBeNull();
  const carriedOut = truth.status === "fulfilled" || truth.status === "refunded" ? 1 : 0;
  const story = await db
    .selectFrom("payment_events")
    .select("event")
    .where("payment_id", "=", payment.id)
    .execute();
  expect(story.filter(({ event }) => event === "fulfilled")).toHaveLength(carriedOut);
  const posts = await db
    .selectFrom("social_posts")
    .select("id")
    .where("payment_id", "=", payment.id)
    .execute();
  // A refund ends what its payment bought: no post waits, no days run.
  const holds = truth.status === "fulfilled" ? 1 : 0;
  expect(posts).toHaveLength(made.social ? holds : 0);
  const mails = await db
    .selectFrom("payment_mails")
    .select("key")
    .where("key", "in", [`receipt:${payment.id}`, `started:${payment.id}`])
    .execute();
  expect(mails).toHaveLength(carriedOut);
  const cars = await db
    .selectFrom("cars")
    .select(["id", "sponsorship_days as days"])
    .where("owner_id", "=", made.payer.id)
    .execute();
  const bought = made.kind === "car" ? carriedOut : made.kind === "extras" ? 1 : 0;
  expect(cars).toHaveLength(bought);
  for (const car of cars) expect(car.days).toBe(holds * made.days);
  const subscriptions = await db
    .selectFrom("subscriptions")
    .select("stripe_subscription_id as id")
    .where("user_id", "=", made.payer.id)
    .execute();
  expect(subscriptions.map(({ id }) => id)).toEqual(
    made.kind === "subscription" && carriedOut === 1 ? [truth.subscription] : [],
  );
  if (made.kind !== "subscription" || truth.subscription === null) return;
  const invoices = await site.first.provider.stripe.invoices.list({ subscription: truth.subscription });
  const charged = invoices.data
    .filter((invoice) => invoice.billing_reason === "subscription_cycle" && invoice.status === "paid")
    .map(({ id }) => id);
  const renewals = await db
    .selectFrom("payments")
    .select("stripe_invoice_id as id")
    .where("stripe_subscription_id", "=", truth.subscription)
    .where("kind", "=", "renewal")
    .execute();
  expect(renewals).toHaveLength(charged.length);
  expect(new Set(renewals.map(({ id }) => id))).toEqual(new Set(charged));
}

/** What happens at the provider besides: a month that passes, money sent back. Answers whose. */
async function happen(random: SeededRandom, orders: readonly Order[]): Promise<string | null> {
  const { provider } = site.first;
  if (random.chance(0.3)) await provider.advanceMonth();
  const { sessionId } = random.pick(orders);
  const session = await provider.stripe.checkout.sessions.retrieve(sessionId);
  const intent = idOf(session.payment_intent);
  if (random.chance(0.5) || intent === null || session.payment_status !== "paid") return null;
  await provider.stripe.refunds.create({ payment_intent: intent });
  return sessionId;
}

async function playScene(random: SeededRandom): Promise<number> {
  const { provider } = site.first;
  const before = [...provider.deliveries];
  const toldSince = async (from: number) => {
    await provider.waitForDeliveries();
    return provider.deliveries.slice(from);
  };
  const orders: Order[] = [];
  for (let n = 0; n < ordersAScene; n += 1) orders.push(await order(random));
  for (const { sessionId } of orders) {
    if (random.chance(0.1)) await provider.expire(sessionId);
    else if (!random.chance(0.05)) await provider.pay(sessionId);
  }
  const told = await toldSince(before.length);
  let brought = await bringAll(random, planOf(random, told, before), orders);
  await comeToRest();
  for (const each of orders) await expectOnce(each, null);

  const sentBack = await happen(random, orders);
  const toldLater = await toldSince(before.length + told.length);
  brought += await bringAll(random, planOf(random, toldLater, [...before, ...told]), orders);
  await comeToRest();
  for (const each of orders) await expectOnce(each, sentBack);
  return brought;
}

test(
  `${goal} webhooks, repeated, in any order and at once to two processes, each take effect exactly once`,
  { timeout: 60_000 + goal * 200 },
  async () => {
    const random = createSeededRandom(seed);
    let brought = 0;
    for (let scenes = 1; brought < goal; scenes += 1) {
      brought += await playScene(random);
      if (scenes % scenesASite !== 0 || brought >= goal) continue;
      await site.close();
      site = await openSite();
    }
  },
);
