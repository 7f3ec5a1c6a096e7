import { sql } from "kysely";
import * as fc from "#testing/properties.ts";
import { expectFaults } from "#testing/faults.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkout } from "#contract/payments.ts";
import type { TestUser } from "#testing/app.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

expectFaults("provider.away", /crashed after/, "payments.desk_refund_refused", /provider_away/);

/**
 * Histories of money that goes back: one seller's car, its extras and one dealer's months, refunded in parts and whole at
 * the provider and in /admin (which may leave what was bought), disputed, won and lost, with webhooks in any order, twice or never, with crashes and lost answers between. Whatever
 * happened, once everything comes to rest the ledger's net is the provider's and that of invoices less credit notes, and
 * what was bought is there exactly where the money is. `HISTORIES=1000` runs the long form, `TEST_SEED` repeats one.
 */
const histories = Number(process.env["HISTORIES"] ?? 8);

let site: PaymentSite;
let admin: TestUser;
let keys = 0;
beforeAll(async () => {
  site = await createPaymentSite();
  admin = await site.registerUser({ isAdmin: true });
});
afterAll(() => site.close());

type Step =
  | { do: "refund"; which: number; cents: number | null }
  | { do: "desk refund"; which: number; cents: number | null; ends: boolean; twice: boolean }
  | { do: "dispute"; which: number; part: boolean; inquiry: boolean }
  | { do: "decide"; which: number; outcome: "won" | "lost" | "under_review" }
  | { do: "webhooks"; order: "as sent" | "reversed" | "twice" }
  | { do: "jobs" }
  | { do: "catch up" }
  | { do: "sweep" }
  | { do: "issue invoices" }
  | { do: "crash"; after: number }
  | { do: "lose an answer" };

const which = fc.nat({ max: 9 });
const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      which,
      cents: fc.option(fc.integer({ min: 1, max: 700 }), { freq: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("desk refund" as const),
      which,
      cents: fc.option(fc.integer({ min: 1, max: 700 }), { freq: 3 }),
      ends: fc.boolean(),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("dispute" as const),
      which,
      part: fc.boolean(),
      inquiry: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      which,
      outcome: fc.constantFrom("won" as const, "lost" as const, "under_review" as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("webhooks" as const),
      order: fc.constantFrom("as sent" as const, "reversed" as const, "twice" as const),
    }),
  },
  { weight: 5, arbitrary: fc.constant({ do: "jobs" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "catch up" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "sweep" as const }) },
  { weight: 3, arbitrary: fc.constant({ do: "issue invoices" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("crash" as const), after: fc.nat({ max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "lose an answer" as const }) },
);

interface World {
  readonly seller: TestUser;
  readonly dealer: TestUser;
  readonly carId: string;
  /** Sponsored with the first one in one payment. */
  readonly otherId: string;
  /** Of the listing, the extras, the dealer's month and the days for both cars, in this order. */
  readonly intents: readonly string[];
  readonly disputes: string[];
  /** Charges of which all that was left was asked back in /admin, with what they bought to stay. */
  readonly retained: Set<string>;
  /** Webhooks before these are of another history. */
  told: number;
}

async function intentOf(payer: TestUser): Promise<string> {
  const row = await site.database.db
    .selectFrom("payments")
    .select("stripe_payment_intent as intent")
    .where("user_id", "=", payer.id)
    .where("status", "=", "fulfilled")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  if (row.intent === null) throw new Error("the ledger does not name the charge");
  return row.intent;
}

async function begin(): Promise<World> {
  const seller = await site.registerSeller();
  const listing = await site.checkOut(seller, { days: 7, social: true });
  await site.provider.pay(listing.sessionId);
  await site.verify(listing.sessionId);
  const intents = [await intentOf(seller)];
  const { id: carId } = await site.database.db
    .selectFrom("cars")
    .select("id")
    .where("owner_id", "=", seller.id)
    .executeTakeFirstOrThrow();
  const extras = await site.checkOut(seller, { days: 3, carId });
  await site.provider.pay(extras.sessionId);
  await site.verify(extras.sessionId);
  intents.push(await intentOf(seller));
  const dealer = await site.registerUser();
  const signup = {
    businessName: "Auto Gashi",
    businessAddress: "Rr. Nëna Terezë 12, Prizren",
    taxNumber: "811234567",
    website: "autogashi.com",
    businessType: "dealership",
  };
  const page = await site.call("POST /api/payment/create-dealer-subscription", { as: dealer, body: signup });
  const { sessionId } = checkout.parse(page.body);
  await site.provider.pay(sessionId);
  await site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } });
  intents.push(await intentOf(dealer));
  const other = await site.publishCar(seller);
  const both = await site.checkOut(seller, { days: 2, carIds: [carId, other._id] });
  await site.provider.pay(both.sessionId);
  await site.verify(both.sessionId);
  intents.push(await intentOf(seller));
  await site.provider.waitForDeliveries();
  return {
    seller,
    dealer,
    carId,
    otherId: other._id,
    intents,
    disputes: [],
    retained: new Set(),
    told: site.provider.deliveries.length,
  };
}

