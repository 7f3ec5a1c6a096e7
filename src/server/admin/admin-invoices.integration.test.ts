import { sql } from "kysely";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminInvoiceEndpoints, monthSummary } from "#contract/invoices.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { createSeededRandom } from "#testing/seeded-random.ts";
import { insertPaidPayments, insertRefund } from "#testing/paid-payments.ts";
import { seed } from "#testing/seed.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

const sweep = () => app.services.schedule["sweep_invoices"]?.run(new AbortController().signal);

const cents = (units: number) => Math.round(units * 100);

async function summaryOf(month: string) {
  const { body } = await app.call(`GET /api/admin/invoices/summary?month=${month}`, { as: admin });
  return monthSummary.parse(body);
}

async function listOf(query: string) {
  const { body } = await app.call(`GET /api/admin/invoices?${query}`, { as: admin });
  return adminInvoiceEndpoints["GET /api/admin/invoices"].output.parse(body);
}

test("a month's sums are the ledger's, by kind and currency, VAT and refunds included, and say so only once nothing is missing", async () => {
  const saved = await app.call("PUT /api/admin/settings", {
    as: admin,
    body: { company: { vatNumber: "330123456", businessNumber: "811234567" }, eurRate: 0.86 },
  });
  expect(saved.status).toBe(200);
  const random = createSeededRandom(seed);
  const payer = await app.registerUser();
  const kinds = ["car", "extras", "subscription", "renewal"] as const;
  const ids = await insertPaidPayments(
    app.database,
    payer.id,
    Array.from({ length: 200 }, (_, n) => ({
      kind: random.pick(kinds),
      cents: random.below(9000),
      currency: random.chance(0.2) ? "eur" : "usd",
      // The last hour of October and the first of December in Kosovo are other months'.
      paidAt:
        n === 0
          ? "2026-10-31T22:59:59Z"
          : n === 1
            ? "2026-11-30T23:00:00Z"
            : `2026-11-${String(1 + random.below(30)).padStart(2, "0")}T12:00:00Z`,
    })),
  );
  // Another mode's money is another book.
  await insertPaidPayments(app.database, payer.id, [
    { cents: 77_777, account: "acct_1:live", paidAt: "2026-11-05T12:00:00Z" },
  ]);
  expect(await summaryOf("2026-11")).toMatchObject({ currencies: [], missing: 198, agrees: false });
  await sweep();
  for (const id of ids.slice(0, 60)) {
    const { rows } = await sql<{
      cents: number;
    }>`select amount_cents as cents from payments where id = ${id}`.execute(app.database.db);
    const back = Math.ceil((rows[0]?.cents ?? 0) * random.next());
    if (back > 0) await insertRefund(app.database, id, { cents: back, at: "2026-11-20T12:00:00Z" });
  }
  expect((await summaryOf("2026-11")).agrees).toBe(false);
  await sweep();
  const summary = await summaryOf("2026-11");
  expect(summary).toMatchObject({ missing: 0, agrees: true });
  expect(summary.currencies.map(({ currency }) => currency)).toEqual(["eur", "usd"]);

  const { rows } = await sql<{ currency: string; paid: number; back: number }>`
    select p.currency, sum(p.amount_cents) filter (where p.paid_at >= '2026-10-31T23:00Z' and p.paid_at < '2026-11-30T23:00Z')::int as paid,
      sum((select sum(r.amount_cents) from payment_refunds r where r.payment_id = p.id))::int as back
    from payments p where p.provider_account is null group by 1 order by 1`.execute(app.database.db);
  for (const [at, { invoices, creditNotes, rest, kinds: byKind }] of summary.currencies.entries()) {
    expect(cents(invoices.gross)).toBe(rows[at]?.paid);
    expect(cents(creditNotes.gross)).toBe(rows[at]?.back);
    expect(cents(rest.gross)).toBe(cents(invoices.gross) - cents(creditNotes.gross));
    expect(cents(rest.net) + cents(rest.vat)).toBe(cents(rest.gross));
    expect(byKind.reduce((sum, kind) => sum + cents(kind.invoices.vat), 0)).toBe(cents(invoices.vat));
    expect(invoices.vat).toBeCloseTo((invoices.gross * 18) / 118, 0);
  }
  expect(summary.currencies[1]?.inEuro?.gross).toBeCloseTo(
    (summary.currencies[1]?.rest.gross ?? 0) * 0.86,
    0,
  );
});

test("a month's VAT in euro is the sum of what its invoices print, to the cent", async () => {
  await app.call("PUT /api/admin/settings", { as: admin, body: { eurRate: 0.8615 } });
  const payer = await app.registerUser();
  const [id = ""] = await insertPaidPayments(app.database, payer.id, [
    { cents: 300, paidAt: "2026-08-05T12:00:00Z" },
  ]);
  await sweep();
  const { rows } = await sql<{ id: string }>`select id from invoices where payment_id = ${id}`.execute(
    app.database.db,
  );
  const { bytes } = await app.services.invoices.file(rows[0]?.id ?? "");
  const { text } = await extractText(bytes, { mergePages: true });
  expect(text.replaceAll(/\s+/g, " ")).toContain("0,39 EUR");
  expect((await summaryOf("2026-08")).currencies[0]?.inEuro).toEqual({ gross: 2.58, vat: 0.39 });
});

test("the month's PDF says the sums and that they agree, in Albanian", async () => {
  const { bytes, name } = await app.services.invoices.summaryFile("2026-11");
  expect(name).toBe("permbledhja-2026-11.pdf");
  const { text } = await extractText(bytes, { mergePages: true });
  const { currencies } = await summaryOf("2026-11");
  const shown = text.replaceAll(/\s+/g, " ");
  expect(shown).toContain("Përmbledhja mujore 11/2026");
  expect(shown).toContain("Shumat përputhen me librin e pagesave.");
  for (const { rest } of currencies)
    expect(shown.replaceAll(".", "")).toContain(rest.gross.toFixed(2).replace(".", ","));
  const answer = await app.call("GET /api/admin/invoices/summary.pdf?month=2026-11", { as: admin });
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect((await app.call("GET /api/admin/invoices/summary?month=2026-13", { as: admin })).status).toBe(400);
});

test("admins find documents by number, buyer, business and month, newest first and by pages", async () => {
  const dealer = await app.registerUser({ businessName: "Autosalloni Çlirimi" });
  const [id = ""] = await insertPaidPayments(app.database, dealer.id, [{ paidAt: "2025-03-05T12:00:00Z" }]);
  await insertRefund(app.database, id, { cents: 100, at: "2025-04-05T12:00:00Z" });
  await sweep();
  const found = await listOf("q=clirimi");
  expect(found.invoices.map(({ number }) => number)).toEqual(["PROVË-GJ-2025-000001", "PROVË-2025-000001"]);
  expect(found.invoices[0]).toMatchObject({
    isCreditNote: true,
    buyer: "Autosalloni Çlirimi",
    gross: 1,
    day: "2025-04-05",
  });
  expect((await listOf("q=prove-2025-000001")).invoices).toHaveLength(1);
  // Figures in groups, as a real invoice's number is: no phone number.
  expect((await listOf("q=2025-000001")).invoices).toHaveLength(2);
  expect((await listOf("q=clirimi&month=2025-03")).invoices).toHaveLength(1);
  const page = await listOf("month=2026-11&limit=20&page=2");
  expect(page.pagination).toMatchObject({ page: 2, hasPrevPage: true });
  expect(page.invoices).toHaveLength(20);
});
