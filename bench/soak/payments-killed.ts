import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { z } from "zod";
import { type BenchDatabase, startDatabase } from "#bench/site.ts";
import { findLogFaults } from "#testing/log-faults.ts";
import { createSeededRandom, type SeededRandom } from "#testing/seeded-random.ts";
import {
  type Order,
  type Payer,
  type Phase,
  register,
  uploadPhoto,
  completeCheckout,
  type CheckoutAttempt,
} from "./payer.ts";
import { createProductProcess, type ProductProcess } from "./product-process.ts";
import { openRecord } from "./record.ts";

/**
 * Rounds of payments in which the product's process, with the sandbox in it, is killed (`kill -9`) midway and
 * started again. People continue what they began; half of them never return from the card page. After each
 * round the ledger must equal the provider's, each purchase must be fulfilled once, and the product's log
 * must have no warning, error or failed job, except those that a kill causes.
 */

const ordersARound = 3;
/** The kill comes when one of the payments has reached a phase, or a little later. */
const killPhases: readonly Phase[] = ["opens", "pays", "returns", "done"];
const maxDelayMs = 400;
const maxLifeMs = 15_000;
const maxConsistencyMs = 180_000;

interface World {
  readonly product: ProductProcess;
  readonly database: BenchDatabase;
  readonly sql: Pool;
  readonly sellers: readonly Payer[];
}

async function planAttempts(world: World, seed: number, random: SeededRandom): Promise<CheckoutAttempt[]> {
  const { product, sellers } = world;
  const attempts: CheckoutAttempt[] = [];
  for (let n = 0; n < ordersARound; n += 1) {
    const name = `soak-${seed}-${n}-${Date.now()}`;
    const roll = random.next();
    const days = random.below(4);
    const social = random.chance(0.5);
    const seller = random.pick(sellers);
    let payer = seller;
    let order: Order;
    if (roll < 0.2) {
      payer = await register(product.url, `${name}@example.com`, "none");
      order = { kind: "subscription" };
    } else if (roll < 0.5) {
      order = { kind: "extras", days: days + 1, social, carId: seller.carId ?? "" };
    } else {
      order = { kind: "car", days, social, photo: await uploadPhoto(product.url, seller.token) };
    }
    attempts.push({ order, payer, key: name, returns: random.chance(0.5), phase: "begins", sessionId: null });
  }
  return attempts;
}

const count = z.object({ wrong: z.coerce.number() });

/** Each query counts inconsistent rows; all must return 0. */
const invariantQueries: Readonly<Record<string, string>> = {
  "paid or open, and never settled": `
    select count(*) as wrong from payments where status not in ('fulfilled') and stripe_session_id = any($1)`,
  "a car for each payment, and one free one": `
    select count(*) as wrong from users u
    where (select count(*) from cars c where c.owner_id = u.id)
      <> (select count(*) from payments p where p.user_id = u.id and p.kind = 'car' and p.status = 'fulfilled')
        + (select count(*) from free_cars f where f.user_id = u.id) and $1::text[] is not null`,
  "days as bought": `
    select count(*) as wrong from free_cars f join cars c on c.id = f.car_id
    where c.sponsorship_days <> (select coalesce(sum(p.sponsorship_days), 0) from payments p
      where p.car_id = c.id and p.kind = 'extras' and p.status = 'fulfilled') and $1::text[] is not null`,
  "a post for each promotion": `
    select count(*) as wrong from payments p
    where (select count(*) from social_posts s where s.payment_id = p.id)
      <> (p.social_promotion and p.status = 'fulfilled')::int and $1::text[] is not null`,
  "a subscription for each that was paid": `
    select count(*) as wrong from users u
    where (select count(*) from subscriptions s where s.user_id = u.id)
      <> (select count(*) from payments p where p.user_id = u.id and p.kind = 'subscription' and p.status = 'fulfilled')
      and $1::text[] is not null`,
  "a mail queued for each": `
    select count(*) as wrong from payments p where p.status = 'fulfilled' and $1::text[] is not null
      and not exists (select from payment_mails m where m.key in ('receipt:' || p.id, 'started:' || p.id))`,
};