async function issueInvoices(): Promise<void> {
  await site.services.schedule["sweep_invoices"]?.run(new AbortController().signal);
}

/** A step that is impossible at this moment is refused by the provider and changes nothing. */
async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    expect(String(error)).toMatch(/dispute|charged back|refund|closed|inquiry|greater/i);
  }
}

async function take(world: World, step: Step): Promise<void> {
  const { provider, services } = site;
  switch (step.do) {
    case "refund": {
      const intent = world.intents[step.which % world.intents.length] ?? "";
      const amount = step.cents === null ? {} : { amount: step.cents };
      return attempt(() => provider.stripe.refunds.create({ payment_intent: intent, ...amount }));
    }
    case "desk refund": {
      const intent = world.intents[step.which % world.intents.length] ?? "";
      const { id } = await site.database.db
        .selectFrom("payments")
        .select("id")
        .where("stripe_payment_intent", "=", intent)
        .executeTakeFirstOrThrow();
      const send = () =>
        site.call(`POST /api/admin/payments/${id}/refund`, {
          as: admin,
          body: {
            ...(step.cents === null ? {} : { amount: step.cents / 100 }),
            reason: "Histori",
            endsWhatItBought: step.ends,
          },
          headers: { "Idempotency-Key": `history-${keys}` },
        });
      keys += 1;
      const answers = await Promise.all(step.twice ? [send(), send()] : [send()]);
      for (const { status } of answers) expect([200, 400, 409, 500, 503]).toContain(status);
      const asked = await site.database.db
        .selectFrom("refund_requests")
        .select("id")
        .where("payment_id", "=", id)
        .where("keeps_goods", "=", true)
        .execute();
      if (asked.length > 0) world.retained.add(intent);
      return;
    }
    case "dispute": {
      const intent = world.intents[step.which % world.intents.length] ?? "";
      const details = { inquiry: step.inquiry, ...(step.part ? { amount: 100 } : {}) };
      return attempt(() => world.disputes.push(provider.dispute(intent, details)));
    }
    case "decide": {
      const dispute = world.disputes[step.which % Math.max(1, world.disputes.length)];
      if (dispute === undefined) return;
      return attempt(() => provider.decideDispute(dispute, step.outcome));
    }
    case "webhooks": {
      await provider.waitForDeliveries();
      const told = provider.deliveries.slice(world.told);
      const ordered = step.order === "reversed" ? told.toReversed() : told;
      for (const delivery of ordered) {
        await site.deliver(delivery);
        if (step.order === "twice") await site.deliver(delivery);
      }
      return;
    }
    case "jobs":
      return void (await site.drainJobs());
    case "catch up":
      return services.billing.catchUp().catch(() => {});
    case "sweep":
      return services.billing.sweep().catch(() => {});
    case "issue invoices":
      return issueInvoices();
    case "crash":
      return site.crashAfter(step.after);
    case "lose an answer": {
      let left = 2;
      return provider.proxy.setFault(() => (left-- > 0 ? "answer lost" : null));
    }
  }
}

