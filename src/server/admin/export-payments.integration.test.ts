import { parse } from "csv-parse/sync";
import { v7 as uuidv7 } from "uuid";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentSums } from "#contract/admin-payments.ts";
import { adminCharts, adminWeeks } from "#contract/admin-watch.ts";
import { createTestApp, type TestApp, type TestUser } from "#testing/app.ts";
import { insertPaidPayments, insertRefund } from "#testing/paid-payments.ts";
import * as fc from "#testing/properties.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.registerUser({ isAdmin: true });
});
afterAll(() => app.close());

interface Money {
  readonly at: string;
  readonly cents: number;
  readonly currency?: "usd" | "eur";
  readonly method?: "card" | "bank" | "none";
  readonly back?: readonly { at: string; cents: number }[];
  readonly by?: TestUser;
}

let made = 0;
async function pay({ at, cents, currency = "usd", method = "card", back = [], by }: Money): Promise<string> {
  const { db } = app.database;
  const id = uuidv7();
  made += 1;
  await sql`
    insert into payments (id, user_id, kind, amount_cents, currency, status, paid_at, fulfilled_at, method, document,
      stripe_payment_intent)
    values (${id}, ${by?.id ?? null}, 'car', ${cents}, ${currency}, 'fulfilled', ${at}, ${at}, ${method},
      ${method === "bank" ? `B-${made}` : null}, ${method === "card" ? `pi_${made}` : null})`.execute(db);
  for (const part of back) {
    made += 1;
    await sql`
      insert into payment_refunds (id, payment_id, kind, amount_cents, at)
      values (${`re_${made}`}, ${id}, 'refund', ${part.cents}, ${part.at})`.execute(db);
  }
  return id;
}

let sentBack = 0;
const sendBack = (paymentId: string, { at, cents }: { at: string; cents: number }) =>
  sql`insert into payment_refunds (id, payment_id, kind, amount_cents, at)
    values (${`re_back_${(sentBack += 1)}`}, ${paymentId}, 'refund', ${cents}, ${at})`.execute(
    app.database.db,
  );

/** Issues all documents that are due. */
async function issue(): Promise<void> {
  await app.services.invoices.schedule["sweep_invoices"]?.run(new AbortController().signal);
}

async function setVat(vatNumber: string | null): Promise<void> {
  const company = { name: "Vetura Shpk", address: "Prishtinë", vatNumber };
  const answer = await app.call("PUT /api/admin/settings", { as: admin, body: { company } });
  expect(answer.status).toBe(200);
}

async function fileOf(query: string): Promise<string[][]> {
  const answer = await app.call(`GET /api/admin/payments/export.csv?${query}`, { as: admin });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return parse(String(answer.body), { delimiter: ";", bom: true, relax_column_count: false });
}

const sumsOf = async (query: string) =>
  paymentSums.parse((await app.call(`GET /api/admin/payments/sums?${query}`, { as: admin })).body);

/** "-3,50" as cents. */
const centsOf = (cell: string | undefined) => Math.round(Number((cell ?? "").replace(",", ".")) * 100);

