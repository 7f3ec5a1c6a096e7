import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkout } from "#contract/payments.ts";
import { loadConfig } from "#server/config.ts";
import { createServices, type Services } from "#server/services.ts";
import { errorOf, type TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { expectFaults, watchedLog } from "#testing/faults.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

expectFaults(
  /crashed after/,
  "provider.away",
  /provider_away/,
  "payments.refund_unreachable",
  "payments.desk_refund_refused",
);

let site: PaymentSite;
let admin: TestUser;
/** A second copy of the site on the same database. */
let other: Services;
beforeAll(async () => {
  site = await createPaymentSite();
  admin = await site.registerUser({ isAdmin: true });
  other = createServices({
    config: loadConfig({
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.database.url,
      RATE_LIMITS: "off",
      NODE_ENV: "test",
    }),
    ...site.database,
    databaseUrl: site.database.url,
    log: watchedLog,
    provider: site.provider.access,
  });
});
afterEach(() => site.crashAfter(null));
afterAll(async () => {
  await other.stop();
  await site.close();
});

interface Decided {
  readonly id: string;
  readonly intent: string;
  readonly payer: TestUser;
}

async function paid(sessionId: string, payer: TestUser): Promise<Decided> {
  const { id, stripe_payment_intent: intent } = await site.database.db
    .selectFrom("payments")
    .select(["id", "stripe_payment_intent"])
    .where("stripe_session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return { id, intent: intent ?? "", payer };
}

/** A paid car of 3 dollars: on sale, or where the process dies before, only paid. */
async function buy(step: number | null = null): Promise<Decided> {
  const payer = await site.registerSeller();
  const { sessionId } = await site.checkOut(payer);
  await site.provider.pay(sessionId);
  site.crashAfter(step);
  expect((await site.verify(sessionId)).status).toBe(step === null ? 200 : 500);
  site.crashAfter(null);
  return paid(sessionId, payer);
}

/** The site decides on a refund of 1 dollar, and dies. */
async function bySite(): Promise<Decided> {
  const payer = await site.registerSeller();
  const car = await site.publishCar(payer);
  const { sessionId } = await site.checkOut(payer, { carId: car._id, days: 1 });
  await site.provider.pay(sessionId);
  await site.database.db.deleteFrom("cars").where("id", "=", car._id).execute();
  site.crashAfter(3);
  expect((await site.verify(sessionId)).status).toBe(500);
  site.crashAfter(null);
  return paid(sessionId, payer);
}

/** An admin requests a refund of 1 dollar of 3, and the site dies. */
async function byAdmin(): Promise<Decided> {
  const bought = await buy();
  site.crashAfter(0);
  const answer = await site.call(`POST /api/admin/payments/${bought.id}/refund`, {
    as: admin,
    body: { amount: 1, reason: "Zbritje" },
  });
  expect(answer.status).toBe(500);
  site.crashAfter(null);
  return bought;
}

const refundsAtProvider = async ({ intent }: Decided) =>
  (await site.provider.stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);

const openRequest = ({ id }: Decided) =>
  site.database.db
    .selectFrom("refund_requests")
    .select("id")
    .where("payment_id", "=", id)
    .where("state", "=", "asked")
    .executeTakeFirst();

const rowOf = ({ id }: Decided) =>
  site.database.db
    .selectFrom("payments")
    .select(["status", "refund_reason as reason", "provider_account as account"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Time passes for the sweep, which leaves young refunds to their jobs. */
async function age({ id }: Decided): Promise<void> {
  const { db } = site.database;
  await sql`update payments set paid_at = now() - interval '3 minutes' where id = ${id}`.execute(db);
  await sql`
    update refund_requests set created_at = now() - interval '3 minutes' where payment_id = ${id}`.execute(
    db,
  );
}

/** Runs the job of a payment's refund in one copy. */
async function runJob({ tasks }: Services["billing"], { id }: Decided): Promise<void> {
  await tasks["refund_payment"]?.run({ paymentId: id }, new AbortController().signal);
}

async function loseJobs(): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs where task_id in (
      select id from graphile_worker._private_tasks where identifier in ('refund_payment', 'make_desk_refund'))`.execute(
    site.database.db,
  );
}

/** The ledger, its story and the mail have one refund, however often everything runs again. */
async function expectOneRefund(decided: Decided, cents: number, whole: boolean): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await site.runUntilIdle();
    await drainJobs(site.database, other.billing.tasks);
    expect(await refundsAtProvider(decided)).toEqual([cents]);
  }
  const { db } = site.database;
  const payment = await db
    .selectFrom("payments")
    .select(["status", "refunded_cents"])
    .where("id", "=", decided.id)
    .executeTakeFirstOrThrow();
  expect(payment).toEqual({ status: whole ? "refunded" : "fulfilled", refunded_cents: cents });
  const parts = await db
    .selectFrom("payment_refunds")
    .select("amount_cents")
    .where("payment_id", "=", decided.id)
    .execute();
  expect(parts).toEqual([{ amount_cents: cents }]);
  expect(await openRequest(decided)).toBeUndefined();
  const mails = (await site.mails()).filter(
    ({ to, subject }) => to === decided.payer.email && subject.includes("kthye"),
  );
  expect(mails).toHaveLength(1);
}

const decisions: [string, () => Promise<Decided>, boolean][] = [
  ["the site decided", bySite, true],
  ["an admin requested", byAdmin, false],
];

describe.each(decisions)("a refund that %s", (_, decide, whole) => {
  test("a crash between the decision and the provider's call costs nothing: the job makes one refund", async () => {
    const decided = await decide();
    expect(await refundsAtProvider(decided)).toEqual([]);
    await expectOneRefund(decided, 100, whole);
  });

  test("the sweep makes one refund where the job is lost, too", async () => {
    const decided = await decide();
    await loseJobs();
    await site.runUntilIdle();
    expect(await refundsAtProvider(decided)).toEqual([]);
    await age(decided);
    await expectOneRefund(decided, 100, whole);
  });

  test("two copies that make it at once make one refund", async () => {
    const decided = await decide();
    await age(decided);
    const copies = [site.services.billing, other.billing];
    await Promise.allSettled([...copies, ...copies].flatMap((copy) => [runJob(copy, decided), copy.sweep()]));
    await expectOneRefund(decided, 100, whole);
  });

  test("a copy of the version before that died after its call has made the one refund", async () => {
    const decided = await decide();
    const { id: paymentId, intent } = decided;
    const request = await openRequest(decided);
    // Its parameters and its key.
    await (request === undefined
      ? site.provider.stripe.refunds.create(
          { payment_intent: intent, metadata: { paymentId } },
          { idempotencyKey: `refund:${paymentId}` },
        )
      : site.provider.stripe.refunds.create(
          { payment_intent: intent, amount: 100, metadata: { paymentId, requestId: request.id } },
          { idempotencyKey: `desk_refund:${request.id}` },
        ));
    await expectOneRefund(decided, 100, whole);
  });
});

describe("what the version before has left", () => {
  test("a payment that it decided to refund is refunded once, by its job or by the sweep", async () => {
    const { db } = site.database;
    for (const job of ["waits", "is lost"]) {
      const left = await buy(1);
      await sql`update payments set refund_reason = 'data_invalid' where id = ${left.id}`.execute(db);
      await sql`
        insert into payment_events (payment_id, event, detail)
        values (${left.id}, 'refund_due', '{"reason": "data_invalid"}')`.execute(db);
      if (job === "waits")
        await site.services.ctx.addJob(
          "refund_payment",
          { paymentId: left.id },
          { key: `refund:${left.id}`, maxAttempts: 25 },
        );
      else await age(left);
      await expectOneRefund(left, 300, true);
    }
  });

  test("a request of an admin is made once, although its job has another name", async () => {
    const { db } = site.database;
    const left = await buy();
    const requestId = uuidv7();
    await sql`
      insert into refund_requests (id, payment_id, amount_cents, reason, keeps_goods, admin_id)
      values (${requestId}, ${left.id}, 100, 'Zbritje', false, ${admin.id})`.execute(db);
    await site.services.ctx.addJob(
      "make_desk_refund",
      { requestId },
      { key: `desk_refund:${requestId}`, maxAttempts: 25 },
    );
    await site.drainJobs();
    const { rows: jobs } = await sql`
      select from graphile_worker.jobs where key = ${`desk_refund:${requestId}`}`.execute(db);
    expect(jobs).toEqual([]);
    await age(left);
    await expectOneRefund(left, 100, false);
  });
});

describe("a charge that the provider does not know", () => {
  test("a refund that the site decided is given up, and the payment stays paid for people to look at", async () => {
    const { db } = site.database;
    const decided = await bySite();
    await sql`update payments set stripe_payment_intent = ${`pi_gone_${decided.id}`} where id = ${decided.id}`.execute(
      db,
    );
    expect(await site.drainJobs()).toEqual([]);
    const given = { status: "paid", reason: "car_gone", account: "unknown" };
    expect(await rowOf(decided)).toEqual(given);
    await age(decided);
    await site.services.billing.sweep();
    const { rows: jobs } = await sql`
      select from graphile_worker.jobs where key = ${`refund:${decided.id}`}`.execute(db);
    expect(jobs).toEqual([]);
  });

  test.each([
    ["its charge", (id: string) => ({ stripe_payment_intent: `pi_gone_${id}` })],
    ["its invoice", (id: string) => ({ stripe_payment_intent: null, stripe_invoice_id: `in_gone_${id}` })],
  ])("POST /api/admin/payments/{id}/refund returns 409 where %s is unknown", async (_, lost) => {
    const bought = await buy();
    const before = await rowOf(bought);
    await site.database.db.updateTable("payments").set(lost(bought.id)).where("id", "=", bought.id).execute();
    const answer = await site.call(`POST /api/admin/payments/${bought.id}/refund`, {
      as: admin,
      body: { reason: "Zbritje" },
    });
    expect([answer.status, errorOf(answer).code]).toEqual([409, "refund_refused"]);
    expect(await openRequest(bought)).toBeUndefined();
    expect(await rowOf(bought)).toEqual(before);
  });
});

test.each([0, 1])(
  "a crash after step %i of a refunded second subscription ends it and refunds it once",
  async (step) => {
    const payer = await site.registerUser();
    const body = { businessName: "Auto Gashi", businessAddress: "Prizren" };
    const page = await site.call("POST /api/payment/create-dealer-subscription", { as: payer, body });
    const { sessionId } = checkout.parse(page.body);
    await sql`
      insert into subscriptions (id, user_id, stripe_subscription_id, status, amount_cents, currency, dealer_until)
      values (gen_random_uuid(), ${payer.id}, ${`sub_other_${payer.id}`}, 'active', 5000, 'usd', now() + interval '20 days')`.execute(
      site.database.db,
    );
    await site.provider.pay(sessionId);
    await site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } });
    const decided = await paid(sessionId, payer);
    site.crashAfter(step);
    await expect(runJob(site.services.billing, decided)).rejects.toThrow("crashed after");
    site.crashAfter(null);
    await expectOneRefund(decided, 5000, true);
    const { stripe_subscription_id: id } = await site.database.db
      .selectFrom("payments")
      .select("stripe_subscription_id")
      .where("id", "=", decided.id)
      .executeTakeFirstOrThrow();
    expect((await site.provider.stripe.subscriptions.retrieve(id ?? "")).status).toBe("canceled");
  },
);
