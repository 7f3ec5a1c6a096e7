import { FileDown } from "lucide-react";
import { useState } from "react";
import type { Payment } from "#contract/payments.ts";
import { formatDate, formatDollars, formatNumber } from "#domain/format/format.ts";
import { paymentHistoryMessages as text } from "#domain/messages/payment-history.ts";
import { historyOrders, maxHistorySearch } from "#domain/payments/history-orders.ts";
import { paymentStates } from "#domain/payments/payment-states.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button, ButtonLink } from "#web/components/button.tsx";
import { Input } from "#web/components/input.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { EmptyState, ErrorState, Loading, Skeletons } from "#web/components/states.tsx";
import { type Column, RowsTable } from "#web/components/table.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { paymentTones } from "#web/lib/payment-tones.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { isLong, useHistory, useHistoryView } from "./use-history.ts";

function Status({ payment }: { payment: Payment }) {
  return (
    <>
      <Badge tone={paymentTones[payment.status]} className="whitespace-nowrap">
        {text.statuses[payment.status]}
      </Badge>
      {payment.refundedAt !== null && (
        <span className="mt-1 block text-sm text-ink-faint tabular-nums">
          {text.refundedOn(formatDate(payment.refundedAt))}
        </span>
      )}
    </>
  );
}

/** What was bought: the car by name if it still exists, and the extras. */
function What({ payment }: { payment: Payment }) {
  const { kind, carId, carName, sponsorshipDays, socialPromotion } = payment;
  const extras = [
    sponsorshipDays > 0 ? text.sponsorship(sponsorshipDays) : null,
    socialPromotion ? text.social : null,
  ].filter((extra) => extra !== null);
  return (
    <>
      <span className="block font-medium">{text.kinds[kind]}</span>
      {carId !== null && carName !== null && (
        <TallLink to={`/car/${carId}`} className="wrap-anywhere">
          {carName}
        </TallLink>
      )}
      {carId === null && carName !== null && <span className="block wrap-anywhere">{carName}</span>}
      {extras.length > 0 && <span className="block text-sm text-ink-soft">{extras.join(", ")}</span>}
    </>
  );
}

function Documents({ payment: { documents } }: { payment: Payment }) {
  return documents.map(({ id, number, isCreditNote }) => (
    <a
      key={id}
      href={`/api/payment/invoices/${id}`}
      download
      aria-label={text.documentLabel(number, isCreditNote)}
      className="flex min-h-11 items-center gap-1.5 font-medium whitespace-nowrap text-blue-text underline underline-offset-4"
    >
      <FileDown aria-hidden="true" className="size-4 shrink-0" />
      {isCreditNote ? text.creditNote : text.invoice}
    </a>
  ));
}

const amountOf = ({ amount }: Payment) => formatDollars(Math.round(amount * 100));
const dateOf = ({ paidAt, createdAt }: Payment) => formatDate(paidAt ?? createdAt);

const columns: readonly Column<Payment>[] = [
  { heading: text.what, cell: (payment) => <What payment={payment} /> },
  { heading: text.date, className: "whitespace-nowrap tabular-nums", cell: dateOf },
  { heading: text.amount, className: "font-semibold", isFigure: true, cell: amountOf },
  { heading: text.status, cell: (payment) => <Status payment={payment} /> },
  { heading: text.documents, cell: (payment) => <Documents payment={payment} /> },
];

