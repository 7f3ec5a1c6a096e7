import { sql } from "kysely";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { payment as paymentSchema } from "#contract/payments.ts";
import type { TestUser } from "#testing/app.ts";
import { drainJobs } from "#testing/drain-jobs.ts";
import { insertPaidPayments, insertRefund } from "#testing/paid-payments.ts";
import { carIdOf, createPaymentSite, type PaymentSite } from "#testing/payment-site.ts";
import { issueInvoices } from "./issue-invoices.ts";

let site: PaymentSite;
beforeAll(async () => {
  site = await createPaymentSite();
});
afterAll(() => site.close());

const year = new Date().getFullYear();
const sweep = () => site.services.schedule["sweep_invoices"]?.run(new AbortController().signal);
const doJobs = () =>
  drainJobs(site.database, { ...site.services.billing.tasks, ...site.services.invoices.tasks });

/** A car whose listing was paid for by card, with all that follows done. */
async function buy(seller: TestUser): Promise<{ carId: string; intent: string; paymentId: string }> {
  const { sessionId } = await site.checkOut(seller, { days: 7 });
  await site.provider.pay(sessionId);
  const carId = carIdOf(await site.verify(sessionId));
  expect(await doJobs()).toEqual([]);
  const { stripe_payment_intent: intent, id: paymentId } = await site.database.db
    .selectFrom("payments")
    .selectAll()
    .where("stripe_session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return { carId, intent: intent ?? "", paymentId };
}

async function documentsOf(payer: TestUser) {
  const { body } = await site.call("GET /api/payment/history", { as: payer });
  return z
    .array(paymentSchema)
    .parse(body)
    .flatMap(({ documents }) => documents);
}

const rowsOf = (paymentId: string) =>
  site.database.db
    .selectFrom("invoices")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .orderBy("position")
    .orderBy("issued_at")
    .execute();

async function pdfText(file: Uint8Array): Promise<string> {
  const { text } = await extractText(file, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

/** What the API sends as a file: its tests read answers as text, so the service is asked. */
const textOf = async (id: string) => pdfText((await site.services.invoices.file(id)).bytes);

test("a paid listing has an invoice at once: numbered by year, in the history, as a mailed PDF and as a download", async () => {
  const seller = await site.registerSeller();
  await buy(seller);
  const [invoice, ...more] = await documentsOf(seller);
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({ amount: 10, isCreditNote: false });
  expect(invoice?.number).toMatch(new RegExp(`^PROVË-${year}-\\d{6}$`));
  const text = await textOf(invoice?.id ?? "");
  expect(text).toContain("Blerësi Arben Krasniqi");
  expect(text).toContain("Publikimi i veturës: Volkswagen Golf, 2016 3,00 USD");
  expect(text).toContain("Sponsorizim për 7 ditë: Volkswagen Golf, 2016 7,00 USD");
  const answer = await site.call(`GET /api/payment/invoices/${invoice?.id}`, { as: seller });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="fatura-${invoice?.number.replace("Ë", "E")}.pdf"; filename*=UTF-8''fatura-${encodeURIComponent(invoice?.number ?? "")}.pdf`,
  );
  const mail = (await site.mails()).find(({ subject }) => subject.includes(invoice?.number ?? "?"));
  expect(mail?.to).toBe(seller.email);
  expect(mail?.attached.map(({ type }) => type)).toEqual(["application/pdf"]);
  const [file] = mail?.attached ?? [];
  expect(await pdfText(new Uint8Array(file?.content ?? []))).toBe(text);
});

test("an invoice is its payer's and the admins': others get 404, guests 401, users at the admin's door 403", async () => {
  const seller = await site.registerSeller();
  const [other, admin] = [await site.registerUser(), await site.registerUser({ isAdmin: true })];
  await buy(seller);
  const [invoice] = await documentsOf(seller);
  const status = async (path: string, as: TestUser | null) =>
    (await site.call(`GET /api/${path}/invoices/${invoice?.id}`, { as })).status;
  expect(await status("payment", seller)).toBe(200);
  expect(await status("payment", other)).toBe(404);
  expect(await status("payment", admin)).toBe(404);
  expect(await status("payment", null)).toBe(401);
  expect(await status("admin", admin)).toBe(200);
  expect(await status("admin", seller)).toBe(403);
});

test("partial and full refunds and a lost dispute have a credit note each, which add up to the invoice with its VAT", async () => {
  const payer = await site.registerSeller();
  const { paymentId, intent } = await buy(payer);
  await site.provider.stripe.refunds.create({ payment_intent: intent, amount: 333 });
  await site.runUntilIdle();
  await doJobs();
  await site.provider.stripe.refunds.create({ payment_intent: intent, amount: 333 });
  await site.provider.stripe.refunds.create({ payment_intent: intent });
  await site.runUntilIdle();
  await doJobs();
  const [invoice, ...notes] = await documentsOf(payer);
  expect(notes.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([3.33, 3.33, 3.34]);
  for (const { number } of notes) expect(number).toMatch(new RegExp(`^PROVË-GJ-${year}-\\d{6}$`));
  const text = await textOf(notes[0]?.id ?? "");
  expect(text).toContain(`Notë kreditore ${notes[0]?.number}`);
  expect(text).toContain(`Kthim i pagesës sipas faturës ${invoice?.number} 3,33 USD`);
  const mails = (await site.mails()).filter(({ to }) => to === payer.email).map(({ subject }) => subject);
  for (const { number } of notes) expect(mails.filter((subject) => subject.includes(number))).toHaveLength(1);
  const rows = await rowsOf(paymentId);
  expect(rows).toHaveLength(4);

  const disputed = await site.registerSeller();
  const bought = await buy(disputed);
  const dispute = site.provider.dispute(bought.intent);
  site.provider.decideDispute(dispute, "lost");
  await site.runUntilIdle();
  await doJobs();
  const [, lost] = await documentsOf(disputed);
  expect(lost).toMatchObject({ isCreditNote: true, amount: 10 });
  expect(await textOf(lost?.id ?? "")).toContain("Shuma u kthye nga banka e kartelës");
});

test("with VAT, the credit notes of a whole refund in odd parts have the invoice's VAT to the cent", async () => {
  const payer = await site.registerUser();
  const [id = ""] = await insertPaidPayments(site.database, payer.id, [
    { cents: 1999, account: "acct_1:live" },
  ]);
  for (const cents of [333, 333, 334, 999]) await insertRefund(site.database, id, { cents });
  const company = {
    name: "Vetura SH.P.K.",
    address: "Rr. A 1",
    businessNumber: "8",
    fiscalNumber: "6",
    vatNumber: "33",
  };
  const { ctx } = site.services;
  const sandbox = { isTest: true };
  const withCompany = (change: Partial<typeof company>) => ({
    ...ctx,
    settings: () => ({ ...ctx.settings(), company: { ...company, ...change }, eurRate: 0.86 }),
  });
  await issueInvoices(withCompany({ address: "" }), sandbox, id);
  expect(await rowsOf(id), "real money waits for the company's data").toEqual([]);
  await issueInvoices(withCompany({}), sandbox, id);
  const rows = await rowsOf(id);
  const invoice = rows.find(({ refund_id }) => refund_id === null);
  const notes = rows.filter(({ refund_id }) => refund_id !== null);
  expect(invoice).toMatchObject({
    number: `${year}-000001`,
    is_test: false,
    net_cents: 1694,
    vat_cents: 305,
  });
  expect(notes.map(({ number }) => number)).toEqual([1, 2, 3, 4].map((n) => `GJ-${year}-00000${n}`));
  const sum = (key: "gross_cents" | "vat_cents") => notes.reduce((total, row) => total + row[key], 0);
  expect({ gross: sum("gross_cents"), vat: sum("vat_cents") }).toEqual({ gross: 1999, vat: 305 });
});

test("the year of a number is that of the payment in Kosovo, also when it is issued in the next one, and nobody is mailed about old ones", async () => {
  const payer = await site.registerUser();
  const [before = "", after = ""] = await insertPaidPayments(site.database, payer.id, [
    { paidAt: "2024-12-31T22:59:59Z" },
    { paidAt: "2024-12-31T23:00:00Z" },
  ]);
  await sweep();
  expect((await rowsOf(before))[0]).toMatchObject({ number: "PROVË-2024-000001", day: "2024-12-31" });
  expect((await rowsOf(after))[0]).toMatchObject({ number: "PROVË-2025-000001", day: "2025-01-01" });
  await doJobs();
  expect((await site.mails()).filter(({ to }) => to === payer.email)).toEqual([]);
});

test("an invoice keeps its buyer after the account is deleted, one that was not issued yet and later credit notes too, for admins alone", async () => {
  const admin = await site.registerUser({ isAdmin: true });
  const payer = await site.registerUser({ businessName: "Autosalloni Çlirimi" });
  const [issued = "", due = ""] = await insertPaidPayments(site.database, payer.id, [
    { cents: 5000 },
    { cents: 700 },
  ]);
  await site.services.invoices.tasks["issue_invoices"]?.run(
    { paymentId: issued },
    new AbortController().signal,
  );
  const answer = await site.call(`DELETE /api/admin/users/${payer.id}`, { as: admin });
  expect(answer.status).toBe(204);
  await insertRefund(site.database, issued, { cents: 5000 });
  await sweep();
  const rows = [...(await rowsOf(issued)), ...(await rowsOf(due))];
  expect(rows).toHaveLength(3);
  for (const { buyer, id } of rows) {
    expect(buyer).toMatchObject({
      name: "Arben Krasniqi",
      business: "Autosalloni Çlirimi",
      email: payer.email,
    });
    expect((await site.call(`GET /api/admin/invoices/${id}`, { as: admin })).status).toBe(200);
  }
});

test("the buyer of an old document goes with its legal time: a private person's whose account is gone, and nobody else's", async () => {
  const gone = await site.registerUser();
  const business = await site.registerUser({ businessName: "Autosalloni i mbyllur" });
  const there = await site.registerUser();
  const sweepBuyers = () =>
    site.services.invoices.schedule["sweep_buyers"]?.run(new AbortController().signal);
  const ids: string[] = [];
  for (const { id } of [gone, business, there]) {
    const [paid = ""] = await insertPaidPayments(site.database, id, [{ cents: 5000 }]);
    ids.push(paid);
    await insertRefund(site.database, paid, { cents: 1000 });
  }
  await sweep();
  const admin = await site.registerUser({ isAdmin: true });
  for (const { id } of [gone, business])
    expect((await site.call(`DELETE /api/admin/users/${id}`, { as: admin })).status).toBe(204);
  await sweepBuyers();
  const buyersOf = async (paymentId: string) => (await rowsOf(paymentId)).map(({ buyer }) => buyer !== null);
  for (const id of ids) expect(await buyersOf(id)).toEqual([true, true]);
  // As if they were of seven years ago; only a hand in the database can do it.
  const { db } = site.database;
  await sql`alter table invoices disable trigger invoices_guarded`.execute(db);
  await sql`update invoices set issued_at = issued_at - interval '7 years' where payment_id = any(${ids})`.execute(
    db,
  );
  await sql`alter table invoices enable trigger invoices_guarded`.execute(db);
  await sweepBuyers();
  expect(await Promise.all(ids.map(buyersOf))).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
  const invoice = (await rowsOf(ids[0] ?? "")).find(({ refund_id }) => refund_id === null);
  const text = await textOf(invoice?.id ?? "");
  expect(text).toContain("Të dhënat e blerësit u fshinë");
  expect(text).toContain("50,00 USD");
  expect(text).not.toContain("Arben");
  const found = await site.call(`GET /api/admin/invoices?q=${gone.email}`, { as: admin });
  expect(found.headers.get("x-total-count")).toBe("0");
});

test("an issued document can't be changed or deleted, and a series only counts up by one", async () => {
  const payer = await site.registerUser();
  const [id = ""] = await insertPaidPayments(site.database, payer.id, [{}]);
  await sweep();
  const { db } = site.database;
  await expect(
    sql`update invoices set gross_cents = 1, net_cents = 1 where payment_id = ${id}`.execute(db),
  ).rejects.toThrow("does not change");
  await expect(
    sql`update invoices set buyer = '{"name": "Tjetër"}' where payment_id = ${id}`.execute(db),
  ).rejects.toThrow("does not change");
  await expect(sql`delete from invoices where payment_id = ${id}`.execute(db)).rejects.toThrow(
    "never deleted",
  );
  await expect(sql`update invoice_series set last = last + 2`.execute(db)).rejects.toThrow("one by one");
});
