import * as fc from "#testing/properties.ts";
import { expectFaults } from "#testing/faults.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkout as checkoutSchema } from "#contract/payments.ts";
import { deleteUsers } from "#server/people/accounts/accounts.queries.ts";
import type { TestUser } from "#testing/app.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

expectFaults(/crashed after/, "provider.away", /provider_away/, /send_payment_mail: Error: ENOENT/);

/**
 * Random histories: one person's checkouts, paid, given up, visited, with webhooks in any order, twice or
 * never, with crashes between any two steps, lost answers, and the account deleted in the middle. Whatever happened,
 * once everything comes to rest the ledger is the provider's, and what was bought is there once.
 * `HISTORIES=10000` runs the long form, `TEST_SEED` repeats one.
 */
const histories = Number(process.env["HISTORIES"] ?? 25);

/** A site grows with each history, and looking back over all of it takes longer: a long form begins anew now and then. */
const historiesASite = 25;

let site: PaymentSite;
let lived = 0;
beforeAll(async () => {
  site = await createPaymentSite();
});
afterAll(() => site.close());

async function moveOn(): Promise<void> {
  lived += 1;
  if (lived % historiesASite !== 0 || lived === histories) return;
  await site.close();
  site = await createPaymentSite();
}

type Step =
  | { do: "open"; kind: "car" | "extras" | "several"; days: number; social: boolean; key: number | null }
  | { do: "pay"; which: number }
  | { do: "give up"; which: number }
  | { do: "visit"; which: number }
  | { do: "webhook"; which: number; times: number }
  | { do: "jobs" }
  | { do: "catch up" }
  | { do: "sweep" }
  | { do: "delete the account" }
  | { do: "crash"; after: number }
  | { do: "lose an answer" };

const which = fc.nat({ max: 5 });
const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("open" as const),
      kind: fc.constantFrom("car" as const, "extras" as const, "several" as const),
      days: fc.nat({ max: 3 }),
      social: fc.boolean(),
      key: fc.option(fc.nat({ max: 1 })),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("pay" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("give up" as const), which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("visit" as const), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("webhook" as const),
      which,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: "jobs" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "catch up" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "sweep" as const }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("crash" as const), after: fc.nat({ max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "lose an answer" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "delete the account" as const }) },
);

interface World {
  readonly payer: TestUser;
  readonly carId: string;
  /** Sponsored together with the first alone. */
  readonly otherId: string;
  readonly sessions: string[];
  deleted: boolean;
}

async function open(world: World, step: Extract<Step, { do: "open" }>): Promise<void> {
  const { payer, carId, otherId } = world;
  if (world.deleted) return;
  const isSeveral = step.kind === "several";
  const extras = isSeveral ? step.days * 2 : step.days + (step.social ? 10 : 0);
  if (step.kind !== "car" && extras === 0) return;
  const answer = await site.call("POST /api/payment/create-checkout", {
    as: payer,
    body: {
      ...(step.kind === "car"
        ? { carData: await site.carFields(payer) }
        : isSeveral
          ? { carIds: [carId, otherId] }
          : { carId }),
      amount: step.kind === "car" ? extras + 3 : extras,
      sponsorshipDays: step.days,
      socialPromotion: step.social && !isSeveral,
    },
    headers: step.key === null ? {} : { "idempotency-key": `key-${step.key}` },
  });
  const opened = checkoutSchema.safeParse(answer.body);
  if (opened.success && !world.sessions.includes(opened.data.sessionId))
    world.sessions.push(opened.data.sessionId);
}

/** One of the checkouts so far; none before there are any. */
function pick(world: World, index: number): string | null {
  return world.sessions.length === 0 ? null : (world.sessions[index % world.sessions.length] ?? null);
}

async function take(world: World, step: Step): Promise<void> {
  if (step.do === "open") return open(world, step);
  if (step.do === "crash") return site.crashAfter(step.after);
  if (step.do === "jobs") return void (await site.drainJobs());
  // No worker runs here: these fail as a job that is tried again later.
  if (step.do === "catch up") return site.services.billing.catchUp().catch(() => {});
  if (step.do === "sweep") return site.services.billing.sweep().catch(() => {});
  if (step.do === "lose an answer") {
    let left = 2;
    return site.provider.proxy.setFault(() => (left-- > 0 ? "answer lost" : null));
  }
  if (step.do === "delete the account") {
    world.deleted = true;
    await site.database.db.transaction().execute((trx) => deleteUsers(trx, [world.payer.id]));
    return;
  }
  const sessionId = pick(world, step.which);
  if (sessionId === null) return;
  if (step.do === "pay") return site.provider.pay(sessionId);
  if (step.do === "give up") return site.provider.expire(sessionId).catch(() => {});
  if (step.do !== "webhook") return void (await site.verify(sessionId));
  await site.provider.waitForDeliveries();
  const told = site.provider.deliveries.filter(({ body }) => body.includes(`"${sessionId}"`));
  for (let time = 0; time < step.times; time += 1) {
    const delivery = told[time % Math.max(told.length, 1)];
    if (delivery !== undefined) await site.deliver(delivery);
  }
}

