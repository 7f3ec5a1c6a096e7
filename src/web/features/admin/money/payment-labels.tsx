import type { AdminPayment } from "#contract/admin-payments.ts";
import { formatMoney } from "#domain/format/format.ts";
import { adminPaymentMessages as text } from "#domain/messages/admin-payments.ts";
import { paymentHistoryMessages } from "#domain/messages/payment-history.ts";
import { Badge } from "#web/components/badge.tsx";
import { paymentTones } from "#web/lib/payment-tones.ts";
import { personName } from "#web/features/admin/parts/row-names.ts";

export function moneyOf({ currency }: Pick<AdminPayment, "currency">, amount: number): string {
  return formatMoney(Math.round(amount * 100), currency);
}

/** Parses a typed amount, "1,50" or "1.5"; null if it is not one. */
export function readAmount(typed: string): number | null {
  const plain = typed.trim().replace(",", ".");
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : null;
}

/** The payer: the business, else the person. */
export function payerName({ payer }: AdminPayment): string {
  if (payer === null) return text.nobody;
  return payer.businessName ?? personName(payer);
}

export function PaymentBadges({ payment }: { payment: AdminPayment }) {
  const { status, refunded, amount, disputed } = payment;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={paymentTones[status]}>{paymentHistoryMessages.statuses[status]}</Badge>
      {refunded > 0 && refunded < amount && (
        <Badge tone="blue">{text.refundedPart(moneyOf(payment, refunded))}</Badge>
      )}
      {disputed && <Badge tone="red">{text.disputed}</Badge>}
    </span>
  );
}
