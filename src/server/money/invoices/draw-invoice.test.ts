import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { expect, onTestFinished, test, vi } from "vitest";
import { accountLimits } from "#domain/accounts/account-limits.ts";
import { dealerLimits } from "#domain/dealers/dealer-limits.ts";
import { settingsLimits } from "#domain/settings/settings.ts";
import type { InvoiceDocument } from "./invoice-facts.ts";
import { drawInvoice } from "./draw-invoice.ts";
import { PdfMaker } from "./pdf-maker.ts";

const invoice: InvoiceDocument = {
  id: "01920000-0000-7000-8000-000000000001",
  number: "2026-000042",
  isTest: false,
  paymentId: "01920000-0000-7000-8000-000000000002",
  kind: "car",
  currency: "usd",
  gross: 2_000,
  net: 1_695,
  vat: 305,
  day: "2026-11-23",
  issuedAt: new Date("2026-11-23T10:00:00Z"),
  facts: {
    company: {
      name: "Vetura SH.P.K.",
      address: "Rr. Nëna Terezë 12, 10000 Prishtinë",
      businessNumber: "811234567",
      fiscalNumber: "601234567",
      vatNumber: "330123456",
      email: "info@vetura.example",
      phone: "+383 44 123 456",
    },
    lines: [
      { text: "Publikimi i veturës: Škoda Octavia, 2018", cents: 300 },
      { text: "Sponsorizim për 7 ditë: Škoda Octavia, 2018", cents: 700 },
      { text: "Promovim në rrjete sociale: Škoda Octavia, 2018", cents: 1_000 },
    ],
    vatPercent: 18,
    eurRate: 0.86,
    method: "card",
    reference: "pi_3ABC",
    credits: null,
  },
  buyer: {
    name: "Çelë Gërxhaliu",
    email: "cele@example.com",
    business: "Autosalloni Çlirimi SH.P.K.",
    address: "Magjistralja Prishtinë–Ferizaj km 8",
    taxNumber: "812345678",
  },
};

