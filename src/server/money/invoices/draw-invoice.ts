import { formatDate, formatExactMoney } from "#domain/format/format.ts";
import { invoiceMessages as text } from "#domain/messages/invoices.ts";
import { exchanged } from "#domain/payments/exchange.ts";
import type { InvoiceDocument } from "./invoice-facts.ts";
import { colours, createSheet, inner, type Sheet } from "./sheet.ts";

const half = inner / 2 - 12;
const amountWidth = 110;

function block(sheet: Sheet, x: number, heading: string, [first = "", ...rest]: readonly string[]): number {
  const top = sheet.y;
  sheet.y += sheet.write(heading, x, half, { size: 8.5, colour: colours.soft }) + 4;
  sheet.y += sheet.write(first, x, half, { size: 11, bold: true }) + 4;
  for (const line of rest) sheet.y += sheet.write(line, x, half) + 3;
  const end = sheet.y;
  sheet.y = top;
  return end;
}

function sellerLines({ facts: { company } }: InvoiceDocument): string[] {
  const { name, address, businessNumber, fiscalNumber, vatNumber, email, phone } = company;
  return [
    name,
    address,
    businessNumber === "" ? "" : text.businessNumber(businessNumber),
    fiscalNumber === "" ? "" : text.fiscalNumber(fiscalNumber),
    vatNumber === null ? "" : text.vatNumber(vatNumber),
    email,
    phone,
  ].filter((line) => line !== "");
}

function buyerLines({ buyer }: InvoiceDocument): string[] {
  if (buyer === null) return [text.buyerErased];
  const { name, email, business, address, taxNumber } = buyer;
  return [
    ...(business === null ? [] : [business]),
    name,
    address ?? "",
    taxNumber === null ? "" : text.fiscalNumber(taxNumber),
    email ?? "",
  ].filter((line) => line !== "");
}

function factRows(document: InvoiceDocument): [string, string][] {
  const { day, issuedAt, facts } = document;
  const { credits, method, reference } = facts;
  return [
    [credits === null ? text.paidOn : text.refundedOn, formatDate(day)],
    [text.issuedOn, formatDate(issuedAt)],
    ...(credits === null
      ? [[text.method, text.methods[method]] satisfies [string, string]]
      : [[text.credits, text.creditsOf(credits.number, formatDate(credits.day))] satisfies [string, string]]),
    ...(reference === null ? [] : [[text.reference, reference] satisfies [string, string]]),
  ];
}

/** A row of the table: text at the left, amounts at the right, the last one outermost. */
function row(
  sheet: Sheet,
  label: string,
  amounts: readonly string[],
  style: { bold?: boolean; size?: number; colour?: string } = {},
): void {
  sheet.room(30);
  const labelWidth = inner - amounts.length * amountWidth - 12;
  const height = sheet.write(label, 0, labelWidth, style);
  for (const [at, amount] of amounts.entries())
    sheet.write(amount, inner - (amounts.length - at) * amountWidth, amountWidth, {
      ...style,
      align: "right",
    });
  sheet.y += height + 8;
}

function totals(sheet: Sheet, document: InvoiceDocument): void {
  const { gross, net, vat, currency, facts } = document;
  const { eurRate, vatPercent, credits } = facts;
  const inBoth = (cents: number): string[] => {
    const own = formatExactMoney(cents, currency);
    if (eurRate === null) return [own];
    const other = exchanged(cents, currency, eurRate);
    return [own, formatExactMoney(other.cents, other.currency)];
  };
  if (vatPercent !== null) {
    // The parts add up in the other currency, too: VAT is what is left of the whole.
    const [own = "", other] = inBoth(vat);
    const whole = eurRate === null ? null : exchanged(gross, currency, eurRate);
    const netThere = eurRate === null ? null : exchanged(net, currency, eurRate);
    row(sheet, text.net, inBoth(net));
    row(sheet, text.vat(vatPercent), [
      own,
      ...(whole === null || netThere === null || other === undefined
        ? []
        : [formatExactMoney(whole.cents - netThere.cents, whole.currency)]),
    ]);
  }
  row(sheet, credits === null ? text.gross : text.creditGross, inBoth(gross), { bold: true, size: 11 });
  const notes = [
    vatPercent === null ? text.noVat : "",
    eurRate === null ? "" : text.rate(String(eurRate).replace(".", ",")),
    credits?.byBank === true ? text.byBank : "",
  ];
  sheet.y += 8;
  for (const note of notes)
    if (note !== "") sheet.y += sheet.write(note, 0, inner, { size: 9, colour: colours.soft }) + 4;
}

/** An invoice or credit note as a PDF file; the same document makes the same bytes. */
export function drawInvoice(document: InvoiceDocument): Promise<Uint8Array> {
  const { number, facts, currency, isTest, issuedAt } = document;
  const name = facts.credits === null ? text.invoice : text.creditNote;
  const sheet = createSheet({ title: `${name} ${number}`, author: facts.company.name, at: issuedAt });
  if (isTest) sheet.y += sheet.write(text.test, 0, inner, { size: 9, bold: true, colour: colours.warn }) + 16;
  sheet.y += sheet.write(name, 0, inner, { size: 22, bold: true }) + 2;
  sheet.y += sheet.write(number, 0, inner, { size: 13, colour: colours.soft }) + 22;
  sheet.y =
    Math.max(
      block(sheet, 0, text.seller, sellerLines(document)),
      block(sheet, inner / 2 + 12, text.buyer, buyerLines(document)),
    ) + 18;
  sheet.rule();
  for (const [label, value] of factRows(document)) {
    sheet.write(label, 0, half, { colour: colours.soft });
    sheet.y += sheet.write(value, 150, inner - 150) + 4;
  }
  sheet.y += 22;
  row(sheet, text.description, [text.amount], { size: 8.5, colour: colours.soft });
  sheet.rule();
  for (const { text: line, cents } of facts.lines) row(sheet, line, [formatExactMoney(cents, currency)]);
  sheet.rule();
  totals(sheet, document);
  return sheet.finish(`${facts.company.name} · ${number} · ${text.electronic}`);
}