async function paidAtProvider(
  sessionId: string,
): Promise<{ paid: number; refunded: number; status: string }> {
  const { stripe } = site.provider;
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  const { payment_intent: intent } = session;
  if (session.payment_status !== "paid" || intent === null)
    return { paid: 0, refunded: 0, status: session.status ?? "" };
  const id = typeof intent === "string" ? intent : intent.id;
  const refunds = await stripe.refunds.list({ payment_intent: id });
  return {
    paid: session.amount_total ?? 0,
    refunded: refunds.data.reduce((sum, { amount }) => sum + amount, 0),
    status: session.status ?? "",
  };
}

async function expectRightness(world: World): Promise<void> {
  const { db } = site.database;
  const payments = await db
    .selectFrom("payments")
    .selectAll()
    .where("stripe_session_id", "in", world.sessions.length === 0 ? [""] : world.sessions)
    .execute();
  expect(payments).toHaveLength(world.sessions.length);
  let days = 0;
  let otherDays = 0;
  let posts = 0;
  let published = 0;
  for (const payment of payments) {
    const truth = await paidAtProvider(payment.stripe_session_id ?? "");
    const net = truth.paid - truth.refunded;
    const status = truth.paid === 0 ? truth.status : truth.refunded > 0 ? "refunded" : "fulfilled";
    expect({ status: payment.status, net }).toEqual({
      status,
      net: payment.status === "fulfilled" ? payment.amount_cents : 0,
    });
    if (payment.status !== "fulfilled") continue;
    if (payment.social_promotion) posts += 1;
    if (payment.kind === "extras") {
      days += payment.sponsorship_days;
      // Each day of these costs twice, once a car.
      if (payment.car_id === null) otherDays += payment.amount_cents / 200;
    } else published += 1;
  }
  const events = await db
    .selectFrom("payment_events as e")
    .innerJoin("payments as p", "p.id", "e.payment_id")
    .select(["e.event", "p.id"])
    .where("p.stripe_session_id", "in", world.sessions.length === 0 ? [""] : world.sessions)
    .execute();
  for (const { id, status } of payments) {
    const story = events.filter((event) => event.id === id).map(({ event }) => event);
    expect(story.includes("fulfilled")).toBe(status === "fulfilled");
  }
  // A mail for each that was carried out or sent back, and no other.
  const mails = await db.selectFrom("payment_mails").select("key").execute();
  const keys = new Set(mails.map(({ key }) => key));
  for (const { id, status } of payments) {
    expect(keys.has(`receipt:${id}`)).toBe(status === "fulfilled");
    expect(keys.has(`refunded:${id}`)).toBe(status === "refunded");
  }
  if (world.deleted) return;
  const cars = await db.selectFrom("cars").selectAll().where("owner_id", "=", world.payer.id).execute();
  expect(cars).toHaveLength(2 + published);
  expect(cars.find(({ id }) => id === world.carId)?.sponsorship_days).toBe(days);
  expect(cars.find(({ id }) => id === world.otherId)?.sponsorship_days).toBe(otherDays);
  const queue = await db
    .selectFrom("social_posts as s")
    .innerJoin("cars as c", "c.id", "s.car_id")
    .select("s.id")
    .where("c.owner_id", "=", world.payer.id)
    .execute();
  expect(queue).toHaveLength(posts);
}

test(
  `${histories} random payment histories end with the ledger equal to the provider's`,
  { timeout: 60_000 + histories * 10_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someStep, { minLength: 3, maxLength: 16, size: "max" }), async (steps) => {
        const payer = await site.registerSeller();
        const car = await site.publishCar(payer);
        const other = await site.publishCar(payer);
        const world: World = { payer, carId: car._id, otherId: other._id, sessions: [], deleted: false };
        for (const step of steps) await take(world, step);
        site.crashAfter(null);
        site.provider.proxy.setFault(null);
        // Sessions that were opened while we died: the provider knows them.
        const mine = await site.database.db
          .selectFrom("payments")
          .select("stripe_session_id as id")
          .where("user_id", "=", payer.id)
          .execute();
        for (const { id } of mine) if (id !== null && !world.sessions.includes(id)) world.sessions.push(id);
        await site.provider.waitForDeliveries();
        await site.runUntilIdle();
        await site.runUntilIdle();
        await expectRightness(world);
        // Run again, nothing changes.
        await site.runUntilIdle();
        await expectRightness(world);
        await moveOn();
      }),
      {
        numRuns: histories,
        endOnFailure: histories > 1000,
      },
    );
  },
);
