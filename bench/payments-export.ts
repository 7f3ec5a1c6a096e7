/**
 * The payments export (CSV) at 100,000 payments with refunds, invoices and credit notes: duration, memory
 * growth of the process, and whether its sums equal the ledger's.
 *
 *     node bench/payments-export.ts            100,000 payments
 *     node bench/payments-export.ts 1000000    the given number
 */
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { openSession } from "#server/people/accounts/sessions.ts";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createDatabase } from "#server/platform/db/connection.ts";
import { createLogger } from "#server/log.ts";
import { createServices } from "#server/services.ts";
import { startDatabase } from "./site.ts";

const payments = Number(process.argv[2] ?? 100_000);
const goalSeconds = 10;
const goalBytes = 150e6;

const log = createLogger((line) => {
  if (line.includes('"error"')) process.stderr.write(line);
});
const embedded = await startDatabase();
const patient = createDatabase(embedded.url, { log, statementTimeout: 0 });
await sql`
  insert into users (id, first_name, last_name, email, password_hash)
  select uuidv7(), 'Arta', 'Gashi', 'p' || n || '@bench.example', 'none' from generate_series(1, 1000) n`.execute(
  patient.db,
);
await sql`
  with people as (select id, row_number() over () as n from users)
  insert into payments (id, user_id, kind, amount_cents, status, sponsorship_days, paid_at, fulfilled_at, stripe_payment_intent)
  select uuidv7(), people.id, 'car', 300 + g % 30 * 100, 'fulfilled', g % 30, now() - g * interval '5 minutes', now(), 'pi_' || g
  from generate_series(1, ${payments}::int) g join people on people.n = 1 + g % 1000`.execute(patient.db);
await sql`
  insert into payment_refunds (id, payment_id, kind, amount_cents, at)
  select 're_' || stripe_payment_intent, id, 'refund', 100, paid_at + interval '1 day' from payments
  where abs(hashtext(id::text)) % 10 = 0`.execute(patient.db);
// Each with its document, because the file contains document numbers and VAT.
await sql`insert into invoice_series (series, last) values ('2026', ${payments}), ('GJ-2026', ${payments})`.execute(
  patient.db,
);
await sql`
  with moved as (
    select id as payment_id, null as refund_id, kind, amount_cents, paid_at as at, '2026' as series from payments
    union all
    select p.id, r.id, p.kind, r.amount_cents, r.at, 'GJ-2026' from payment_refunds r join payments p on p.id = r.payment_id
  ), numbered as (select *, row_number() over (partition by series order by at) as n from moved)
  insert into invoices (id, series, position, number, is_test, payment_id, refund_id, kind, currency, gross_cents,
    net_cents, vat_cents, day, facts, buyer)
  select uuidv7(), series, n, series || '-' || lpad(n::text, 6, '0'), false, payment_id, refund_id, kind, 'usd', amount_cents,
    round(amount_cents / 1.18), amount_cents - round(amount_cents / 1.18), (at at time zone 'Europe/Belgrade')::date,
    '{}', '{"name": "Arta Gashi"}'
  from numbered`.execute(patient.db);
await sql`delete from invoices_due`.execute(patient.db);
await sql`analyze`.execute(patient.db);
await patient.close();

const database = createDatabase(embedded.url, { log });
const services = createServices({
  config: loadConfig({
    DATA_DIR: embedded.folder,
    DATABASE_URL: embedded.url,
    RATE_LIMITS: "off",
    NODE_ENV: "production",
  }),
  db: database.db,
  pool: database.pool,
  databaseUrl: embedded.url,
  log,
});
let fine = true;
try {
  await services.prepare();
  const app = createApp(services);
  const id = uuidv7();
  const { token } = await database.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("users")
      .values({
        id,
        email: "admin@bench.example",
        first_name: "A",
        last_name: "B",
        password_hash: "none",
        is_admin: true,
      })
      .execute();
    return openSession(trx, id);
  });
  const ask = async (path: string): Promise<Response> => {
    const answer = await app.fetch(
      new Request(`http://localhost:3000${path}`, { headers: { Authorization: `Bearer ${token}` } }),
      { remoteAddress: "127.0.0.1" },
    );
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };

  // The first request loads modules, whose memory is not counted.
  await (await ask("/api/admin/payments/export.csv?to=2001-01-01")).text();
  const before = process.memoryUsage().rss;
  let most = before;
  let bytes = 0;
  let lines = -1;
  const start = performance.now();
  const { body } = await ask("/api/admin/payments/export.csv");
  if (body === null) throw new Error("no file");
  for await (const chunk of body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    most = Math.max(most, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - start) / 1000;
  const grown = most - before;
  const checking = performance.now();
  const sums: unknown = await (await ask("/api/admin/payments/sums")).json();
  const checked = (performance.now() - checking) / 1000;
  console.log(
    `${lines} lines (${(bytes / 1e6).toFixed(1)} MB) in ${seconds.toFixed(1)} s; memory ${(before / 1e6).toFixed(0)} MB, ` +
      `at most ${(most / 1e6).toFixed(0)} MB (${(grown / 1e6).toFixed(0)} MB more)`,
  );
  console.log(`sums held against the ledger in ${checked.toFixed(1)} s: ${JSON.stringify(sums)}`);
  fine = seconds <= goalSeconds && grown <= goalBytes;
} finally {
  await services.stop();
  await database.close();
  await embedded.stop();
}
console.log(fine ? "within the goal" : `beyond the goal of ${goalSeconds} s and ${goalBytes / 1e6} MB`);
process.exitCode = fine ? 0 : 1;
