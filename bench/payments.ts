/**
 * Opening a checkout: the duration of the whole answer, and of the sandbox's part alone. Then the query plans
 * of the most frequent queries at 200,000 payments.
 *
 *     node bench/payments.ts
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { Stripe } from "stripe";
import { z } from "zod";
import { checkout } from "#contract/payments.ts";
import { carForm, register, uploadPhoto } from "./soak/payer.ts";
import { startDatabase, startSite } from "./site.ts";
import { percentile } from "./percentile.ts";

const checkouts = 200;
/** Milliseconds without the sandbox's part. */
const goal = 300;

/** Queries that run for every open payment, every few seconds or every minute. */
const questions: Readonly<Record<string, string>> = {
  "a payment by its session": "select * from payments where stripe_session_id = 'cs_100000'",
  "whether anything is open": `
    select exists (select from payments where status in ('open', 'paid', 'failed') and kind <> 'renewal'
      and created_at > now() - interval '26 hours')`,
  "payments to look at": `
    select id from payments where status in ('open', 'paid', 'failed') and kind <> 'renewal' and refund_reason is null
      and stripe_session_id is not null and ((status = 'paid' and paid_at < now() - interval '20 seconds')
        or coalesce(checked_at, created_at) < now() - case when created_at > now() - interval '3 days'
          then interval '10 minutes' else interval '1 day' end)
    order by checked_at nulls first limit 100`,
  "a person's history": `
    select * from payments where user_id = (select id from users order by id limit 1) order by created_at desc limit 100`,
};

const plan = z.array(z.object({ "QUERY PLAN": z.string() }));

async function showPlans(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`
      insert into payments (id, user_id, kind, amount_cents, status, stripe_session_id, created_at, paid_at, fulfilled_at)
      select gen_random_uuid(), (select id from users order by id limit 1 offset n % 2), 'extras', 300, 'fulfilled',
        'cs_' || n, now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, 200000) n`);
    await client.query("analyze payments");
    for (const [name, question] of Object.entries(questions)) {
      const { rows } = await client.query(`explain (analyze, costs off, timing off, summary on) ${question}`);
      const lines = plan.parse(rows).map((row) => row["QUERY PLAN"]);
      const index = lines
        .filter((line) => /Scan/.test(line))
        .map((line) => line.trim().replace(/^->\s*/, ""));
      const time = lines.find((line) => line.startsWith("Execution Time"));
      console.log(`${name}: ${time?.replace("Execution Time: ", "") ?? "?"} (${index.join("; ")})`);
    }
  } finally {
    await client.end();
  }
}

function say(what: string, times: readonly number[]): void {
  const [half, most] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0));
  console.log(`${what}: p50 ${half} ms, p95 ${most} ms`);
}

const access = z.object({ url: z.string(), secretKey: z.string() });

/** The site's call to the provider, without the site. */
async function timeProvider(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, "sandbox", "access.json"), "utf8");
  const { url, secretKey } = access.parse(JSON.parse(text));
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(secretKey, {
    protocol: "http",
    host: hostname,
    port: Number(port),
    telemetry: false,
  });
  const times: number[] = [];
  for (let n = 0; n < checkouts; n += 1) {
    const start = performance.now();
    await stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "usd", unit_amount: 300, product_data: { name: "Publikimi" } },
        },
      ],
      success_url: "http://localhost/payment/success",
    });
    times.push(performance.now() - start);
  }
  return times;
}

const database = await startDatabase();
try {
  const site = await startSite(database);
  try {
    const seller = await register(site.url, `bench-${Date.now()}@example.com`, "seller");
    await register(site.url, `bench-2-${Date.now()}@example.com`, "none");
    const answers: number[] = [];
    for (let n = 0; n < checkouts; n += 1) {
      const images = [await uploadPhoto(site.url, seller.token)];
      const start = performance.now();
      const answer = await fetch(`${site.url}/api/payment/create-checkout`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${seller.token}` },
        body: JSON.stringify({ carData: { ...carForm, images }, amount: 3 }),
      });
      checkout.parse(await answer.json());
      answers.push(performance.now() - start);
    }
    say(`${checkouts} checkouts opened (goal beside the provider's time: ${goal} ms)`, answers);
    say("the sandbox alone for the same call", await timeProvider(database.folder));
    await showPlans(database.url);
  } finally {
    await site.stop();
  }
} finally {
  await database.stop();
}
