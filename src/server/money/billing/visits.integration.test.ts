import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkout } from "#contract/payments.ts";
import { cardVisitFigures } from "#server/http/limit-figures.ts";
import { errorOf } from "#testing/app.ts";
import { createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";

/** Anybody may ask for a payment's status: its cost for the provider and this process is bounded here. */
let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite({ env: { RATE_LIMITS: "on" } });
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(site.database.db);
});
afterAll(() => site.close());

const atOnce = cardVisitFigures.session[0].times;

/** Reads of sessions at the provider since the last call of this. */
function reads(at = site): number {
  return at.provider.proxy.calls
    .splice(0)
    .filter(({ method, path }) => method === "GET" && path.startsWith("/v1/checkout/sessions/")).length;
}

/** Reads that may be begun in this time, with the first and the one that those wait for who came during it. */
function maxReads(since: number): number {
  return 2 + Math.ceil((performance.now() - since) / 1000);
}

const calls = ["verify-session", "create-car"] as const;

test("POST /api/payment/verify-session and create-car called many times at once share a couple of reads of the provider", async () => {
  const { sessionId } = await site.checkOut(await site.registerSeller());
  reads();
  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      site.call(`POST /api/payment/${calls[index % 2] ?? calls[0]}`, { body: { sessionId } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([402]));
  expect(reads()).toBeLessThanOrEqual(maxReads(start));
});

test("each of a hundred calls at once returns a state that is not older than the call", async () => {
  const unlimited = await createPaymentSite();
  try {
    const { sessionId } = await unlimited.checkOut(await unlimited.registerSeller());
    reads(unlimited);
    const start = performance.now();
    const before = Array.from({ length: 50 }, () => unlimited.verify(sessionId));
    await unlimited.provider.pay(sessionId);
    // Whatever those before saw: it is paid when these ask.
    const after = await Promise.all(Array.from({ length: 50 }, () => unlimited.verify(sessionId)));
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await Promise.all(before)).filter(({ status }) => ![200, 402].includes(status))).toEqual([]);
    expect(reads(unlimited)).toBeLessThanOrEqual(maxReads(start));
  } finally {
    await unlimited.close();
  }
});

test("a session is read again one second after the last read at the earliest, and a settled one never", async () => {
  const { sessionId } = await site.checkOut(await site.registerSeller());
  const times: number[] = [];
  site.provider.proxy.setFault(({ path }) => {
    if (path.startsWith("/v1/checkout/sessions/")) times.push(performance.now());
    return null;
  });
  await site.verify(sessionId);
  await site.verify(sessionId);
  site.provider.proxy.setFault(null);
  const [first = 0, second = 0] = times;
  expect(times).toHaveLength(2);
  // The request travels a little; the spacing counts from where it was begun.
  expect(second - first).toBeGreaterThan(900);
  await site.provider.pay(sessionId);
  expect((await site.verify(sessionId)).status).toBe(200);
  reads();
  await Promise.all(Array.from({ length: 5 }, () => site.verify(sessionId)));
  expect(reads()).toBe(0);
});

test("POST /api/payment/verify-session returns 429 with Retry-After beyond 30 calls a minute for one session", async () => {
  const dealer = await site.registerUser();
  const signup = { businessName: "Auto Gashi", businessAddress: "Prizren" };
  const opened = await site.call("POST /api/payment/create-dealer-subscription", {
    as: dealer,
    body: signup,
  });
  const { sessionId } = checkout.parse(opened.body);
  const answers = await Promise.all(
    Array.from({ length: atOnce + 5 }, () =>
      site.call("POST /api/payment/verify-dealer-subscription", { body: { sessionId } }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  for (const answer of refused) {
    expect(errorOf(answer).code).toBe("too_many_requests");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test("made-up session ids count by address only, 300 a minute, and store no counter of their own", async () => {
  const times = cardVisitFigures.address[0].times;
  const statuses: number[] = [];
  for (let index = 0; index < times + 3; index += 1)
    statuses.push((await site.verify(`cs_test_${index}`)).status);
  expect(statuses.slice(0, times).filter((status) => status !== 404)).toEqual([]);
  expect(statuses.slice(times)).toEqual([429, 429, 429]);
  const { rows } = await sql<{ counters: number }>`
    select count(*)::int as counters from rate_limits where key like 'card:%'`.execute(site.database.db);
  expect(rows).toEqual([{ counters: 1 }]);
});