function Narrow({ payments }: { payments: readonly Payment[] }) {
  return (
    <ul className="flex flex-col gap-3 md:hidden">
      {payments.map((payment) => (
        <li key={payment.id} className="rounded-lg border border-line p-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <What payment={payment} />
            </div>
            <span className="text-lg font-bold tabular-nums">{amountOf(payment)}</span>
          </div>
          <div className="mt-2 flex items-start justify-between gap-3">
            <span className="text-sm text-ink-faint tabular-nums">{dateOf(payment)}</span>
            <div className="text-end">
              <Status payment={payment} />
            </div>
          </div>
          {payment.documents.length > 0 && (
            <div className="mt-2 flex flex-wrap gap-x-5 border-t border-line pt-1">
              <Documents payment={payment} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Tools({ view }: { view: ReturnType<typeof useHistoryView> }) {
  const { inputProps } = useSearchText(view.words, view.setWords, maxHistorySearch);
  return (
    <search className="mt-4 flex flex-wrap gap-3">
      <Input
        type="search"
        className="min-w-0 grow max-sm:w-full sm:basis-60"
        aria-label={text.search}
        placeholder={text.search}
        {...inputProps}
      />
      <Select
        className="min-w-0 grow basis-36 tiny:w-full tiny:basis-full sm:grow-0 sm:basis-44"
        aria-label={text.status}
        value={view.status ?? ""}
        onChange={({ target }) => view.setStatus(target.value)}
      >
        <option value="">{text.anyStatus}</option>
        <Options values={paymentStates} labelOf={(state) => text.statuses[state]} />
      </Select>
      <Select
        className="min-w-0 grow basis-36 tiny:w-full tiny:basis-full sm:grow-0 sm:basis-52"
        aria-label={text.order}
        value={view.order}
        onChange={({ target }) => view.setOrder(target.value)}
      >
        <Options values={historyOrders} labelOf={(order) => text.orders[order]} />
      </Select>
    </search>
  );
}

function Payments() {
  const view = useHistoryView();
  const history = useHistory(view);
  // Known once the unfiltered list was counted; true at once if the address has a search.
  const [isLongList, setLongList] = useState(view.isNarrowed);
  const count = history.isPlaceholderData ? undefined : history.data?.pages[0]?.total;
  if (!isLongList && count !== undefined && isLong(count)) setLongList(true);
  return (
    <>
      {isLongList && <Tools view={view} />}
      <List history={history} view={view} />
    </>
  );
}

function List({
  history,
  view,
}: {
  history: ReturnType<typeof useHistory>;
  view: ReturnType<typeof useHistoryView>;
}) {
  if (history.isPending)
    return (
      <Loading label={text.loading} className="mt-6 flex flex-col gap-3">
        <Skeletons count={3} className="h-24 rounded-lg md:h-16" />
      </Loading>
    );
  if (history.data === undefined)
    return (
      <ErrorState
        title={text.loadFailed}
        text={text.loadFailedHint}
        retrying={history.isFetching}
        onRetry={() => void history.refetch()}
      />
    );
  const payments = history.data.pages.flatMap((page) => page.payments);
  const total = history.data.pages[0]?.total ?? 0;
  if (payments.length === 0 && view.isNarrowed)
    return (
      <EmptyState title={text.nothingFound} text={text.nothingFoundText}>
        <Button variant="secondary" onClick={view.clear}>
          {text.clear}
        </Button>
      </EmptyState>
    );
  if (payments.length === 0)
    return (
      <EmptyState title={text.emptyTitle} text={text.emptyText}>
        <ButtonLink to="/add-car">{text.emptyButton}</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <p role="status" className="mt-4 mb-3 text-ink-soft tabular-nums" data-testid="payment-count">
        {text.count(formatNumber(total), total)}
      </p>
      <div className="hidden md:block">
        <RowsTable label={text.table} columns={columns} rows={payments} keyOf={({ id }) => id} />
      </div>
      <Narrow payments={payments} />
      {history.isFetchNextPageError && (
        <p role="alert" className="mt-4 text-red">
          {text.moreFailed}
        </p>
      )}
      {history.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4 w-full sm:w-auto"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {text.more}
        </Button>
      )}
    </>
  );
}

/** /payments: the user's payments, their status, and refunds. */
export function HistoryPage({ isDealer }: { isDealer: boolean }) {
  return (
    <div className="page py-6 md:py-10">
      <h1 className="text-3xl">{text.title}</h1>
      <p className="mt-1 text-ink-soft">{text.intro}</p>
      {isDealer && (
        <p className="mt-1 text-ink-soft">
          {text.receipts} <TallLink to="/autosallon-dashboard">{text.toDashboard}</TallLink>
        </p>
      )}
      <Payments />
    </div>
  );
}
