import type { ReactNode } from "react";
import { formatDollars } from "#domain/format/format.ts";
import { couponFieldMessages } from "#domain/messages/coupon-field.ts";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { Button } from "#web/components/button.tsx";
import { Spinner } from "#web/components/spinner.tsx";
import type { CheckoutOrder } from "./checkout-order.ts";
import type { CheckoutStep } from "./checkout-step.ts";
import { OrderSummary } from "./order-summary.tsx";
import { TestCardHint } from "./test-card.tsx";
import { useCheckout } from "./use-checkout.ts";

const text = paymentPageMessages.checkout;

function Notice({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col gap-2">
      <h2 className="text-lg">{title}</h2>
      {hint !== undefined && <p className="text-ink-soft">{hint}</p>}
      <div className="mt-2 flex flex-col gap-3 sm:flex-row">{children}</div>
    </div>
  );
}

function StepPart({
  step,
  order,
  amount,
  backLabel,
  onBack,
  onProceed,
  onWithoutCoupon,
}: {
  step: CheckoutStep;
  order: CheckoutOrder;
  amount: string;
  backLabel: string;
  onBack: () => void;
  onProceed: () => void;
  onWithoutCoupon: () => void;
}) {
  const back = (
    <Button variant="secondary" onClick={onBack}>
      {backLabel}
    </Button>
  );
  switch (step.kind) {
    case "opening":
    case "leaving":
      return (
        <div role="status" className="flex gap-4">
          <Spinner className="mt-1 size-6 shrink-0 text-blue-text" />
          <div>
            <h2 className="text-lg">{text.opening}</h2>
            <p className="mt-1 text-ink-soft">{text.openingText}</p>
            {step.kind === "leaving" && (
              <p className="mt-2">
                <a
                  href={step.url}
                  className="inline-flex min-h-11 items-center font-medium text-blue-text underline underline-offset-4"
                >
                  {text.openByHand}
                </a>
              </p>
            )}
          </div>
        </div>
      );
    case "paused":
      return (
        <Notice title={text.paused} hint={text.pausedText}>
          <Button onClick={onProceed}>{text.proceed(amount)}</Button>
          {back}
        </Notice>
      );
    case "price-changed":
      return (
        <Notice
          title={text.priceChanged}
          hint={text.priceChangedText(formatDollars(order.amountInCents), amount)}
        >
          <Button onClick={onProceed}>{text.proceed(amount)}</Button>
          {back}
        </Notice>
      );
    case "nothing-to-pay":
      return (
        <Notice title={text.nothingToPay} hint={text.nothingToPayText}>
          <Button onClick={onBack}>{backLabel}</Button>
        </Notice>
      );
    case "coupon-refused":
      return (
        <Notice title={step.message}>
          <Button onClick={onWithoutCoupon}>{couponFieldMessages.remove}</Button>
          {back}
        </Notice>
      );
    case "failed":
      return (
        <Notice title={step.message} hint={text.failedText}>
          <Button onClick={onProceed}>{text.retry}</Button>
          {back}
        </Notice>
      );
  }
}

/**
 * /checkout: redirects to the provider's card page, and shows the order meanwhile
 * (specification.md#payment-pages).
 */
export function CheckoutPage({
  order,
  testMode,
  onBack,
}: {
  order: CheckoutOrder;
  testMode: boolean;
  onBack: () => void;
}) {
  const { step, amountInCents, coupon, proceed, proceedWithoutCoupon } = useCheckout(order);
  return (
    <div className="page py-6 md:py-10">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
        <h1 className="text-3xl">{text.title}</h1>
        <StepPart
          step={step}
          order={order}
          amount={formatDollars(amountInCents)}
          backLabel={"carData" in order.purchase ? text.backToSummary : text.backToMyCars}
          onBack={onBack}
          onProceed={proceed}
          onWithoutCoupon={proceedWithoutCoupon}
        />
        <OrderSummary order={{ ...order, amountInCents, coupon }} />
        {testMode && <TestCardHint />}
      </div>
    </div>
  );
}
