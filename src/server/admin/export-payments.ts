import type { Kysely } from "kysely";
import type { PaymentSums } from "#contract/admin-payments.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";
import { vatParts } from "#domain/payments/vat.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { CsvFiles } from "./csv-files.ts";
import { csvLine, decimal } from "#domain/format/csv.ts";
import {
  type BookDays,
  type IssuedSum,
  type LedgerSum,
  type MoneyRow,
  readMoney,
  sumIssued,
  sumLedger,
} from "./export-payments.queries.ts";

const text = adminPaymentMessages.export;
/** Rows per chunk: the file is never in memory as a whole. */
const batch = 500;

function whatOf({ kind, relists, days, social, months, method, document }: MoneyRow): string {
  return [
    months === null ? paymentHistoryMessages.kinds[relists ? "car" : kind] : text.months(months),
    ...(days > 0 ? [paymentHistoryMessages.sponsorship(days)] : []),
    ...(social ? [paymentHistoryMessages.social] : []),
    ...(method === "card" ? [] : [adminPaymentMessages.methods[method].toLowerCase()]),
    ...(document === null ? [] : [text.document(document)]),
  ].join(", ");
}

/** A line of the accountant's file, in cents. */
interface Line {
  readonly row: MoneyRow;
  readonly net: number;
  readonly vat: number;
}

function cellsOf({ row, net, vat }: Line) {
  const number = paymentNumber(row.paymentId);
  const isRefund = row.refundId !== null;
  const { documentNumber, invoiceNumber } = row;
  return csvLine([
    row.day,
    documentNumber ?? (isRefund ? `${number}-${row.refundNumber}` : number),
    row.payer ?? adminPaymentMessages.nobody,
    documentNumber === null ? whatOf(row) : `${whatOf(row)}, ${text.payment(number)}`,
    decimal(net),
    decimal(vat),
    decimal(row.cents),
    row.currency.toUpperCase(),
    row.providerId ?? "",
    isRefund ? (invoiceNumber ?? number) : "",
  ]);
}

interface Sum {
  readonly rows: number;
  readonly gross: number;
  readonly net: number;
  readonly vat: number;
}
type Sums = ReadonlyMap<string, Sum>;

const nothing: Sum = { rows: 0, gross: 0, net: 0, vat: 0 };

/** The file's sums by currency, of all lines and of those with a document. */
async function sumFile(parts: AsyncGenerator<Line[]>): Promise<{ all: Sums; issued: Sums }> {
  const [all, issued] = [new Map<string, Sum>(), new Map<string, Sum>()];
  const add = (sums: Map<string, Sum>, { row: { currency, cents }, net, vat }: Line) => {
    const sum = sums.get(currency) ?? nothing;
    sums.set(currency, {
      rows: sum.rows + 1,
      gross: sum.gross + cents,
      net: sum.net + net,
      vat: sum.vat + vat,
    });
  };
  for await (const lines of parts)
    for (const line of lines) {
      add(all, line);
      if (line.row.documentNumber !== null) add(issued, line);
    }
  return { all, issued };
}

/** Whether the file's sums equal the ledger's, and those of lines with a document the documents'. */
function compare(
  all: Sums,
  issued: Sums,
  ledger: readonly LedgerSum[],
  documents: readonly IssuedSum[],
): PaymentSums {
  const sums = ledger.map(({ currency, rows, cents, card }) => {
    const made = all.get(currency) ?? nothing;
    const said = documents.find((one) => one.currency === currency) ?? nothing;
    const shown = issued.get(currency) ?? nothing;
    const asIssued =
      shown.rows === said.rows &&
      shown.gross === said.gross &&
      shown.net === said.net &&
      shown.vat === said.vat;
    return {
      currency,
      rows: made.rows,
      net: centsToDollars(made.net),
      vat: centsToDollars(made.vat),
      gross: centsToDollars(made.gross),
      ledgerRows: rows,
      ledger: centsToDollars(cents),
      card: centsToDollars(card),
      documents: {
        rows: said.rows,
        net: centsToDollars(said.net),
        vat: centsToDollars(said.vat),
        gross: centsToDollars(said.gross),
      },
      equal: made.rows === rows && made.gross === cents && made.net + made.vat === made.gross && asIssued,
    };
  });
  const known = new Set(ledger.map(({ currency }) => currency));
  const isWhole = [...all.keys(), ...documents.map(({ currency }) => currency)].every((one) =>
    known.has(one),
  );
  return { sums, equal: isWhole && sums.every(({ equal }) => equal) };
}

type BooksContext = Pick<Context, "db" | "addJob" | "settings">;

async function* linesOf({ settings }: BooksContext, db: Kysely<DB>, days: BookDays): AsyncGenerator<Line[]> {
  const isRegistered = settings().company.vatNumber !== null;
  for await (const rows of readMoney(db, days, batch))
    yield rows.map((row) => {
      const { documentNet, documentVat } = row;
      if (documentNet !== null && documentVat !== null) return { row, net: documentNet, vat: documentVat };
      // As its document will say, unless the settings change before. What goes back is split as what came: halves of a
      // cent are rounded alike.
      const { net, vat } = vatParts(Math.abs(row.cents), { isRegistered });
      const sign = Math.sign(row.cents);
      return { row, net: sign * net, vat: sign * vat };
    });
}

async function* parts(ctx: BooksContext, days: BookDays): AsyncGenerator<string> {
  for await (const some of linesOf(ctx, ctx.db, days)) yield some.map(cellsOf).join("");
}

/**
 * The accountant's file of these days (specification.md#payments-desk), a piece at a time. Who took one along is in the
 * audit log. Throws overloaded, forbidden.
 */
export async function exportPayments(
  ctx: BooksContext,
  files: CsvFiles,
  admin: Actor,
  days: BookDays,
): Promise<ReadableStream<Uint8Array>> {
  const { isTest: _, ...range } = days;
  await adminWrite(ctx, admin, {}, ({ audit }) =>
    audit({
      action: "payments.export",
      kind: "list",
      targetId: "payments.export",
      label: [days.from, days.to].filter((day) => day !== undefined).join(" – "),
      after: range,
    }),
  );
  return files.open(text.columns, parts(ctx, days));
}

/** The file's sums, made as the file is made, beside those of the ledger and of the issued documents. */
export function sumPayments(ctx: BooksContext, days: BookDays): Promise<PaymentSums> {
  // One snapshot: a document that is issued meanwhile is on both sides or on none.
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const { all, issued } = await sumFile(linesOf(ctx, trx, days));
      return compare(all, issued, await sumLedger(trx, days), await sumIssued(trx, days));
    });
}
