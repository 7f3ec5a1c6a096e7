import type { Transaction } from "kysely";
import { paymentMessages } from "#domain/messages/payments.ts";
import { invoiceMessages } from "#domain/messages/invoices.ts";
import { invoiceSeries } from "#domain/payments/invoice-numbers.ts";
import { paidLines } from "#domain/messages/paid-lines.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { vatParts, vatPercent } from "#domain/payments/vat.ts";
import type { Context } from "#server/context.ts";
import { boughtParts, type PaymentRow } from "#server/money/billing/ledger.queries.ts";
import { insertMailKey } from "#server/money/billing/payment-mails.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { InvoiceDocument, InvoiceFacts } from "./invoice-facts.ts";
import {
  creditedCents,
  deleteDue,
  findInvoiceOf,
  insertDocument,
  type IssueSource,
  loadIssueSource,
  lockDue,
  type UncreditedRefund,
} from "./invoices.queries.ts";

/** What the operator has entered, as it is at this moment. */
export type InvoiceSettings = Pick<Settings, "company" | "contacts" | "eurRate">;

/** Whether the site takes real money: `isTest` in the sandbox and with the provider's test keys. */
export interface PaymentsMode {
  readonly isTest: boolean;
}

export const mailInvoiceTask = "send_invoice";
/** Payments from before this site issued invoices get theirs without a mail. */
const mailedForMs = 7 * 24 * 60 * 60 * 1000;

/** Whether no real money moved: the provider's account says so; what came by bank or cash goes by the site's present mode. */
function isTest({ provider_account: account }: PaymentRow, isTestMode: boolean): boolean {
  if (account?.endsWith(":live")) return false;
  return account?.endsWith(":test") === true || isTestMode;
}

/** What an invoice of real money must say by law. */
export function isCompanyKnown({ company }: InvoiceSettings): boolean {
  return company.name !== "" && company.address !== "" && company.businessNumber !== "";
}

/** What was bought by the fees of that day, and what a coupon took off; in another currency than the fees' as one line. */
function linesOf({ payment, car, cars }: IssueSource, siteName: string): InvoiceFacts["lines"] {
  const { kind, amount_cents: cents, currency, sponsorship_days: sponsorshipDays, months } = payment;
  if (months !== null) return [{ text: paymentMessages.lines.months(months), cents }];
  if (kind === "subscription" || kind === "renewal")
    return [{ text: paymentMessages.lines.dealerPlan(siteName), cents }];
  const bought = paidLines(boughtParts(payment), sponsorshipDays, cars);
  const about = car === null ? "" : `: ${car}`;
  if (currency !== "usd") return [{ text: `${bought.map(({ name }) => name).join(", ")}${about}`, cents }];
  const discount = bought.reduce((sum, line) => sum + line.cents, -cents);
  return [
    ...bought.map((line) => ({ text: `${line.name}${about}`, cents: line.cents })),
    ...(discount === 0 ? [] : [{ text: invoiceMessages.discountLine, cents: -discount }]),
  ];
}

