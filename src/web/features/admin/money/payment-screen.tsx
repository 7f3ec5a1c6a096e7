import { FileDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { AdminPaymentDetails } from "#contract/admin-payments.ts";
import { adminPaymentMessages } from "#domain/messages/admin-payments.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { Button } from "#web/components/button.tsx";
import { TallLink } from "#web/components/text-link.tsx";
import { api } from "#web/lib/auth.ts";
import { type Detail, DetailList } from "#web/features/admin/parts/detail-list.tsx";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { moneyOf, payerName, PaymentBadges } from "./payment-labels.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { accountAddress, sectionAddress } from "#web/features/admin/sections.ts";
import { useAdminQuery } from "#web/features/admin/parts/use-admin.ts";
import { Card } from "#web/components/card.tsx";

const text = adminPaymentMessages.details;
const link = "inline-flex min-h-11 items-center text-blue-text wrap-anywhere hover:underline";
/** In a row of facts: its tall target takes no more height than the text. */
const factLink = "-my-2.5 inline-flex py-2.5 text-blue-text wrap-anywhere hover:underline";

function Part(part: { heading: string; children: ReactNode }) {
  return <Card level="h3" headingClass="mb-2 text-lg" {...part} />;
}

function factsOf(payment: AdminPaymentDetails): Detail[] {
  const { payer, carId, carName, coupon, amount, left } = payment;
  const extras = [
    ...(payment.sponsorshipDays > 0 ? [paymentHistoryMessages.sponsorship(payment.sponsorshipDays)] : []),
    ...(payment.socialPromotion ? [paymentHistoryMessages.social] : []),
  ];
  const isPartlyLeft = left !== amount && left !== 0;
  return [
    {
      name: adminPaymentMessages.payer,
      value:
        payer === null ? (
          payerName(payment)
        ) : (
          <Link to={accountAddress(payer._id)} className={factLink}>
            {payerName(payment)} ({payer.email})
          </Link>
        ),
    },
    { name: adminPaymentMessages.what, value: paymentHistoryMessages.kinds[payment.kind] },
    {
      name: text.car,
      value:
        carName === null || carId === null ? (
          carName
        ) : (
          <Link to={`/car/${carId}`} className={factLink}>
            {carName}
          </Link>
        ),
    },
    { name: text.extras, value: extras.length === 0 ? null : extras.join(", ") },
    { name: text.months, value: payment.months },
    { name: text.coupon, value: coupon && text.couponOf(coupon.code, moneyOf(payment, coupon.discount)) },
    { name: adminPaymentMessages.amount, value: moneyOf(payment, amount) },
    { name: text.left, value: isPartlyLeft ? moneyOf(payment, left) : null },
    { name: adminPaymentMessages.method, value: adminPaymentMessages.methods[payment.method] },
    { name: text.document, value: payment.document },
    { name: text.enteredBy, value: payment.enteredBy },
  ];
}

function Line({
  title,
  at,
  aside,
  children,
}: {
  title: string;
  at: string;
  aside?: string;
  children?: ReactNode;
}) {
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{title}</span>
        {aside !== undefined && <span className="font-semibold tabular-nums">{aside}</span>}
      </p>
      {children}
      <p className="text-sm text-ink-faint tabular-nums">{formatMoment(at)}</p>
    </li>
  );
}