/** Differences between the ledger and the provider after all jobs have run; empty if there are none. */
async function findDifferences(world: World, attempts: readonly CheckoutAttempt[]): Promise<string[]> {
  const { sql, product, database } = world;
  const wrongs: string[] = [];
  const sessions = attempts.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
  for (const [name, query] of Object.entries(invariantQueries)) {
    const { rows } = await sql.query(query, [sessions]);
    if (count.parse(rows[0]).wrong !== 0) wrongs.push(name);
  }
  const stripe = await product.provider();
  const atProvider = await stripe.checkout.sessions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const paid = atProvider.filter(({ payment_status: status }) => status === "paid");
  const perPayment = new Set(paid.map(({ metadata }) => metadata?.["paymentId"]));
  if (perPayment.size !== paid.length) wrongs.push("a payment was charged twice");
  const { rows } = await sql.query(
    "select stripe_session_id as id, amount_cents as cents from payments where status = 'fulfilled'",
  );
  const ledger = z.array(z.object({ id: z.string(), cents: z.number() })).parse(rows);
  const cents = new Map(ledger.map((row) => [row.id, row.cents]));
  if (ledger.length !== paid.length) wrongs.push(`${paid.length} paid, ${ledger.length} fulfilled`);
  if (paid.some(({ id, amount_total: total }) => cents.get(id) !== total)) wrongs.push("other sums");
  const refunds = await stripe.refunds.list({ limit: 1 });
  if (refunds.data.length > 0) wrongs.push("something was refunded");
  const outbox = await readdir(join(database.folder, "outbox")).catch(() => []);
  const mails = outbox.filter((name) => /^(receipt|started)-.*\.eml$/.test(name));
  if (mails.length !== ledger.length) wrongs.push(`${mails.length} mails for ${ledger.length} payments`);
  return wrongs;
}

async function waitUntilConsistent(world: World, attempts: readonly CheckoutAttempt[]): Promise<void> {
  const until = Date.now() + maxConsistencyMs;
  for (;;) {
    const wrongs = await findDifferences(world, attempts);
    if (wrongs.length === 0) return;
    if (Date.now() > until) throw new Error(wrongs.join("; "));
    await sleep(500);
  }
}

/** Log lines that a kill causes: the next process frees the jobs of the dead one. */
const expectedLines = [/"event":"jobs\.freed"/];

/** Resolves when it is time to kill the process: during a payment step. */
async function waitForKillMoment(attempts: readonly CheckoutAttempt[], random: SeededRandom): Promise<void> {
  const attempt = random.pick(attempts);
  const from = random.below(killPhases.length);
  const isThere = () => killPhases.indexOf(attempt.phase) >= from;
  const delay = random.next() ** 2 * maxDelayMs;
  const until = Date.now() + maxLifeMs;
  while (!isThere() && Date.now() < until) await sleep(2);
  await sleep(delay);
}

async function playRound(world: World, seed: number): Promise<Record<string, unknown>> {
  // The moment of the kill also depends on the machine.
  const random = createSeededRandom(seed);
  const attempts = await planAttempts(world, seed, random);
  const checkouts = Promise.all(attempts.map((attempt) => completeCheckout(world.product.url, attempt)));
  checkouts.catch(() => {});
  await waitForKillMoment(attempts, random);
  const phases = attempts.map(({ phase }) => phase);
  await world.product.kill();
  const readyAfter = await world.product.start();
  await checkouts;
  await waitUntilConsistent(world, attempts);
  const faults = await findLogFaults(world.product.log, expectedLines);
  if (faults.length > 0) throw new Error(`in the product's log: ${faults.slice(0, 20).join("\n")}`);
  return { phases, kinds: attempts.map(({ order }) => order.kind), readyAfter };
}

/** Plays rounds until `goal` are on record. Throws at the first failure. */
export async function soakKilled(goal: number): Promise<void> {
  const record = await openRecord(join("data", "soak", "payments-killed.jsonl"));
  const database = await startDatabase();
  const product = await createProductProcess(database);
  const sql = new Pool({ connectionString: database.url, max: 2 });
  let wrong = false;
  try {
    await product.start();
    const sellers = await Promise.all(
      [1, 2, 3].map((n) => register(product.url, `seller-${n}-${Date.now()}@example.com`, "seller")),
    );
    while (record.rounds() < goal) {
      const seed = record.nextSeed();
      const start = Date.now();
      const played = await playRound({ product, database, sql, sellers }, seed).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      const seconds = Math.round((Date.now() - start) / 1000);
      const passed = !(played instanceof Error);
      const detail = passed ? played : { wrong: played.message };
      await record.add({ seed, rounds: 1, passed, seconds, detail });
      console.log(`${seed}: ${JSON.stringify(detail)}; ${record.rounds()} of ${goal}`);
      if (passed) continue;
      wrong = true;
      throw played;
    }
  } finally {
    await sql.end();
    await product.stop();
    // Keeps the data of a failed run for inspection.
    await database.stop(wrong ? "keeping" : undefined);
    if (wrong) console.error(`The data lies in ${database.folder}.`);
  }
}
