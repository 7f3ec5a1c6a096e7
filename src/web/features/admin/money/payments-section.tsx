import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AdminPayment } from "#contract/admin-payments.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPaymentMessages as text } from "#domain/messages/admin-payments.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { paymentMethods } from "#domain/payments/payment-methods.ts";
import { paymentStates } from "#domain/payments/payment-states.ts";
import { api } from "#web/lib/auth.ts";
import { BooksPanel } from "./books-panel.tsx";
import { type Column, DataTable } from "#web/features/admin/lists/data-table.tsx";
import { listQuery } from "#web/features/admin/lists/list-address.ts";
import { ListFrame } from "#web/features/admin/lists/list-frame.tsx";
import { DayFilters, FilterSelect, SearchField } from "#web/features/admin/lists/list-toolbar.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { moneyOf, payerName, PaymentBadges } from "./payment-words.tsx";
import { paymentAddress } from "#web/features/admin/sections.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { type ListAddress, useListAddress } from "#web/features/admin/lists/use-list-address.ts";
import { Email } from "#web/features/admin/parts/email.tsx";

const statuses = [...paymentStates, "disputed"] as const;
const shape = {
  sorts: [],
  filters: { status: statuses, kind: paymentKinds, method: paymentMethods, from: null, to: null },
};

/** The number leads to the payment's screen. */
function Number({ payment }: { payment: AdminPayment }) {
  return (
    <Link
      to={paymentAddress(payment.id)}
      className="inline-flex min-h-11 items-center font-medium whitespace-nowrap text-blue-text tabular-nums hover:underline"
    >
      {payment.number}
    </Link>
  );
}

function Payer({ payment }: { payment: AdminPayment }) {
  return (
    <span className="block max-w-56 min-w-28 wrap-break-word">
      <span className="block font-medium">{payerName(payment)}</span>
      {payment.payer !== null && (
        <span className="block text-sm text-ink-soft">
          <Email address={payment.payer.email} />
        </span>
      )}
    </span>
  );
}

function What({ payment: { kind, carName, method, document } }: { payment: AdminPayment }) {
  return (
    <span className="block max-w-56">
      <span className="block">{paymentHistoryMessages.kinds[kind]}</span>
      {carName !== null && <span className="block text-sm wrap-anywhere text-ink-soft">{carName}</span>}
      {method !== "card" && (
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {text.methods[method]}
          {document !== null && ` ${document}`}
        </span>
      )}
    </span>
  );
}

const columns: Column<AdminPayment>[] = [
  {
    id: "date",
    header: text.date,
    cell: ({ row: { original: payment } }) => formatMoment(payment.paidAt ?? payment.createdAt),
    meta: { className: "tabular-nums whitespace-nowrap @max-4xl:whitespace-normal" },
  },
  { id: "number", header: text.number, cell: ({ row }) => <Number payment={row.original} /> },
  { id: "payer", header: text.payer, cell: ({ row }) => <Payer payment={row.original} /> },
  { id: "what", header: text.what, cell: ({ row }) => <What payment={row.original} /> },
  {
    id: "amount",
    header: text.amount,
    cell: ({ row: { original: payment } }) => moneyOf(payment, payment.amount),
    meta: { className: "font-semibold tabular-nums whitespace-nowrap" },
  },
  { id: "status", header: text.status, cell: ({ row }) => <PaymentBadges payment={row.original} /> },
];

function Card({ payment }: { payment: AdminPayment }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <Payer payment={payment} />
        <span className="font-semibold whitespace-nowrap tabular-nums">
          {moneyOf(payment, payment.amount)}
        </span>
      </div>
      <div className="mt-1 text-sm">
        <What payment={payment} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft tabular-nums">
        <span>{formatMoment(payment.paidAt ?? payment.createdAt)}</span>
        <PaymentBadges payment={payment} />
      </div>
      <Number payment={payment} />
    </>
  );
}

function Filters({ address }: { address: ListAddress }) {
  const { state, change, filter } = address;
  const select = <Value extends string>(
    name: string,
    label: string,
    all: string,
    values: readonly Value[],
    labelOf: (value: Value) => string,
  ) => (
    <FilterSelect
      label={label}
      value={state.filters[name] ?? ""}
      options={[{ value: "", label: all }, ...values.map((value) => ({ value, label: labelOf(value) }))]}
      onChange={(value) => filter(name, value)}
    />
  );
  const { statuses: names, kinds } = paymentHistoryMessages;
  return (
    <div className="grid grid-cols-2 items-end gap-3 tiny:grid-cols-1 tiny:*:col-span-1! *:min-w-0 max-md:*:[search]:col-span-2 max-md:*:nth-4:col-span-2 md:grid-cols-3">
      <SearchField
        label={text.search}
        clearLabel={text.clear}
        q={state.q}
        onSearch={(q, refined) => change({ q }, { replace: refined })}
      />
      {select("status", text.status, text.anyStatus, statuses, (status) =>
        status === "disputed" ? text.disputed : names[status],
      )}
      {select("kind", text.kind, text.anyKind, paymentKinds, (kind) => kinds[kind])}
      {select("method", text.method, text.anyMethod, paymentMethods, (method) => text.methods[method])}
      <DayFilters address={address} labels={text} />
    </div>
  );
}

/** 'Pagesat': every payment, searched and filtered by the server (specification.md#payments-desk). */
export function PaymentsSection(): ReactNode {
  const address = useListAddress(shape);
  const query = listQuery(address.state);
  const payments = useAdminQuery(["payments", query], (options) =>
    api("GET /api/admin/payments", { query: new URLSearchParams(query) }, options),
  );
  return (
    <div className="flex flex-col gap-4">
      <Filters address={address} />
      <BooksPanel />
      <ListFrame
        query={payments}
        address={address}
        isEmpty={(data) => data.payments.length === 0}
        empty={{ title: text.empty, text: text.emptyHint }}
      >
        {(data, busy) => (
          <>
            <p role="status" className="mb-3 text-sm text-ink-soft tabular-nums">
              {text.found(formatNumber(data.pagination.total))}
            </p>
            <DataTable
              label={text.list}
              items={data.payments}
              columns={columns}
              idOf={(payment) => payment.id}
              renderCard={(payment) => <Card payment={payment} />}
              busy={busy}
            />
          </>
        )}
      </ListFrame>
    </div>
  );
}