describe("the accountant's file", () => {
  test("the accountant's file has a line for what came and one for what went back, by the day in Kosovo, and a formula stays a text", async () => {
    const payer = await app.registerUser();
    await app.database.db
      .updateTable("users")
      .set({ first_name: "=SUM(A1)", last_name: "Krasniqi" })
      .where("id", "=", payer.id)
      .execute();
    // 23:30 in UTC is the next day in Kosovo.
    const id = await pay({
      at: "2031-01-31T23:30:00Z",
      cents: 1350,
      by: payer,
      back: [{ at: "2031-02-10T10:00:00Z", cents: 350 }],
    });
    await pay({ at: "2031-01-31T22:30:00Z", cents: 300 });
    const [head, came, went, ...more] = await fileOf("from=2031-02-01&to=2031-02-28");
    expect(head).toEqual([
      "Data",
      "Numri",
      "Paguesi",
      "Për çfarë",
      "Neto",
      "TVSH",
      "Bruto",
      "Valuta",
      "ID te Stripe",
      "Kthim i",
    ]);
    const number = paymentNumber(id);
    expect(came).toEqual([
      "01.02.2031",
      number,
      "'=SUM(A1) Krasniqi",
      "Publikimi i veturës",
      "13,50",
      "0,00",
      "13,50",
      "USD",
      expect.stringMatching(/^pi_/),
      "",
    ]);
    expect(went?.slice(0, 2)).toEqual(["10.02.2031", `${number}-1`]);
    expect(went?.slice(6)).toEqual(["-3,50", "USD", expect.stringMatching(/^re_/), number]);
    expect(more).toEqual([]);
  });

  test("an operator registered for VAT has net and VAT in each line, and they add up", async () => {
    await pay({ at: "2032-03-01T10:00:00Z", cents: 300, back: [{ at: "2032-03-02T10:00:00Z", cents: 101 }] });
    await setVat("330000000");
    const [, came, went] = await fileOf("from=2032-03-01&to=2032-03-31");
    expect(came?.slice(4, 7)).toEqual(["2,54", "0,46", "3,00"]);
    expect(went?.slice(4, 7)).toEqual(["-0,86", "-0,15", "-1,01"]);
    expect(await sumsOf("from=2032-03-01&to=2032-03-31")).toEqual({
      equal: true,
      sums: [
        {
          currency: "usd",
          rows: 2,
          net: 1.68,
          vat: 0.31,
          gross: 1.99,
          ledgerRows: 2,
          ledger: 1.99,
          card: 1.99,
          documents: { rows: 0, net: 0, vat: 0, gross: 0 },
          equal: true,
        },
      ],
    });
    await setVat(null);
  });

  test("a line with a document has its number and its VAT, whatever the settings say since, to the cent of the month's summary", async () => {
    const before = await pay({ at: "2033-03-05T10:00:00Z", cents: 300 });
    const without = await pay({ at: "2033-03-06T10:00:00Z", cents: 0, method: "none" });
    await issue();
    await setVat("330000000");
    const after = await pay({ at: "2033-03-20T10:00:00Z", cents: 300 });
    await issue();
    // Three parts, whose VAT adds up to the invoice's: each by itself would be rounded to 0,15.
    for (const id of [before, after])
      for (const day of [25, 26, 27]) await sendBack(id, { at: `2033-03-${day}T10:00:00Z`, cents: 100 });
    await issue();
    await setVat(null);
    const march = "from=2033-03-01&to=2033-03-31";
    const [, ...lines] = await fileOf(march);
    expect(
      lines.map((line) => [line[1]?.replace("PROVË-", ""), ...line.slice(4, 7), line[9]?.slice(6)]),
    ).toEqual([
      ["2033-000001", "3,00", "0,00", "3,00", ""],
      ["2033-000003", "2,54", "0,46", "3,00", ""],
      ["GJ-2033-000001", "-1,00", "0,00", "-1,00", "2033-000001"],
      ["GJ-2033-000004", "-0,85", "-0,15", "-1,00", "2033-000003"],
      ["GJ-2033-000002", "-1,00", "0,00", "-1,00", "2033-000001"],
      ["GJ-2033-000005", "-0,84", "-0,16", "-1,00", "2033-000003"],
      ["GJ-2033-000003", "-1,00", "0,00", "-1,00", "2033-000001"],
      ["GJ-2033-000006", "-0,85", "-0,15", "-1,00", "2033-000003"],
    ]);
    expect(lines[0]?.[3]).toBe(`Publikimi i veturës, pagesa ${paymentNumber(before)}`);
    expect(lines.flat().join(" ")).not.toContain(paymentNumber(without));
    await pay({ at: "2033-03-28T10:00:00Z", cents: 500 });
    const { sums, equal } = await sumsOf(march);
    expect(equal).toBe(true);
    expect(sums).toMatchObject([
      { rows: 9, net: 5, vat: 0, gross: 5, documents: { rows: 8, net: 0, vat: 0, gross: 0 } },
    ]);
    const early = await sumsOf("from=2033-03-01&to=2033-03-25");
    const { body } = await app.call("GET /api/admin/invoices/summary?month=2033-03", { as: admin });
    expect(body).toMatchObject({
      missing: 1,
      currencies: [{ invoices: { count: 3, net: 5.54, vat: 0.46, gross: 6 }, creditNotes: { vat: 0.46 } }],
    });
    expect(early.sums).toMatchObject([{ rows: 4, net: 3.69, vat: 0.31, gross: 4 }]);
    expect(early.sums[0]?.documents).toEqual({ rows: 4, net: 3.69, vat: 0.31, gross: 4 });
  });

  test("a line with a document names the buyer that it names, also once the account is gone", async () => {
    const payer = await app.registerUser({ businessName: "Autosalloni Rilindja" });
    await pay({
      at: "2035-03-05T10:00:00Z",
      cents: 5000,
      by: payer,
      back: [{ at: "2035-03-06T10:00:00Z", cents: 100 }],
    });
    const march = "from=2035-03-01&to=2035-03-31";
    const payers = async () => (await fileOf(march)).slice(1).map((line) => line[2]);
    expect(await payers()).toEqual(["Autosalloni Rilindja", "Autosalloni Rilindja"]);
    await issue();
    await app.database.db
      .updateTable("dealers")
      .set({ business_name: "Emër tjetër" })
      .where("user_id", "=", payer.id)
      .execute();
    expect(await payers()).toEqual(["Autosalloni Rilindja", "Autosalloni Rilindja"]);
    expect((await app.call(`DELETE /api/admin/users/${payer.id}`, { as: admin })).status).toBe(204);
    expect(await payers()).toEqual(["Autosalloni Rilindja", "Autosalloni Rilindja"]);
  });

  test("the check of sums tells of documents that are not the ledger's", async () => {
    await pay({ at: "2034-03-05T10:00:00Z", cents: 300 });
    await issue();
    const march = "from=2034-03-01&to=2034-03-31";
    expect((await sumsOf(march)).equal).toBe(true);
    // As only a hand in the database can do it.
    const { db } = app.database;
    await sql`alter table invoices disable trigger invoices_guarded`.execute(db);
    await sql`update invoices set net_cents = 299, vat_cents = 1, day = '2034-03-06'
      where day = '2034-03-05'`.execute(db);
    await sql`alter table invoices enable trigger invoices_guarded`.execute(db);
    expect((await sumsOf(march)).equal).toBe(true);
    expect((await sumsOf("from=2034-03-01&to=2034-03-05")).equal).toBe(false);
  });

  test("the file's sums are the ledger's over any payments, refunds and days, with many at one moment, and bank is left out of the card's", async () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2040-05-${String(n).padStart(2, "0")}`);
    const money = fc.record({
      day,
      cents: fc.integer({ min: 1, max: 100_000 }),
      currency: fc.constantFrom("usd" as const, "eur" as const),
      method: fc.constantFrom("card" as const, "bank" as const),
      back: fc.array(fc.record({ day, part: fc.integer({ min: 1, max: 30 }) }), { maxLength: 2 }),
    });
    const paid: { day: string; cents: number; currency: string; method: string }[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(money, { maxLength: 12 }), day, day, async (some, one, other) => {
        for (const { day: at, cents, currency, method, back } of some) {
          const parts = back
            .map(({ day: went, part }) => ({
              at: `${went}T12:00:00Z`,
              cents: Math.floor((cents * part) / 100),
            }))
            .filter((part) => part.cents > 0);
          await pay({ at: `${at}T12:00:00Z`, cents, currency, method, back: parts });
          paid.push({ day: at, cents, currency, method });
          for (const part of parts)
            paid.push({ day: part.at.slice(0, 10), cents: -part.cents, currency, method });
        }
        await issue();
        const [from = "", to = ""] = [one, other].toSorted();
        const expected = paid.filter((row) => row.day >= from && row.day <= to);
        const query = `from=${from}&to=${to}`;
        const [, ...lines] = await fileOf(query);
        const { sums, equal } = await sumsOf(query);
        expect(lines).toHaveLength(expected.length);
        expect(equal).toBe(true);
        for (const currency of ["usd", "eur"]) {
          const of = (rows: typeof paid) => rows.reduce((sum, { cents }) => sum + cents, 0);
          const mine = expected.filter((row) => row.currency === currency);
          const inFile = lines
            .filter((line) => line[7] === currency.toUpperCase())
            .reduce((sum, line) => sum + centsOf(line[6]), 0);
          const told = sums.find((sum) => sum.currency === currency);
          expect(inFile).toBe(of(mine));
          expect(Math.round((told?.gross ?? 0) * 100)).toBe(of(mine));
          expect(told?.documents.rows ?? 0).toBe(mine.length);
          expect(Math.round((told?.card ?? 0) * 100)).toBe(of(mine.filter((row) => row.method === "card")));
        }
      }),
      { numRuns: 15 },
    );
  });

  test("an export of more rows than are read at once has each of them once, in order", async () => {
    await sql`
      insert into payments (id, kind, amount_cents, status, paid_at, fulfilled_at)
      select uuidv7(), 'car', 100 + n % 7, 'fulfilled', '2050-01-01T00:00:00.000001Z'::timestamptz + n / 900 * interval '1 second', now()
      from generate_series(1, 4500) n`.execute(app.database.db);
    const [, ...lines] = await fileOf("from=2050-01-01&to=2050-01-02");
    expect(new Set(lines.map((line) => line[1])).size).toBe(4500);
    expect((await sumsOf("from=2050-01-01&to=2050-01-02")).equal).toBe(true);
  });

  test("days in the wrong order are refused, and a HEAD request frees its place for a following GET", async () => {
    const reversed = "GET /api/admin/payments/export.csv?from=2026-02-01&to=2026-01-01";
    expect((await app.call(reversed, { as: admin })).status).toBe(400);
    for (let n = 0; n < 6; n += 1)
      expect((await app.call("HEAD /api/admin/payments/export.csv", { as: admin })).status).toBe(200);
    expect(await fileOf("to=2020-01-01")).toHaveLength(1);
  });
});

test("payments of test mode are in no books of a site that takes real money: file, sums, weeks, days", async () => {
  const live = await createTestApp({
    env: { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
  });
  try {
    const as = await live.registerUser({ isAdmin: true });
    const company = { name: "Vetura Shpk", address: "Prishtinë", businessNumber: "811234567" };
    const saved = await live.call("PUT /api/admin/settings", { as, body: { company } });
    expect(saved.status).toBe(200);
    const [tried = "", real = ""] = await insertPaidPayments(live.database, as.id, [
      { cents: 50_000, account: "acct_x:test" },
      { cents: 900, account: "acct_x:live" },
    ]);
    await insertRefund(live.database, tried, { cents: 10_000 });
    await insertRefund(live.database, real, { cents: 200 });
    // Before their documents are issued, and after.
    for (const documents of [0, 2]) {
      const file = await live.call("GET /api/admin/payments/export.csv", { as });
      const [, ...lines]: string[][] = parse(String(file.body), { delimiter: ";", bom: true });
      expect(lines.map((line) => line[6])).toEqual(["9,00", "-2,00"]);
      const { body: sums } = await live.call("GET /api/admin/payments/sums", { as });
      expect(paymentSums.parse(sums)).toMatchObject({
        equal: true,
        sums: [{ rows: 2, gross: 7, ledger: 7, card: 7, documents: { rows: documents } }],
      });
      const { weeks } = adminWeeks.parse((await live.call("GET /api/admin/weeks", { as })).body);
      expect(weeks.reduce((sum, { income }) => sum + income, 0)).toBe(7);
      const { days } = adminCharts.parse((await live.call("GET /api/admin/charts", { as })).body);
      expect(days.reduce((sum, { income }) => sum + income, 0)).toBe(7);
      await live.services.invoices.schedule["sweep_invoices"]?.run(new AbortController().signal);
    }
  } finally {
    await live.close();
  }
});
