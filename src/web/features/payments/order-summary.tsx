import { formatDollars, formatEuro } from "#domain/format/format.ts";
import { couponFieldMessages } from "#domain/messages/coupon-field.ts";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { feePartsInCents } from "#domain/payments/fees.ts";
import { Card } from "#web/components/card.tsx";
import { Photo } from "#web/components/photo.tsx";
import { useTerms } from "#web/lib/site.ts";
import type { CheckoutOrder } from "./checkout-order.ts";

const text = paymentPageMessages.checkout;

function Line({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt>{label}</dt>
      <dd className="font-semibold tabular-nums">{formatDollars(cents)}</dd>
    </div>
  );
}

/** The items of an order with their prices; `order.amountInCents` is the current total. */
export function OrderSummary({ order }: { order: CheckoutOrder }) {
  const { car, extras, carCount, coupon } = order;
  const discount = coupon === null ? 0 : coupon.discountInCents;
  const { fees: present } = useTerms();
  const fees = feePartsInCents(order.amountInCents + (discount ?? 0), extras, present, carCount);
  return (
    <Card id="order" heading={text.summary} headingClass="text-lg">
      <div className="mt-4 flex items-center gap-4">
        <Photo
          src={car.photo?.url}
          thumbhash={car.photo?.thumbhash ?? null}
          alt=""
          sizes="8rem"
          className="aspect-4/3 w-28 shrink-0 rounded-md sm:w-32"
        />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{car.name}</p>
          <p className="text-sm text-ink-soft tabular-nums">{car.facts ?? text.extrasFor}</p>
          {car.price !== null && <p className="mt-1 tabular-nums">{formatEuro(car.price)}</p>}
        </div>
      </div>
      <dl className="mt-4 divide-y divide-line border-t border-line">
        {discount !== null && fees.listing > 0 && <Line label={text.listing} cents={fees.listing} />}
        {extras.sponsorshipDays > 0 && (
          <Line label={text.sponsorship(extras.sponsorshipDays, carCount)} cents={fees.sponsorship} />
        )}
        {extras.socialPromotion && <Line label={text.social} cents={fees.socialPromotion} />}
        {coupon !== null && (
          <div className="flex items-baseline justify-between gap-4 py-3">
            <dt className="wrap-anywhere">
              {couponFieldMessages.discount} {coupon.code}
            </dt>
            {discount !== null && <dd className="font-semibold tabular-nums">−{formatDollars(discount)}</dd>}
          </div>
        )}
        <div className="flex items-baseline justify-between gap-4 pt-4 text-xl font-bold">
          <dt>{text.total}</dt>
          <dd data-testid="checkout-total" className="tabular-nums">
            {formatDollars(order.amountInCents)}
          </dd>
        </div>
      </dl>
      <p className="mt-2 text-sm text-ink-soft">{text.currency}</p>
    </Card>
  );
}