function Reason({ reason, by }: { reason: string | null; by: string | null }) {
  return (
    <>
      {reason !== null && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
      {by !== null && <p className="text-sm wrap-anywhere text-ink-soft">{text.by(by)}</p>}
    </>
  );
}

function MoneyBack({ payment }: { payment: AdminPaymentDetails }) {
  const { refunds, requests } = payment;
  if (refunds.length + requests.length === 0) return <p className="text-ink-soft">{text.noRefunds}</p>;
  return (
    <ul className="divide-y divide-line">
      {refunds.map((refund) => (
        <Line
          key={refund.id}
          title={refund.kind === "dispute" ? text.lostDispute : text.refund}
          aside={moneyOf(payment, refund.amount)}
          at={refund.at}
        >
          <Reason {...refund} />
          {refund.by === null && refund.kind === "refund" && (
            <p className="text-sm text-ink-soft">{text.atProvider}</p>
          )}
        </Line>
      ))}
      {requests.map((request) => (
        <Line
          key={request.id}
          title={text.requests[request.state]}
          aside={moneyOf(payment, request.amount)}
          at={request.at}
        >
          <Reason {...request} />
        </Line>
      ))}
    </ul>
  );
}

function Documents({ payment }: { payment: AdminPaymentDetails }) {
  const { documents } = payment;
  if (documents.length === 0) return <p className="text-ink-soft">{text.noDocuments}</p>;
  return (
    <ul className="divide-y divide-line">
      {documents.map(({ id, number, isCreditNote, amount }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
          <a
            href={`/api/admin/invoices/${id}`}
            download
            aria-label={paymentHistoryMessages.documentLabel(number, isCreditNote)}
            className={`${link} gap-1.5 tabular-nums`}
          >
            <FileDown aria-hidden="true" className="size-4 shrink-0" />
            {isCreditNote ? paymentHistoryMessages.creditNote : paymentHistoryMessages.invoice} {number}
          </a>
          <span className="font-semibold tabular-nums">
            {isCreditNote && "−"}
            {moneyOf(payment, amount)}
          </span>
        </li>
      ))}
    </ul>
  );
}

const idNames = ["paymentIntent", "sessionId", "invoiceId", "subscriptionId", "account"] as const;

function AtProvider({ provider }: { provider: NonNullable<AdminPaymentDetails["provider"]> }) {
  const details = idNames.map((name) => ({ name: text.providerIds[name], value: provider[name] }));
  return (
    <Part heading={text.provider}>
      <DetailList details={details} />
      {provider.url !== null && (
        <a href={provider.url} target="_blank" rel="noopener noreferrer" className={link}>
          {text.openProvider}
        </a>
      )}
    </Part>
  );
}

function Whole({ payment }: { payment: AdminPaymentDetails }) {
  const [refunding, setRefunding] = useState(false);
  const isWaiting = payment.requests.some(({ state }) => state === "asked");
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl tabular-nums">{text.title(payment.number)}</h2>
        <PaymentBadges payment={payment} />
      </div>
      {payment.left > 0 && !isWaiting && (
        <Button variant="danger" className="self-start max-sm:w-full" onClick={() => setRefunding(true)}>
          {adminPaymentMessages.refund.button}
        </Button>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Part heading={text.facts}>
          <DetailList details={factsOf(payment)} />
        </Part>
        <Part heading={text.story}>
          <ul className="divide-y divide-line">
            {payment.ledger.map(({ event, at }) => (
              <Line key={event} title={text.events[event]} at={at} />
            ))}
          </ul>
        </Part>
        <Part heading={text.moneyBack}>
          <MoneyBack payment={payment} />
        </Part>
        {payment.disputes.length > 0 && (
          <Part heading={text.disputes}>
            <ul className="divide-y divide-line">
              {payment.disputes.map(({ id, status, reason, amount, at }) => (
                <Line key={id} title={status} aside={moneyOf(payment, amount)} at={at}>
                  <p className="text-sm wrap-anywhere text-ink-soft">
                    {reason}, {id}
                  </p>
                </Line>
              ))}
            </ul>
          </Part>
        )}
        <Part heading={text.documents}>
          <Documents payment={payment} />
        </Part>
        <Part heading={text.mails}>
          {payment.mails.length === 0 ? (
            <p className="text-ink-soft">{text.noMails}</p>
          ) : (
            <ul className="divide-y divide-line">
              {payment.mails.map(({ kind, at }) => (
                <Line key={`${kind} ${at}`} title={text.mailKinds[kind]} at={at} />
              ))}
            </ul>
          )}
        </Part>
        {payment.provider !== null && <AtProvider provider={payment.provider} />}
      </div>
      {refunding && <RefundDialog payment={payment} onClose={() => setRefunding(false)} />}
    </>
  );
}

export function PaymentScreen({ id }: { id: string }) {
  const payment = useAdminQuery(["payment", id], (options) =>
    api("GET /api/admin/payments/{id}", { params: { id } }, options),
  );
  return (
    <div className="flex flex-col gap-4">
      <TallLink to={sectionAddress("payments")} className="self-start">
        {text.back}
      </TallLink>
      <Loaded query={payment} gone={{ title: text.gone, text: text.goneHint }}>
        {(data) => <Whole payment={data} />}
      </Loaded>
    </div>
  );
}