function factsOf(
  source: IssueSource,
  { company, contacts, eurRate }: InvoiceSettings,
  siteName: string,
): InvoiceFacts {
  const { payment } = source;
  return {
    company: { ...company, ...contacts },
    lines: linesOf(source, siteName),
    vatPercent: company.vatNumber === null ? null : vatPercent,
    eurRate,
    method: payment.method,
    reference: payment.document ?? payment.stripe_payment_intent ?? payment.stripe_invoice_id,
    credits: null,
  };
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/**
 * VAT of the part of an invoice that went back, when `before` of it had gone already: rounded so that the credit notes of
 * an invoice that went back whole have its VAT, to the cent.
 */
function creditParts({ gross, vat }: InvoiceDocument, cents: number, before: number) {
  const vatOf = (part: number) => (gross === 0 ? 0 : Math.round((vat * part) / gross));
  const back = vatOf(before + cents) - vatOf(before);
  return { gross: cents, net: cents - back, vat: back };
}

/**
 * A credit note says what its invoice said: buyer, rate and VAT are the invoice's; the company and the numbers are the
 * present ones. Its amounts are positive and count as going back.
 */
async function credit(
  trx: Transaction<DB>,
  invoice: InvoiceDocument,
  refund: UncreditedRefund & { readonly credited: number },
  { company, contacts }: InvoiceSettings,
): Promise<string> {
  const { facts, isTest: test } = invoice;
  const isRegistered = facts.vatPercent !== null;
  return insertDocument(trx, {
    ...invoice,
    ...creditParts(invoice, refund.cents, refund.credited),
    series: invoiceSeries({ year: yearOf(refund.day), isCreditNote: true, isTest: test }),
    refundId: refund.id,
    day: refund.day,
    facts: {
      ...facts,
      company: {
        ...company,
        ...contacts,
        vatNumber: isRegistered ? facts.company.vatNumber : company.vatNumber,
      },
      lines: [{ text: invoiceMessages.creditLine(invoice.number), cents: refund.cents }],
      reference: refund.id,
      credits: { number: invoice.number, day: invoice.day, byBank: refund.kind === "dispute" },
    },
  });
}

/**
 * Issues what a payment lacks: its invoice, and a credit note for each part that went back. Safe to run repeatedly and at
 * once: the row that says what is due is locked, a payment has one invoice and a refund one credit note. Numbers come from
 * counters that are locked until the transaction ends, so that none is missing and none is given twice. With real money,
 * it waits until the operator has entered the company.
 */
export async function issueInvoices(ctx: Context, mode: PaymentsMode, paymentId: string): Promise<void> {
  const { db, addJob, site, now, step } = ctx;
  await db.transaction().execute(async (trx) => {
    if (!(await lockDue(trx, paymentId))) return;
    const source = await loadIssueSource(trx, paymentId);
    const { payment } = source;
    const settings = ctx.settings();
    const known = await findInvoiceOf(trx, paymentId);
    const test = known?.isTest ?? isTest(payment, mode.isTest);
    if (!test && !isCompanyKnown(settings)) return;
    await step("read");
    const issued: { id: string; mail: "invoice" | "credit_note" }[] = [];
    if (known === null) {
      const id = await invoice(trx, source, settings, { test, siteName: site.name });
      issued.push({ id, mail: "invoice" });
    }
    await step("invoice issued");
    const present = known ?? (await findInvoiceOf(trx, paymentId));
    if (present === null) throw new Error(`payment ${paymentId} has no invoice`);
    let credited = await creditedCents(trx, paymentId);
    for (const refund of source.refunds) {
      const id = await credit(trx, present, { ...refund, credited }, settings);
      issued.push({ id, mail: "credit_note" });
      credited += refund.cents;
      await step("credit note issued");
    }
    await deleteDue(trx, paymentId);
    const { paid_at: paidAt } = payment;
    const isFresh = paidAt !== null && now().getTime() - paidAt.getTime() < mailedForMs;
    // To nobody where no address is known.
    const isMailed = (isFresh || known !== null) && (present.buyer?.email ?? null) !== null;
    if (isMailed)
      for (const { id, mail } of issued) {
        await insertMailKey(trx, `${mail}:${id}`);
        await addJob(mailInvoiceTask, { id }, { trx, maxAttempts: 15 });
      }
    await step("due row deleted");
  });
}

function invoice(
  trx: Transaction<DB>,
  source: IssueSource,
  settings: InvoiceSettings,
  { test, siteName }: { test: boolean; siteName: string },
): Promise<string> {
  const { payment, day, buyer } = source;
  const facts = factsOf(source, settings, siteName);
  return insertDocument(trx, {
    ...vatParts(payment.amount_cents, { isRegistered: facts.vatPercent !== null }),
    series: invoiceSeries({ year: yearOf(day), isCreditNote: false, isTest: test }),
    isTest: test,
    paymentId: payment.id,
    refundId: null,
    kind: payment.kind,
    currency: payment.currency,
    day,
    facts,
    buyer,
  });
}
