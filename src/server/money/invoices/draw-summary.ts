import type { MonthSummary } from "#contract/invoices.ts";
import { formatDate, formatExactMoney, formatMonth } from "#domain/format/format.ts";
import { invoiceMessages } from "#domain/messages/invoices.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import type { InvoiceFacts } from "./invoice-facts.ts";
import { colours, createSheet, inner, type Sheet, type TextStyle } from "./sheet.ts";

const text = invoiceMessages.summary;

/** What the accountant's page says. */
export interface SummaryPage {
  readonly summary: MonthSummary;
  readonly company: InvoiceFacts["company"];
  readonly at: Date;
  readonly isTest: boolean;
}

type Sums = MonthSummary["currencies"][number]["invoices"];

const columns = [48, 100, 90, 100] as const;

function line(sheet: Sheet, label: string, cells: readonly string[], style: TextStyle = {}): void {
  sheet.room(26);
  const taken = columns.reduce((sum, width) => sum + width, 0);
  const height = sheet.write(label, 0, inner - taken - 8, style);
  let x = inner - taken;
  for (const [at, width] of columns.entries()) {
    sheet.write(cells[at] ?? "", x, width, { ...style, align: "right" });
    x += width;
  }
  sheet.y += height + 7;
}

function sumCells({ count, net, vat, gross }: Sums, currency: string, sign: 1 | -1): string[] {
  const money = (units: number) => formatExactMoney(sign * Math.round(units * 100), currency);
  return [String(count), money(net), money(vat), money(gross)];
}

/** A month's sums as a PDF file, for the accountant. */
export function drawSummary({ summary, company, at, isTest }: SummaryPage): Promise<Uint8Array> {
  const period = formatMonth(summary.month);
  const sheet = createSheet({ title: `${text.title} ${period}`, author: company.name, at });
  if (isTest)
    sheet.y +=
      sheet.write(invoiceMessages.test, 0, inner, { size: 9, bold: true, colour: colours.warn }) + 16;
  sheet.y += sheet.write(text.title, 0, inner, { size: 22, bold: true }) + 2;
  sheet.y += sheet.write(period, 0, inner, { size: 13, colour: colours.soft }) + 14;
  const about = [
    company.name,
    company.address,
    company.businessNumber === "" ? "" : invoiceMessages.businessNumber(company.businessNumber),
    company.fiscalNumber === "" ? "" : invoiceMessages.fiscalNumber(company.fiscalNumber),
    company.vatNumber === null ? invoiceMessages.noVat : invoiceMessages.vatNumber(company.vatNumber),
  ];
  for (const one of about) if (one !== "") sheet.y += sheet.write(one, 0, inner) + 3;
  if (summary.currencies.length === 0) {
    sheet.y += 20;
    sheet.y += sheet.write(text.nothing, 0, inner);
  }
  for (const { currency, kinds, invoices, creditNotes, rest, inEuro } of summary.currencies) {
    sheet.y += 22;
    sheet.room(120);
    const soft = { size: 8.5, colour: colours.soft };
    line(sheet, currency.toUpperCase(), [text.count, text.net, text.vat, text.gross], soft);
    sheet.rule();
    for (const of of kinds) {
      const { kind } = of;
      const name = paymentHistoryMessages.kinds[kind];
      if (of.invoices.count > 0) line(sheet, name, sumCells(of.invoices, currency, 1));
      if (of.creditNotes.count > 0)
        line(sheet, `${name}, ${text.returned}`, sumCells(of.creditNotes, currency, -1));
    }
    sheet.rule();
    line(sheet, text.invoices, sumCells(invoices, currency, 1));
    line(sheet, text.creditNotes, sumCells(creditNotes, currency, -1));
    const count = invoices.count + creditNotes.count;
    line(sheet, text.rest, sumCells({ ...rest, count }, currency, 1), { bold: true });
    if (inEuro !== null && currency !== "eur") {
      const net = inEuro.gross - inEuro.vat;
      line(sheet, text.inEuro, sumCells({ ...inEuro, net, count }, "eur", 1), { bold: true });
    }
  }
  sheet.y += 16;
  const verdict = summary.agrees ? text.agrees : text.differs(summary.missing);
  sheet.y += sheet.write(verdict, 0, inner, {
    size: 9,
    colour: summary.agrees ? colours.soft : colours.warn,
  });
  return sheet.finish(`${company.name} · ${text.title} ${period} · ${text.made(formatDate(at))}`);
}
