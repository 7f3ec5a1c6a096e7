import type { AdminPayment } from "#contract/admin-payments.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminPaymentMessages as text } from "#domain/messages/admin-payments.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { paymentKinds } from "#domain/payments/payment-kinds.ts";
import { paymentMethods } from "#domain/payments/payment-methods.ts";
import { paymentStates } from "#domain/payments/payment-states.ts";
import { BooksPanel } from "./books-panel.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { moneyOf, payerName, PaymentBadges } from "./payment-labels.tsx";
import { paymentAddress } from "#web/features/admin/sections.ts";
import { RowLink } from "#web/features/admin/parts/row-link.tsx";
import { Email } from "#web/features/admin/parts/email.tsx";
import { Sum } from "#web/features/admin/lists/cells.tsx";
import { AdminList } from "#web/features/admin/lists/admin-list.tsx";
import { adminList, choice } from "#web/features/admin/lists/declare-list.ts";

const statuses = [...paymentStates, "disputed"] as const;

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

const { statuses: statusNames, kinds } = paymentHistoryMessages;

const payments = adminList({
  endpoint: "GET /api/admin/payments",
  read: ({ payments: items, pagination }) => ({
    items,
    pagination,
    found: text.found(formatNumber(pagination.total)),
  }),
  idOf: (payment) => payment.id,
  text,
  search: { label: text.search, clear: text.clear },
  filters: [
    choice("status", {
      label: text.status,
      all: text.anyStatus,
      values: statuses,
      labelOf: (status) => (status === "disputed" ? text.disputed : statusNames[status]),
    }),
    choice("kind", {
      label: text.kind,
      all: text.anyKind,
      values: paymentKinds,
      labelOf: (kind) => kinds[kind],
    }),
    choice("method", {
      label: text.method,
      all: text.anyMethod,
      values: paymentMethods,
      labelOf: (method) => text.methods[method],
    }),
    { kind: "days", labels: text },
  ],
  columns: [
    {
      id: "date",
      label: text.date,
      inCard: "foot",
      className: "tabular-nums whitespace-nowrap @max-4xl:whitespace-normal",
      cell: ({ paidAt, createdAt }) => formatMoment(paidAt ?? createdAt),
    },
    {
      id: "number",
      label: text.number,
      inCard: "actions",
      cell: ({ id, number }) => (
        <RowLink to={paymentAddress(id)} className="font-medium whitespace-nowrap tabular-nums">
          {number}
        </RowLink>
      ),
    },
    { id: "payer", label: text.payer, inCard: "title", cell: (payment) => <Payer payment={payment} /> },
    { id: "what", label: text.what, inCard: "line", cell: (payment) => <What payment={payment} /> },
    {
      id: "amount",
      label: text.amount,
      className: "text-end",
      inCard: "corner",
      cell: (payment) => <Sum>{moneyOf(payment, payment.amount)}</Sum>,
    },
    {
      id: "status",
      label: text.status,
      inCard: "line",
      cell: (payment) => <PaymentBadges payment={payment} />,
    },
  ],
});

/** 'Pagesat': every payment, searched and filtered by the server (specification.md#payments-desk). */
export function PaymentsSection() {
  return <AdminList list={payments}>{() => <BooksPanel />}</AdminList>;
}
