import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invoiceTask } from "#server/money/billing/invoice-queue.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { createSeededRandom } from "#testing/seeded-random.ts";
import { insertPaidPayments, insertRefund } from "#testing/paid-payments.ts";
import { issueInvoices } from "./issue-invoices.ts";

let app: TestApp;
let payer: TestUser;
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 30 });
  payer = await app.registerUser();
});
afterAll(() => app.close());

const settings = () => ({
  company: { name: "Vetura", address: "Rr. A 1", businessNumber: "8", fiscalNumber: "6", vatNumber: "3" },
  contacts: { email: "info@example.com", phone: "+38344123456" },
  eurRate: 0.86,
});

interface Series {
  series: string;
  last: number;
  documents: number;
  lowest: number;
  highest: number;
}

/** Each series with its counter and the documents that are there. */
async function readSeries(): Promise<Series[]> {
  const { rows } = await sql<Series>`
    select s.series, s.last, count(i.id)::int as documents, min(i.position) as lowest, max(i.position) as highest
    from invoice_series s left join invoices i on i.series = s.series group by s.series, s.last order by 1`.execute(
    app.database.db,
  );
  return rows;
}

/** No gap and nothing double: positions are unique by constraint, so that their number and the highest one say it. */
async function expectNoGaps(): Promise<void> {
  for (const { series, last, documents, lowest, highest } of await readSeries())
    expect({ series, last, lowest, highest }).toEqual({
      series,
      last: documents,
      lowest: 1,
      highest: documents,
    });
}

const sandbox = { isTest: true };

const dueCount = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from invoices_due`.execute(app.database.db);
  return rows[0]?.n;
};

test("1,000 payments invoiced at once, each by three at a time and with crashes between all steps, have 1,000 numbers without a gap", async () => {
  const random = createSeededRandom(19);
  const ids = await insertPaidPayments(
    app.database,
    payer.id,
    Array.from({ length: 1000 }, () => ({ paidAt: "2026-06-01T12:00:00Z" })),
  );
  for (const id of ids.slice(0, 300))
    await insertRefund(app.database, id, { cents: 100, at: "2027-01-02T12:00:00Z" });
  let crashes = 0;
  const ctx = {
    ...app.services.ctx,
    settings: () => ({ ...app.services.ctx.settings(), ...settings() }),
    step: async () => {
      if (!random.chance(0.05)) return;
      crashes += 1;
      throw new Error("crashed");
    },
  };
  const work = ids.flatMap((id) => [id, id, id]);
  for (let left = work; left.length > 0;) {
    const batch = left.slice(0, 300);
    left = left.slice(300);
    await Promise.allSettled(batch.map((id) => issueInvoices(ctx, sandbox, id)));
  }
  for (const id of ids) await issueInvoices({ ...ctx, step: async () => {} }, sandbox, id);
  expect(crashes).toBeGreaterThan(100);
  expect(await readSeries()).toEqual([
    { series: "PROVË-2026", last: 1000, documents: 1000, lowest: 1, highest: 1000 },
    { series: "PROVË-GJ-2027", last: 300, documents: 300, lowest: 1, highest: 300 },
  ]);
  expect(await dueCount()).toBe(0);
  const { rows } = await sql`
    select from payments p where (select count(*) from invoices i where i.payment_id = p.id and i.refund_id is null) <> 1`.execute(
    app.database.db,
  );
  expect(rows).toHaveLength(0);
}, 120_000);

test("processes that are killed while they issue invoices leave no gap, and another one issues the rest once", async () => {
  const { db } = app.database;
  const before = (await readSeries()).reduce((sum, { documents }) => sum + documents, 0);
  const ids = await insertPaidPayments(
    app.database,
    payer.id,
    Array.from({ length: 400 }, () => ({ paidAt: "2025-12-31T23:30:00Z" })),
  );
  for (const paymentId of ids) await app.services.jobs.addJob(invoiceTask, { paymentId });
  const issued = async () => (await readSeries()).reduce((sum, { documents }) => sum + documents, -before);
  let kills = 0;
  while ((await issued()) < 200) {
    const children = [startWorker(), startWorker()];
    const from = await issued();
    await vi.waitFor(async () => expect(await issued()).toBeGreaterThan(from + 20), {
      timeout: 60_000,
      interval: 3,
    });
    await Promise.all(children.map(kill));
    kills += children.length;
    await expectNoGaps();
  }
  // What the dead were doing is what any of the sweep's rounds finds.
  await app.services.schedule["sweep_invoices"]?.run(new AbortController().signal);
  expect(kills).toBeGreaterThan(1);
  expect(await issued()).toBe(400);
  expect(await dueCount()).toBe(0);
  await expectNoGaps();
  // Half past midnight in Kosovo: the next year's.
  const { rows } = await sql<{ number: string }>`
    select number from invoices where payment_id = ${ids[0]}`.execute(db);
  expect(rows[0]?.number).toMatch(/^PROVË-2026-0\d{5}$/);
}, 180_000);

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

function startWorker(): ChildProcess {
  const program = fileURLToPath(new URL("../../../../testing/jobs-process.ts", import.meta.url));
  return spawn(process.execPath, [program], {
    env: { DATABASE_URL: app.database.url, DATA_DIR: app.dataDir, NODE_ENV: "test" },
    stdio: "ignore",
  });
}
