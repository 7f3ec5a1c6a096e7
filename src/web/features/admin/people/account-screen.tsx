import { type ReactNode, useState } from "react";
import type { AdminReport } from "#contract/admin-queues.ts";
import type { AdminCar, AdminUser } from "#contract/admin-lists.ts";
import type { AuditEntry } from "#contract/admin-watch.ts";
import type { Payment } from "#contract/payments.ts";
import { formatDate, formatEuro, formatMoney } from "#domain/format/format.ts";
import { adminAuditMessages } from "#domain/messages/admin-audit.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { reportMessages } from "#domain/messages/reports.ts";
import { Badge } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { QueryCard } from "#web/components/card.tsx";
import type { LoadQuery } from "#web/components/loaded.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { api } from "#web/lib/auth.ts";
import { ConfirmWrite, type Question } from "#web/features/admin/parts/confirm-write.tsx";
import { EnterPayment } from "#web/features/admin/money/enter-payment.tsx";
import { DetailList } from "#web/features/admin/parts/detail-list.tsx";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { CarBadges } from "#web/features/admin/parts/person-badges.tsx";
import { RowLink } from "#web/features/admin/parts/row-link.tsx";
import { carTitle, personName } from "#web/features/admin/parts/row-names.ts";
import { paymentAddress, sectionAddress } from "#web/features/admin/sections.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { detailsOf } from "./user-details.tsx";
import { wholeItems } from "#web/lib/whole-items.ts";

const text = adminPageMessages.account;
/** A link as tall as a finger needs takes no more height than the heading: headings in a row align. */
const besideHeading = "-my-2";
/** The newest of each list; the sections have the rest. */
const shown = { page: "1", limit: "20" };

function questionOf(user: AdminUser): Question {
  const name = personName(user);
  const params = { id: user._id };
  if (user.suspension !== null) {
    return {
      title: text.liftTitle,
      text: text.liftText(name),
      confirmLabel: text.lift,
      send: (reason) => api("DELETE /api/admin/users/{id}/suspension", { params, body: { reason } }),
      onDone: () => text.lifted,
      failed: text.liftFailed,
    };
  }
  return {
    title: text.suspendTitle,
    text: text.suspendText(name),
    confirmLabel: text.suspend,
    danger: true,
    reasonRequired: text.reasonRequired,
    send: (reason) => api("POST /api/admin/users/{id}/suspension", { params, body: { reason } }),
    onDone: () => text.suspended,
    failed: text.suspendFailed,
  };
}

function AccountList<Item>({
  id,
  title,
  query,
  empty,
  more,
  children,
}: {
  id: string;
  title: string;
  query: LoadQuery<{ items: readonly Item[]; total: number }>;
  empty: string;
  more?: ReactNode;
  children: (item: Item) => ReactNode;
}) {
  const { data } = query;
  return (
    <QueryCard
      id={id}
      level="h3"
      headingClass="text-lg"
      heading={
        <>
          {title}
          {data !== undefined && data.total > data.items.length && (
            <span className="ms-2 text-sm font-normal text-ink-faint">
              {text.shown(data.items.length, data.total)}
            </span>
          )}
        </>
      }
      aside={more}
      query={query}
      failed={adminPageMessages.loadFailed}
      skeleton="mt-2 h-24 rounded-md"
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-ink-soft">{empty}</p>
        ) : (
          <ul className="divide-y divide-line">{items.map(children)}</ul>
        )
      }
    </QueryCard>
  );
}

function ReportRow({ report }: { report: AdminReport }) {
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={report.state === "open" ? "red" : "neutral"}>
          {reportMessages.reasons[report.reason]}
        </Badge>
        <span className="font-medium wrap-anywhere">{report.carName}</span>
      </p>
      {report.text !== null && <p className="mt-1 wrap-anywhere whitespace-pre-line">{report.text}</p>}
      <p className="mt-1 text-sm text-ink-faint tabular-nums">
        {formatMoment(report.createdAt)}, {adminPageMessages.reports.outcomes[report.state].toLowerCase()}
      </p>
    </li>
  );
}