interface Truth {
  back: number;
  open: boolean;
}

/** The provider's state of a charge, computed here without the product's code. */
async function truthOf(intent: string): Promise<Truth & { amount: number }> {
  const { stripe } = site.provider;
  const { amount_received: amount } = await stripe.paymentIntents.retrieve(intent);
  const { data: charges } = await stripe.charges.list({ payment_intent: intent });
  const { data: disputes } = await stripe.disputes.list({ payment_intent: intent, limit: 100 });
  let back = charges.reduce((cents, charge) => cents + charge.amount_refunded, 0);
  for (const { status, amount: disputed } of disputes) if (status === "lost") back += disputed;
  const open = disputes.some(({ status }) => status === "needs_response" || status === "under_review");
  return { amount, back, open };
}

/** Whether what a charge bought may be there: it is paid, neither refunded nor disputed. */
const holds = ({ amount, back, open }: Truth & { amount: number }) => back < amount && !open;

/** Whether a charge went back by a refund that the desk asked for without ending what was bought. */
async function isRetained({ retained }: World, intent: string): Promise<boolean> {
  if (!retained.has(intent)) return false;
  const { data } = await site.provider.stripe.refunds.list({ payment_intent: intent, limit: 100 });
  const { rows } = await sql<{ id: string }>`
    select id from refund_requests where keeps_goods and id::text = any(${data.map(
      ({ metadata }) => metadata?.["requestId"] ?? "",
    )})`.execute(site.database.db);
  return rows.length > 0;
}

async function expectRightness(world: World): Promise<void> {
  const { db } = site.database;
  const truths = await Promise.all(world.intents.map(truthOf));
  const rows = await db
    .selectFrom("payments")
    .select([
      "stripe_payment_intent as intent",
      "status",
      "amount_cents as amount",
      "refunded_cents as refunded",
    ])
    .where("user_id", "in", [world.seller.id, world.dealer.id])
    .execute();
  const parts = await db
    .selectFrom("payment_refunds as r")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select((eb) => ["p.stripe_payment_intent as intent", eb.fn.sum<number>("r.amount_cents").as("cents")])
    .where("p.user_id", "in", [world.seller.id, world.dealer.id])
    .groupBy("p.stripe_payment_intent")
    .execute();
  for (const [at, intent] of world.intents.entries()) {
    const truth = truths[at];
    const row = rows.find((one) => one.intent === intent);
    expect({
      net: (row?.amount ?? 0) - (row?.refunded ?? 0),
      parts: parts.find((one) => one.intent === intent)?.cents ?? 0,
      status: row?.status,
    }).toEqual({
      net: (truth?.amount ?? 0) - (truth?.back ?? 0),
      parts: truth?.back,
      status: truth?.back === truth?.amount ? "refunded" : "fulfilled",
    });
  }
  // All of the money back by a refund of ours that leaves what was bought.
  const retained = await Promise.all(world.intents.map((intent) => isRetained(world, intent)));
  const [listing, extras, month, both] = truths.map((truth, at) => holds(truth) || retained[at] === true);
  const car = await db.selectFrom("cars").selectAll().where("id", "=", world.carId).executeTakeFirstOrThrow();
  const other = await db
    .selectFrom("cars")
    .selectAll()
    .where("id", "=", world.otherId)
    .executeTakeFirstOrThrow();
  const posts = await db.selectFrom("social_posts").select("id").where("car_id", "=", world.carId).execute();
  const me = await db
    .selectFrom("users")
    .select((eb) => eb("dealer_until", ">", new Date()).as("isDealer"))
    .where("id", "=", world.dealer.id)
    .executeTakeFirstOrThrow();
  expect({
    public: (await site.call(`GET /api/cars/${world.carId}`)).status === 200,
    archived: car.state === "archived",
    days: car.sponsorship_days,
    otherDays: other.sponsorship_days,
    posts: posts.length,
    dealer: me.isDealer,
  }).toEqual({
    public: listing,
    archived: truths[0]?.back === truths[0]?.amount && retained[0] !== true,
    days: (listing === true ? 7 : 0) + (extras === true ? 3 : 0) + (both === true ? 2 : 0),
    otherDays: both === true ? 2 : 0,
    posts: listing === true ? 1 : 0,
    dealer: month,
  });
  // No longer than was bought, and nothing lost but the moments of this test.
  for (const { sponsored_until: until, sponsorship_days: days } of [car, other]) {
    const daysLeft = ((until?.getTime() ?? 0) - Date.now()) / 86_400_000;
    if (days > 0) expect(daysLeft).toBeCloseTo(days, 2);
    else expect(daysLeft).toBeLessThan(0.001);
  }
}

