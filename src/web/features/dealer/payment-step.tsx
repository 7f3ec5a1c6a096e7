import type { DealerSignup } from "#contract/dealers.ts";
import { formatDollars } from "#domain/format/format.ts";
import { couponFieldMessages } from "#domain/messages/coupon-field.ts";
import { dealerPageMessages } from "#domain/messages/dealer-pages.ts";
import { paymentMessages } from "#domain/messages/payments.ts";
import { settingsLimits } from "#domain/settings/settings.ts";
import { Button } from "#web/components/button.tsx";
import { CouponField } from "#web/components/coupon-field.tsx";
import { FormError } from "#web/components/form-error.tsx";
import { useTerms } from "#web/lib/site.ts";
import type { CouponInUse } from "#web/lib/use-coupon.ts";
import { Benefits } from "./benefits.tsx";
import { websiteName } from "./dealer-meta.ts";
import { Card } from "#web/components/card.tsx";
import { Section } from "#web/components/section.tsx";

const text = dealerPageMessages.signup;

/** Step 2: the price now and later, the business, and what is included (specification.md#payment-pages). */
export function PaymentStep({
  signup,
  coupon,
  paying,
  error,
  onBack,
  onPay,
}: {
  signup: DealerSignup;
  coupon: CouponInUse;
  paying: boolean;
  error: string | null;
  onBack: () => void;
  onPay: () => void;
}) {
  const fee = useTerms().fees.subscription;
  const discount = coupon.discountOf(fee);
  const amount = formatDollars(fee - discount);
  // The provider cannot charge less than this each month.
  const isTooMuch = fee - discount < settingsLimits.minSubscription;
  const type = text.businessTypes.find(({ value }) => value === signup.businessType);
  const rows = [
    { name: text.businessName, value: signup.businessName },
    { name: text.businessAddress, value: signup.businessAddress },
    { name: text.businessType, value: type?.label ?? signup.businessType },
    { name: text.taxNumber, value: signup.taxNumber },
    { name: text.website, value: signup.website === null ? null : websiteName(signup.website) },
  ];
  return (
    <div className="flex flex-col gap-6">
      <Card id="payment" heading={text.paymentHeading}>
        <dl className="mt-3">
          <div className="flex items-baseline justify-between gap-4 py-3">
            <dt>
              {text.plan}
              <span className="block text-sm text-ink-faint">{text.firstMonth}</span>
            </dt>
            <dd className="font-semibold tabular-nums">{formatDollars(fee)}</dd>
          </div>
          {discount > 0 && (
            <div className="flex items-baseline justify-between gap-4 border-t border-line py-3">
              <dt>
                {couponFieldMessages.discount}
                <span className="block text-sm text-ink-faint">{couponFieldMessages.everyMonth}</span>
              </dt>
              <dd className="font-semibold tabular-nums">−{formatDollars(discount)}</dd>
            </div>
          )}
          <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4 text-xl font-bold">
            <dt>{text.total}</dt>
            <dd className="tabular-nums">{amount}</dd>
          </div>
        </dl>
        <CouponField
          coupon={coupon}
          cents={fee}
          {...(isTooMuch && { error: paymentMessages.couponTooMuch })}
          className="mt-3"
        />
        <p className="mt-3 font-medium">{text.renewal(amount)}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {text.currency} {text.afterwards}
        </p>
        <p className="mt-2 text-sm font-medium text-green">{dealerPageMessages.promo.guarantee}</p>
        <FormError className="mt-4">{error}</FormError>
        <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row">
          <Button size="lg" variant="secondary" onClick={onBack}>
            {text.back}
          </Button>
          <Button size="lg" className="sm:grow" loading={paying} disabled={isTooMuch} onClick={onPay}>
            {text.pay(amount)}
          </Button>
        </div>
      </Card>
      <Card id="business" heading={text.yourBusiness} headingClass="text-lg" frame="surface">
        <dl className="mt-2">
          {rows
            .filter(({ value }) => value !== null)
            .map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-4 py-2">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="text-end font-medium wrap-anywhere">{value}</dd>
              </div>
            ))}
        </dl>
      </Card>
      <Section id="included" heading={text.included} headingClass="mb-4 text-lg">
        <Benefits className="sm:grid-cols-2" />
      </Section>
    </div>
  );
}