function CarRow({ car }: { car: AdminCar }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">
      <span className="min-w-0">
        <RowLink to={`/car/${car._id}`} className="font-medium wrap-anywhere">
          {carTitle(car)}
        </RowLink>
        <span className="block text-sm text-ink-soft tabular-nums">
          {wholeItems([formatEuro(car.price), formatDate(car.createdAt)])}
        </span>
      </span>
      <CarBadges {...car} />
    </li>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 py-3">
      <span className="min-w-0">
        <RowLink to={paymentAddress(payment.id)} className="font-medium">
          {paymentHistoryMessages.kinds[payment.kind]}
        </RowLink>
        <span className="block text-sm text-ink-soft tabular-nums">
          {formatMoment(payment.paidAt ?? payment.createdAt)}
        </span>
      </span>
      <span className="text-end">
        <span className="block font-semibold tabular-nums">
          {formatMoney(Math.round(payment.amount * 100), payment.currency)}
        </span>
        <span className="block text-sm text-ink-soft">{paymentHistoryMessages.statuses[payment.status]}</span>
      </span>
    </li>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const reason = entry.after?.["reason"];
  return (
    <li className="py-3">
      <p className="font-medium">{adminAuditMessages.actions[entry.action]}</p>
      {typeof reason === "string" && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
      <p className="text-sm text-ink-faint wrap-anywhere tabular-nums">
        {formatMoment(entry.at)}, {entry.who.email}
      </p>
    </li>
  );
}

function Suspension({ user }: { user: AdminUser }) {
  const [asking, setAsking] = useState(false);
  if (user.isAdmin) return <p className="text-ink-soft">{adminPageMessages.users.protected}</p>;
  return (
    <>
      {user.suspension !== null && (
        <div role="status" className="w-full rounded-md bg-red-soft p-3">
          <p className="font-semibold">{text.since(formatMoment(user.suspension.since))}</p>
          <p className="wrap-anywhere whitespace-pre-line">{user.suspension.reason}</p>
        </div>
      )}
      <Button
        variant={user.suspension === null ? "danger" : "secondary"}
        onClick={() => setAsking(true)}
        className="max-sm:w-full"
      >
        {user.suspension === null ? text.suspend : text.lift}
      </Button>
      {asking && <ConfirmWrite question={questionOf(user)} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The account's payments; those by bank or cash are entered here. */
function Payments({ user }: { user: AdminUser }) {
  const [entering, setEntering] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setEntering(true)} className="max-sm:w-full">
        {adminPaymentMessages.enter.button}
      </Button>
      {entering && <EnterPayment user={user} onClose={() => setEntering(false)} />}
    </>
  );
}

function Lists({ id }: { id: string }) {
  const params = { id };
  const reports = useAdminQuery(["account", id, "reports"], async (options) => {
    const query = new URLSearchParams(shown);
    const answer = await api("GET /api/admin/users/{id}/reports", { params, query }, options);
    return { items: answer.reports, total: answer.pagination.total };
  });
  const cars = useAdminQuery(["account", id, "cars"], async (options) => {
    const query = new URLSearchParams({ ...shown, owner: id });
    const answer = await api("GET /api/admin/cars", { query }, options);
    return { items: answer.cars, total: answer.pagination.totalCars };
  });
  const payments = useAdminQuery(["account", id, "payments"], async (options) => {
    const query = new URLSearchParams(shown);
    const answer = await api("GET /api/admin/users/{id}/payments", { params, query }, options);
    return { items: answer.payments, total: answer.pagination.total };
  });
  const audit = useAdminQuery(["account", id, "audit"], async (options) => {
    const query = new URLSearchParams({ ...shown, q: id });
    const answer = await api("GET /api/admin/audit", { query }, options);
    return { items: answer.entries, total: answer.pagination.total };
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <AccountList id="account-reports" title={text.reports} query={reports} empty={text.noReports}>
        {(report) => <ReportRow key={report.id} report={report} />}
      </AccountList>
      <AccountList
        id="account-cars"
        title={text.cars}
        query={cars}
        empty={text.noCars}
        more={
          <TallLink to={sectionAddress("cars", { owner: id })} className={besideHeading}>
            {text.allCars}
          </TallLink>
        }
      >
        {(car) => <CarRow key={car._id} car={car} />}
      </AccountList>
      <AccountList id="account-payments" title={text.payments} query={payments} empty={text.noPayments}>
        {(payment) => <PaymentRow key={payment.id} payment={payment} />}
      </AccountList>
      <AccountList
        id="account-audit"
        title={text.audit}
        query={audit}
        empty={text.noAudit}
        more={
          <TallLink to={sectionAddress("audit", { q: id })} className={besideHeading}>
            {text.allAudit}
          </TallLink>
        }
      >
        {(entry) => <AuditRow key={entry.id} entry={entry} />}
      </AccountList>
    </div>
  );
}

export function AccountScreen({ id }: { id: string }) {
  const user = useAdminQuery(["account", id], (options) =>
    api("GET /api/admin/users/{id}", { params: { id } }, options),
  );
  return (
    <Loaded query={user} gone={{ title: text.gone, text: text.goneHint }}>
      {(data) => (
        <div className="flex flex-col gap-4">
          <TallLink to={sectionAddress("users")} className="self-start">
            {text.back}
          </TallLink>
          <h2 className="text-xl wrap-anywhere">{personName(data)}</h2>
          <div className="flex max-w-2xl flex-col gap-4">
            <div className="flex flex-wrap items-center gap-3">
              <Suspension user={data} />
              <Payments user={data} />
            </div>
            <DetailList details={detailsOf(data)} />
          </div>
          <Lists id={id} />
        </div>
      )}
    </Loaded>
  );
}
