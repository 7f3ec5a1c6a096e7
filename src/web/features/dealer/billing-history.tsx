import { useState } from "react";
import type { Invoice } from "#contract/dealers.ts";
import { formatDate } from "#domain/format/format.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { Card } from "#web/components/card.tsx";
import { Loaded } from "#web/components/loaded.tsx";
import { Section } from "#web/components/section.tsx";
import { Loading, Skeleton } from "#web/components/states.tsx";
import { type Column, RowsTable } from "#web/components/table.tsx";
import { OutLink, TallLink, TextLink } from "#web/components/text-link.tsx";
import { billName, formatBill, invoiceLabel, periodText } from "./dealer-labels.ts";
import { useInvoices } from "./use-dashboard.ts";

const text = dealerPageMessages.dashboard.billing;
const shownAtFirst = 12;
/** On the dashboard, which links to the full list. */
const newest = 3;

function Status({ invoice }: { invoice: Invoice }) {
  const { label, tone } = invoiceLabel(invoice.status);
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      {label}
    </Badge>
  );
}

function Links({ invoice }: { invoice: Invoice }) {
  const links = [
    { href: invoice.invoiceUrl, label: text.viewLabel(invoice.number), name: text.view },
    { href: invoice.invoicePdf, label: text.pdfLabel(invoice.number), name: text.pdf },
  ];
  return (
    <span className="flex gap-4">
      {links.map(
        ({ href, label, name }) =>
          href !== null && (
            <OutLink key={name} href={href} aria-label={label}>
              {name}
            </OutLink>
          ),
      )}
    </span>
  );
}

const columns: readonly Column<Invoice>[] = [
  {
    heading: text.number,
    cell: ({ number, description }) => (
      <>
        <span className="font-medium whitespace-nowrap">{number}</span>
        <span className="block text-ink-faint">{billName(description)}</span>
      </>
    ),
  },
  {
    heading: text.date,
    className: "whitespace-nowrap tabular-nums",
    cell: ({ created }) => formatDate(created),
  },
  {
    heading: text.period,
    className: "whitespace-nowrap tabular-nums",
    cell: ({ periodStart, periodEnd }) => periodText(periodStart, periodEnd),
  },
  {
    heading: text.amount,
    className: "font-semibold",
    isFigure: true,
    cell: ({ amount, currency }) => formatBill(amount, currency),
  },
  { heading: text.status, cell: (invoice) => <Status invoice={invoice} /> },
  { heading: text.actions, cell: (invoice) => <Links invoice={invoice} /> },
];

function Narrow({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:hidden">
      {invoices.map((invoice) => (
        <li key={invoice.id} className="rounded-lg border border-line p-4">
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-semibold wrap-anywhere">{invoice.number}</span>
            <span className="text-lg font-bold tabular-nums">
              {formatBill(invoice.amount, invoice.currency)}
            </span>
          </p>
          <p className="mt-1 text-sm text-ink-soft">{billName(invoice.description)}</p>
          <p className="text-sm text-ink-faint tabular-nums">
            {periodText(invoice.periodStart, invoice.periodEnd)}
          </p>
          <div className="mt-2 flex items-center justify-between gap-3">
            <Status invoice={invoice} />
            <Links invoice={invoice} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The newest three on the dashboard; else the newest ones, and all on demand. */
function Bills({ invoices, brief }: { invoices: readonly Invoice[]; brief: boolean }) {
  const [all, setAll] = useState(false);
  if (brief)
    return (
      <>
        <ul className="list-none divide-y divide-line">
          {invoices.slice(0, newest).map((invoice) => (
            <li key={invoice.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 tabular-nums">
              <span className="grow text-sm text-ink-soft">{formatDate(invoice.created)}</span>
              <Status invoice={invoice} />
              <span className="font-semibold">{formatBill(invoice.amount, invoice.currency)}</span>
            </li>
          ))}
        </ul>
        {invoices.length > newest && (
          <TallLink to="/autosallon-dashboard/subscription">{text.all(invoices.length)}</TallLink>
        )}
      </>
    );
  const shown = all ? invoices : invoices.slice(0, shownAtFirst);
  return (
    <>
      <div className="hidden xl:block">
        <RowsTable label={text.table} columns={columns} rows={shown} keyOf={({ id }) => id} />
      </div>
      <Narrow invoices={shown} />
      {shown.length < invoices.length && (
        <Button variant="secondary" className="mt-4 w-full sm:w-auto" onClick={() => setAll(true)}>
          {text.all(invoices.length)}
        </Button>
      )}
    </>
  );
}

/** The dealer's invoices (specification.md#dealers): a table if there is room, else a list. */
export function BillingHistory({ brief = false }: { brief?: boolean }) {
  const list = (
    <Loaded
      query={useInvoices()}
      failed={text.failed}
      failedClass="py-8"
      loading={
        <Loading className="flex flex-col gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </Loading>
      }
    >
      {(invoices) =>
        invoices.length === 0 ? (
          <p className="rounded-lg bg-surface px-4 py-6 text-ink-soft">{text.empty}</p>
        ) : (
          <Bills invoices={invoices} brief={brief} />
        )
      }
    </Loaded>
  );
  if (brief)
    return (
      <Card id="billing" heading={text.heading} className="pb-2! sm:pb-3!">
        {list}
      </Card>
    );
  return (
    <Section id="billing" heading={text.heading}>
      <p className="mb-4 text-ink-soft">
        {text.hint} <TextLink to="/payments">{text.toPayments}</TextLink>.
      </p>
      {list}
    </Section>
  );
}