async function textOf(document: InvoiceDocument): Promise<string> {
  const { text } = await extractText(new Uint8Array(await drawInvoice(document)), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

test("an invoice's text can be read out of its PDF, with ë and ç, both parties, the lines, VAT and both currencies", async () => {
  const text = await textOf(invoice);
  for (const part of [
    "Faturë 2026-000042",
    "Lëshuesi Vetura SH.P.K. Rr. Nëna Terezë 12, 10000 Prishtinë Numri unik identifikues: 811234567",
    "Numri fiskal: 601234567 Numri i TVSH-së: 330123456",
    "Blerësi Autosalloni Çlirimi SH.P.K. Çelë Gërxhaliu Magjistralja Prishtinë–Ferizaj km 8 Numri fiskal: 812345678",
    "Data e pagesës 23.11.2026",
    "Publikimi i veturës: Škoda Octavia, 2018 3,00 USD",
    "Promovim në rrjete sociale: Škoda Octavia, 2018 10,00 USD",
    "Vlera pa TVSH 16,95 USD 14,58 EUR",
    "TVSH 18 % 3,05 USD 2,62 EUR",
    "Gjithsej 20,00 USD 17,20 EUR",
    "1 USD = 0,86 EUR",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("PROVË");
});

test("an operator without a VAT number states why there is no VAT, and has no line for it", async () => {
  const text = await textOf({
    ...invoice,
    net: 2_000,
    vat: 0,
    facts: {
      ...invoice.facts,
      vatPercent: null,
      eurRate: null,
      company: { ...invoice.facts.company, vatNumber: null },
    },
  });
  expect(text).toContain(
    "Gjithsej 20,00 USD TVSH nuk llogaritet, sepse lëshuesi nuk është i regjistruar për TVSH.",
  );
  expect(text).not.toMatch(/TVSH 18|EUR/);
});

test("a credit note names its invoice, and a test document says that it is none", async () => {
  const text = await textOf({
    ...invoice,
    number: "PROVË-GJ-2026-000001",
    isTest: true,
    buyer: null,
    facts: {
      ...invoice.facts,
      credits: { number: "PROVË-2026-000042", day: "2026-11-23", byBank: true },
    },
  });
  expect(text).toContain("Notë kreditore PROVË-GJ-2026-000001");
  expect(text).toContain("Sipas faturës PROVË-2026-000042, 23.11.2026");
  expect(text).toContain("Të dhënat e blerësit u fshinë");
  expect(text).toMatch(/PROVË: .*nuk vlen si faturë/);
  expect(text).toContain("Shuma u kthye nga banka e kartelës");
});

test("the same invoice makes the same bytes, in a thread or here", async () => {
  const maker = new PdfMaker();
  const [one, two] = await Promise.all([maker.make(invoice), maker.make(invoice)]);
  const here = await drawInvoice(invoice);
  expect(Buffer.compare(one, two)).toBe(0);
  expect(Buffer.compare(one, here)).toBe(0);
  const { info } = await getMeta(one);
  expect(info).toMatchObject({ Title: "Faturë 2026-000042", Author: "Vetura SH.P.K." });
});

test("work that fails is told, and the next file is made all the same", async () => {
  const maker = new PdfMaker();
  const failed = maker.make({ ...invoice, issuedAt: new Date(Number.NaN) });
  const next = maker.make(invoice);
  await expect(failed).rejects.toThrow("no PDF file was made");
  expect((await next).byteLength).toBeGreaterThan(10_000);
});

test("files made one after the other share a thread, which ends after half a minute without work", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const exits: Promise<unknown>[] = [];
  const note = (thread: Worker): void => void exits.push(once(thread, "exit"));
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  const maker = new PdfMaker();
  await maker.make(invoice);
  vi.advanceTimersByTime(29_000);
  await maker.make(invoice);
  vi.advanceTimersByTime(29_000);
  await maker.make(invoice);
  expect(exits).toHaveLength(1);
  vi.advanceTimersByTime(30_000);
  await exits[0];
  await maker.make(invoice);
  expect(exits).toHaveLength(2);
});

test("an invoice with very long names keeps every letter on the page", async () => {
  const long = "Ë".repeat(150);
  const buyer = { name: long, email: null, business: long, address: long, taxNumber: null };
  const text = await textOf({ ...invoice, buyer });
  expect(text.match(/Ë/g)?.length).toBe(450);
});

test("an invoice of a hundred sponsored cars goes over pages, each numbered, with every car once and its sums at the end", async () => {
  const lines = Array.from({ length: 100 }, (_, at) => ({
    text: `Sponsorizim për 7 ditë: Mercedes-Benz ${"GLE 350 de 4MATIC Coupé ".repeat(3)}numri ${at + 1}.`,
    cents: 700,
  }));
  const document = {
    ...invoice,
    gross: 70_000,
    net: 59_322,
    vat: 10_678,
    facts: { ...invoice.facts, lines },
  };
  const file = new Uint8Array(await drawInvoice(document));
  const { text: pages, totalPages } = await extractText(file, { mergePages: false });
  expect(totalPages).toBeGreaterThan(3);
  for (const [at, page] of pages.entries()) expect(page).toContain(`Faqja ${at + 1} nga ${totalPages}`);
  const text = pages.join(" ").replaceAll(/\s+/g, " ");
  for (let at = 1; at <= 100; at += 1) expect(text.split(`numri ${at}.`)).toHaveLength(2);
  expect(pages.at(-1)).toContain("700,00 USD");
});

test.each([
  ["emoji", "Auto 🚗🔥👩‍🔧 Gashi", "Auto ???"],
  ["right-to-left letters", "محمد Gashi", "???? Gashi"],
  ["Chinese letters", "汽车 Gashi", "?? Gashi"],
  ["Serbian letters", "Ђорђе Јовановић Gashi", "Ђорђе Јовановић Gashi"],
  ["stacked marks", `Zalgo ${"a\u0301\u0302\u0303\u0304".repeat(20)} Gashi`, "Zalgo"],
])(
  "an invoice to somebody whose name has %s is one page, its other letters in their order",
  async (_, name, read) => {
    const buyer = {
      name,
      email: "bleresi@example.com",
      business: name,
      address: name,
      taxNumber: "812345678",
    };
    const { text, totalPages } = await extractText(new Uint8Array(await drawInvoice({ ...invoice, buyer })), {
      mergePages: true,
    });
    expect(totalPages).toBe(1);
    for (const part of [read, "Gashi", "812345678", "bleresi@example.com", "20,00 USD"])
      expect(text.replaceAll(/\s+/g, " ")).toContain(part);
  },
);

const wide = (most: number) => "W".repeat(most);

test("an invoice whose seller and buyer have the widest texts that may be entered has all of them, on two pages at most", async () => {
  const { maxName, maxAddress, maxNumber } = settingsLimits;
  const { maxBusinessName, maxBusinessAddress, maxTaxNumber } = dealerLimits;
  const company = {
    ...invoice.facts.company,
    name: wide(maxName),
    address: wide(maxAddress),
    businessNumber: wide(maxNumber),
    fiscalNumber: wide(maxNumber),
    vatNumber: wide(maxNumber),
    email: `${wide(64)}@${wide(63)}.example`,
  };
  const buyer = {
    name: `${wide(accountLimits.maxName)} ${wide(accountLimits.maxName)}`,
    email: `${wide(64)}@${wide(180)}.example`,
    business: wide(maxBusinessName),
    address: wide(maxBusinessAddress),
    taxNumber: wide(maxTaxNumber),
  };
  const facts = { ...invoice.facts, company, reference: wide(60) };
  const file = new Uint8Array(await drawInvoice({ ...invoice, buyer, facts }));
  const { text, totalPages } = await extractText(file, { mergePages: true });
  expect(totalPages).toBeLessThanOrEqual(2);
  // The footer of each page has the seller's name, too.
  const letters = JSON.stringify({ company, buyer, reference: facts.reference }).match(/W/g)?.length ?? 0;
  expect(text.match(/W/g)).toHaveLength(letters + totalPages * maxName);
  expect(text.replaceAll(/\s+/g, " ")).toContain("Gjithsej 20,00 USD");
});

test("a text of several lines pushes down what follows it", async () => {
  const address = Array.from({ length: 12 }, (_, at) => `Rruga me emër të gjatë ${at + 1}`).join(", ");
  const buyer = { name: "Arta Gashi", email: "arta@example.com", business: null, address, taxNumber: "1" };
  const file = await getDocumentProxy(new Uint8Array(await drawInvoice({ ...invoice, buyer })));
  const { items } = await (await file.getPage(1)).getTextContent();
  // From the left of the buyer's column, above the facts.
  const baselines = items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
    return x > 300 && x < 320 && y > 450 ? [y] : [];
  });
  const lines = [...new Set(baselines)].toSorted((a, b) => b - a);
  expect(lines.length).toBeGreaterThan(8);
  for (const [at, y] of lines.slice(1).entries()) expect((lines[at] ?? 0) - y).toBeGreaterThan(11);
});