/**
 * Each charge has one invoice of its amount, and a credit note of each part that went back, of its amount: less these, an
 * invoice is what the provider has still. Net and VAT add up by a constraint.
 */
async function expectInvoices({ intents }: World): Promise<number> {
  const { rows } = await sql<{ intent: string; refund: string | null; gross: number; due: number | null }>`
    select p.stripe_payment_intent as intent, i.refund_id as refund, i.gross_cents as gross, r.amount_cents as due
    from payments p join invoices i on i.payment_id = p.id left join payment_refunds r on r.id = i.refund_id
    where p.stripe_payment_intent = any(${[...intents]})`.execute(site.database.db);
  const { rows: refunds } = await sql<{ id: string }>`
    select r.id from payment_refunds r join payments p on p.id = r.payment_id
    where p.stripe_payment_intent = any(${[...intents]})`.execute(site.database.db);
  for (const intent of intents) {
    const { amount, back } = await truthOf(intent);
    const documents = rows.filter((row) => row.intent === intent);
    const notes = documents.filter(({ refund }) => refund !== null);
    expect({
      invoices: documents.filter(({ refund }) => refund === null).map(({ gross }) => gross),
      credited: notes.reduce((cents, { gross }) => cents + gross, 0),
      perNote: notes.map(({ gross }) => gross),
    }).toEqual({ invoices: [amount], credited: back, perNote: notes.map(({ due }) => due) });
  }
  const credited = rows.flatMap(({ refund }) => (refund === null ? [] : [refund]));
  expect(credited.toSorted()).toEqual(refunds.map(({ id }) => id).toSorted());
  return rows.length;
}

/** Every series begins with 1 and has no gap; positions are unique by a constraint. */
async function expectNoGaps(): Promise<void> {
  const { rows } = await sql`
    select s.series from invoice_series s left join invoices i using (series)
    group by s.series, s.last having s.last <> count(i.id) or s.last <> max(i.position) or min(i.position) <> 1`.execute(
    site.database.db,
  );
  expect(rows).toEqual([]);
}

async function rest(): Promise<void> {
  site.crashAfter(null);
  site.provider.proxy.setFault(null);
  await site.provider.waitForDeliveries();
  for (let round = 0; round < 2; round += 1) {
    await site.database.db
      .updateTable("provider_poll")
      .set({ refunds_asked_at: new Date(0) })
      .execute();
    await site.runUntilIdle();
  }
  await issueInvoices();
}

test(
  `${histories} random histories of refunds and disputes end with ledger, provider and invoices equal`,
  { timeout: 60_000 + histories * 10_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someStep, { minLength: 4, maxLength: 18, size: "max" }), async (steps) => {
        const world = await begin();
        for (const step of steps) await take(world, step);
        await rest();
        await expectRightness(world);
        const documents = await expectInvoices(world);
        // Run again, nothing changes.
        await rest();
        await expectRightness(world);
        expect(await expectInvoices(world)).toBe(documents);
        await expectNoGaps();
      }),
      {
        numRuns: histories,
        endOnFailure: histories > 100,
      },
    );
  },
);
