import { FileDown } from "lucide-react";
import type { AdminInvoice, MonthSummary } from "#contract/invoices.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { formatDate, formatMoney, formatMonth, formatNumber } from "#domain/format/format.ts";
import { invoicePageMessages as text } from "#domain/messages/invoice-pages.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { Badge } from "#web/components/badge.tsx";
import { QueryCard } from "#web/components/card.tsx";
import { DownloadLink } from "#web/components/download-link.tsx";
import { Table, Td, Th } from "#web/components/table.tsx";
import { api } from "#web/lib/auth.ts";
import { paymentAddress } from "#web/features/admin/sections.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { RowLink } from "#web/features/admin/parts/row-link.tsx";
import { Email } from "#web/features/admin/parts/email.tsx";
import { Sum } from "#web/features/admin/lists/cells.tsx";
import { AdminList } from "#web/features/admin/lists/admin-list.tsx";
import { adminList, choice } from "#web/features/admin/lists/declare-list.ts";

const monthsBack = 36;

const money = (units: number, currency: string) => formatMoney(Math.round(units * 100), currency);

/** The last three years' months in Kosovo, the current one first: "2026-11". */
function lastMonths(now: Date): string[] {
  const [year = 0, month = 0] = dayOf(now).split("-").map(Number);
  return Array.from({ length: monthsBack }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

const months = lastMonths(new Date());

function NumberLink({ invoice: { id, number, isCreditNote } }: { invoice: AdminInvoice }) {
  return (
    <a
      href={`/api/admin/invoices/${id}`}
      download
      aria-label={paymentHistoryMessages.documentLabel(number, isCreditNote)}
      className="inline-flex min-h-11 items-center gap-1.5 font-medium whitespace-nowrap text-blue-text tabular-nums tiny:whitespace-normal hover:underline"
    >
      <FileDown aria-hidden="true" className="size-4 shrink-0" />
      {number}
    </a>
  );
}

function Buyer({ invoice: { buyer, email } }: { invoice: AdminInvoice }) {
  return (
    <span className="block max-w-64 min-w-28 wrap-anywhere">
      <span className="block font-medium">{buyer ?? text.buyerErased}</span>
      {email !== null && (
        <span className="block text-sm text-ink-soft">
          <Email address={email} />
        </span>
      )}
    </span>
  );
}

function What({ invoice: { kind, isCreditNote, paymentId } }: { invoice: AdminInvoice }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <RowLink to={paymentAddress(paymentId)}>{paymentHistoryMessages.kinds[kind]}</RowLink>
      {isCreditNote && <Badge tone="blue">{paymentHistoryMessages.creditNote}</Badge>}
    </span>
  );
}

function Amount({ invoice: { gross, currency, isCreditNote } }: { invoice: AdminInvoice }) {
  return (
    <Sum>
      {isCreditNote && "−"}
      {money(gross, currency)}
    </Sum>
  );
}

function Sums({ summary }: { summary: MonthSummary }) {
  if (summary.currencies.length === 0) return <p className="text-ink-soft">{text.nothing}</p>;
  return summary.currencies.map(({ currency, invoices, creditNotes, rest, inEuro }) => (
    // On a phone the sums fit only without the number of documents, which the PDF has.
    <Table
      key={currency}
      label={text.sumsOf(currency.toUpperCase())}
      className="[&_:is(td,th):not(:first-child)]:text-end max-sm:[&_td]:px-2 max-sm:[&_td:nth-child(2)]:hidden max-sm:[&_th]:px-2 max-sm:[&_th:nth-child(2)]:hidden"
    >
      <thead>
        <tr>
          <Th>{currency.toUpperCase()}</Th>
          <Th>{text.count}</Th>
          <Th>{text.net}</Th>
          <Th>{text.vat}</Th>
          <Th>{text.gross}</Th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {[
          { name: text.invoices, ...invoices },
          { name: text.creditNotes, ...creditNotes },
          { name: text.rest, count: null, ...rest },
        ].map(({ name, count, net, vat, gross }) => (
          <tr key={name}>
            <Td className={count === null ? "font-semibold" : ""}>{name}</Td>
            <Td>{count === null ? "" : formatNumber(count)}</Td>
            <Td className="whitespace-nowrap">{money(net, currency)}</Td>
            <Td className="whitespace-nowrap">{money(vat, currency)}</Td>
            <Td className="font-semibold whitespace-nowrap">{money(gross, currency)}</Td>
          </tr>
        ))}
        {inEuro !== null && currency !== "eur" && (
          <tr>
            <Td className="font-semibold">{text.inEuro}</Td>
            <Td> </Td>
            <Td className="whitespace-nowrap">{money(inEuro.gross - inEuro.vat, "eur")}</Td>
            <Td className="whitespace-nowrap">{money(inEuro.vat, "eur")}</Td>
            <Td className="font-semibold whitespace-nowrap">{money(inEuro.gross, "eur")}</Td>
          </tr>
        )}
      </tbody>
    </Table>
  ));
}

/** The sums of a month; of the current one if none is `chosen`. */
function Month({ chosen }: { chosen: string | undefined }) {
  const month = chosen ?? months[0] ?? "";
  const summary = useAdminQuery(
    ["invoices", "summary", month],
    (options) => api("GET /api/admin/invoices/summary", { query: { month } }, options),
    { keep: false },
  );
  return (
    <QueryCard
      id="month"
      headingClass="text-lg"
      heading={(chosen === undefined ? text.thisMonth : text.month)(formatMonth(month))}
      aside={
        <DownloadLink href={`/api/admin/invoices/summary.pdf?month=${month}`}>
          <FileDown aria-hidden="true" className="size-4" />
          {text.pdf}
        </DownloadLink>
      }
      query={summary}
      failed={text.failed}
      skeleton="mt-4 h-32"
    >
      {(data) => (
        <div className="mt-4 flex flex-col gap-4">
          <Sums summary={data} />
          <p className={data.agrees ? "text-ink-soft" : "text-red"} role="status">
            {data.agrees ? text.agrees : text.differs(data.missing)}
          </p>
        </div>
      )}
    </QueryCard>
  );
}

const invoices = adminList({
  endpoint: "GET /api/admin/invoices",
  read: ({ invoices: items, pagination }) => ({ items, pagination }),
  idOf: ({ id }) => id,
  text: { list: text.table, empty: text.empty, emptyHint: text.emptyHint },
  search: { label: text.search, clear: text.clear },
  filters: [
    choice("month", {
      label: text.monthLabel,
      all: text.allMonths,
      values: months,
      labelOf: formatMonth,
    }),
  ],
  columns: [
    {
      id: "number",
      label: text.number,
      inCard: "actions",
      cell: (invoice) => <NumberLink invoice={invoice} />,
    },
    {
      id: "day",
      label: text.day,
      inCard: "foot",
      className: "tabular-nums whitespace-nowrap",
      cell: ({ day }) => formatDate(day),
    },
    { id: "buyer", label: text.buyer, inCard: "title", cell: (invoice) => <Buyer invoice={invoice} /> },
    { id: "what", label: text.what, inCard: "line", cell: (invoice) => <What invoice={invoice} /> },
    {
      id: "amount",
      label: text.amount,
      className: "text-end",
      inCard: "corner",
      cell: (invoice) => <Amount invoice={invoice} />,
    },
  ],
});

/** 'Faturat': invoices and credit notes with their files, and monthly sums (specification.md#invoices). */
export function InvoicesSection() {
  return <AdminList list={invoices}>{({ state }) => <Month chosen={state.filters["month"]} />}</AdminList>;
}
