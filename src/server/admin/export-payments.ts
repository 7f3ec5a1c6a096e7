import type { Kysely } from "kysely";
import type { PaymentSums } from "#contract/admin-payments.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { paymentNumber } from "#domain/payments/payment-number.ts";
import { vatParts } from "#domain/payments/vat.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { lockAdmin, writeAudit } from "#server/audit/audit.queries.ts";
import type { DB } from "#server/db/tables.ts";
import type { CsvFiles } from "./csv-files.ts";
import { csvLine, decimal } from "./csv.ts";
import { type Days, type MoneyRow, readMoney, sumLedger } from "./export-payments.queries.ts";

const text = adminPaymentMessages.export;
/** Rows read and written at a time: the file is never in memory as a whole. */
const batch = 500;

function whatOf({ kind, days, social, months, method, document }: MoneyRow): string {
  return [
    paymentHistoryMessages.kinds[kind],
    ...(days > 0 ? [paymentHistoryMessages.sponsorship(days)] : []),
    ...(social ? [paymentHistoryMessages.social] : []),
    ...(months === null ? [] : [text.months(months)]),
    ...(method === "card" ? [] : [adminPaymentMessages.methods[method].toLowerCase()]),
    ...(document === null ? [] : [text.document(document)]),
  ].join(", ");
}

function payerOf({ firstName, lastName, businessName }: MoneyRow): string {
  return (
    businessName ?? (firstName === null ? adminPaymentMessages.nobody : `${firstName} ${lastName ?? ""}`)
  );
}

/** A line of the accountant's file, its money in cents. */
interface Line {
  readonly row: MoneyRow;
  readonly net: number;
  readonly vat: number;
}

function cellsOf({ row, net, vat }: Line) {
  const number = paymentNumber(row.paymentId);
  const isRefund = row.refundId !== null;
  return csvLine([
    row.day,
    isRefund ? `${number}-${row.refundNumber}` : number,
    payerOf(row),
    whatOf(row),
    decimal(net),
    decimal(vat),
    decimal(row.cents),
    row.currency.toUpperCase(),
    row.providerId ?? "",
    isRefund ? number : "",
  ]);
}

export interface PaymentExports {
  /** The accountant's file of these days, a piece at a time. Throws overloaded, forbidden. */
  file(admin: Actor, days: Days): Promise<ReadableStream<Uint8Array>>;
  /** The file's sums, made as the file is made, beside the ledger's. */
  sums(days: Days): Promise<PaymentSums>;
}

/** What the accountant gets (specification.md#payments-desk). Who took a file along is in the audit log. */
export function createPaymentExports(deps: {
  readonly db: Kysely<DB>;
  readonly files: CsvFiles;
  readonly settings: () => Pick<Settings, "company">;
}): PaymentExports {
  const { db, files, settings } = deps;

  async function* lines(days: Days): AsyncGenerator<Line[]> {
    const isRegistered = settings().company.vatNumber !== null;
    for await (const rows of readMoney(db, days, batch))
      yield rows.map((row) => {
        // What goes back is split as what came: halves of a cent are rounded alike.
        const { net, vat } = vatParts(Math.abs(row.cents), { isRegistered });
        const sign = Math.sign(row.cents);
        return { row, net: sign * net, vat: sign * vat };
      });
  }

  async function* parts(days: Days): AsyncGenerator<string> {
    for await (const some of lines(days)) yield some.map(cellsOf).join("");
  }

  return {
    file: async (admin, days) => {
      await db.transaction().execute(async (trx) => {
        const acting = await lockAdmin(trx, admin);
        await writeAudit(trx, acting, [
          {
            action: "payments.export",
            kind: "list",
            targetId: "payments.export",
            label: [days.from, days.to].filter((day) => day !== undefined).join(" – "),
            after: { ...days },
          },
        ]);
      });
      return files.open(text.columns, parts(days));
    },

    sums: async (days) => {
      const file = new Map<string, { rows: number; gross: number; net: number; vat: number }>();
      for await (const some of lines(days))
        for (const { row, net, vat } of some) {
          const sum = file.get(row.currency) ?? { rows: 0, gross: 0, net: 0, vat: 0 };
          file.set(row.currency, {
            rows: sum.rows + 1,
            gross: sum.gross + row.cents,
            net: sum.net + net,
            vat: sum.vat + vat,
          });
        }
      const ledger = await sumLedger(db, days);
      const sums = ledger.map(({ currency, rows, cents, card }) => {
        const made = file.get(currency) ?? { rows: 0, gross: 0, net: 0, vat: 0 };
        return {
          currency,
          rows: made.rows,
          net: centsToDollars(made.net),
          vat: centsToDollars(made.vat),
          gross: centsToDollars(made.gross),
          ledgerRows: rows,
          ledger: centsToDollars(cents),
          card: centsToDollars(card),
          equal: made.rows === rows && made.gross === cents && made.net + made.vat === made.gross,
        };
      });
      return { sums, equal: sums.every(({ equal }) => equal) && file.size === ledger.length };
    },
  };
}
