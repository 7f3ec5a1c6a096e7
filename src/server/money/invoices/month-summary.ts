import type { Kysely } from "kysely";
import type { MonthSummary } from "#contract/invoices.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { type DocumentSum, type KindSum, sumDocuments, sumLedger } from "./summary.queries.ts";

interface Cents {
  count: number;
  gross: number;
  net: number;
  vat: number;
}

function add(rows: readonly DocumentSum[]): Cents {
  const sum = (key: keyof Cents) => rows.reduce((total, row) => total + row[key], 0);
  return { count: sum("count"), gross: sum("gross"), net: sum("net"), vat: sum("vat") };
}

function inUnits({ count, gross, net, vat }: Cents) {
  return { count, gross: centsToDollars(gross), net: centsToDollars(net), vat: centsToDollars(vat) };
}

/** Invoices less credit notes, in euro; null where a document has no rate. */
function euroOf(rows: readonly DocumentSum[], key: "euroGross" | "euroVat"): number | null {
  let total = 0;
  for (const row of rows) {
    const cents = row[key];
    if (cents === null) return null;
    total += row.isBack ? -cents : cents;
  }
  return total;
}

function ofCurrency(currency: string, all: readonly DocumentSum[]): MonthSummary["currencies"][number] {
  const rows = all.filter((row) => row.currency === currency);
  const [came, back] = [rows.filter(({ isBack }) => !isBack), rows.filter(({ isBack }) => isBack)];
  const [invoices, creditNotes] = [add(came), add(back)];
  const [gross, vat] = [euroOf(rows, "euroGross"), euroOf(rows, "euroVat")];
  return {
    currency,
    kinds: paymentKinds.flatMap((kind) => {
      if (!rows.some((row) => row.kind === kind)) return [];
      const ofKind = (some: readonly DocumentSum[]) => inUnits(add(some.filter((row) => row.kind === kind)));
      return [{ kind, invoices: ofKind(came), creditNotes: ofKind(back) }];
    }),
    invoices: inUnits(invoices),
    creditNotes: inUnits(creditNotes),
    rest: {
      gross: centsToDollars(invoices.gross - creditNotes.gross),
      net: centsToDollars(invoices.net - creditNotes.net),
      vat: centsToDollars(invoices.vat - creditNotes.vat),
    },
    inEuro:
      gross === null || vat === null ? null : { gross: centsToDollars(gross), vat: centsToDollars(vat) },
  };
}

const countOf = (rows: readonly KindSum[]) => rows.reduce((total, { count }) => total + count, 0);

const nameOf = ({ currency, kind, isBack }: KindSum) => `${currency} ${kind} ${isBack}`;

/**
 * A month's documents, summed, held against the ledger at the same moment. Documents of test mode count where that is in
 * use, and nowhere else.
 */
export async function summariseMonth(db: Kysely<DB>, month: string, isTest: boolean): Promise<MonthSummary> {
  const [documents, ledger] = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => [await sumDocuments(trx, month, isTest), await sumLedger(trx, month, isTest)]);
  const known = new Map(documents.map((row) => [nameOf(row), row]));
  const names = new Set([...ledger, ...documents].map(nameOf));
  const inLedger = new Map(ledger.map((row) => [nameOf(row), row]));
  return {
    month,
    currencies: [...new Set(documents.map(({ currency }) => currency))].map((currency) =>
      ofCurrency(currency, documents),
    ),
    missing: Math.max(0, countOf(ledger) - countOf(documents)),
    agrees: [...names].every((name) => {
      const [ours, theirs] = [known.get(name), inLedger.get(name)];
      return ours?.gross === theirs?.gross && ours?.count === theirs?.count;
    }),
  };
}
