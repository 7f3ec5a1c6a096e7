import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { api } from "#web/lib/auth.ts";
import { rememberDraft } from "./checkout-memory.ts";
import { type CheckoutOrder, checkoutKey } from "./checkout-order.ts";
import { type CheckoutStep, isPageAddress, stepAfter } from "./checkout-step.ts";

const text = paymentPageMessages.checkout;
/** The server waits up to 8 s for the provider; slow connections need more. */
const timeoutMs = 20_000;

/**
 * Opens the provider's card page for an order on mount, once; `proceed` tries again,
 * with the new price if it changed.
 */
export function useCheckout(order: CheckoutOrder) {
  const [step, setStep] = useState<CheckoutStep>({ kind: "opening" });
  const [amountInCents, setAmount] = useState(order.amountInCents);
  const [coupon, setCoupon] = useState(order.coupon);
  const started = useRef(false);
  const renewals = useRef(0);
  const left = useRef(false);
  const { revalidate } = useRevalidator();

  async function open(amount: number, used: CheckoutOrder["coupon"]): Promise<void> {
    setStep({ kind: "opening" });
    const { sponsorshipDays, socialPromotion } = order.extras;
    const key = checkoutKey({ ...order, amountInCents: amount, coupon: used }, renewals.current);
    try {
      const { checkoutUrl, sessionId } = await api(
        "POST /api/payment/create-checkout",
        {
          body: {
            ...order.purchase,
            amount: amount / 100,
            sponsorshipDays,
            socialPromotion,
            coupon: used?.code,
          },
        },
        { headers: { "Idempotency-Key": key }, timeoutMs },
      );
      // The person went back meanwhile: do not lead them to the payment.
      if (left.current) return;
      if (!isPageAddress(checkoutUrl)) {
        setStep({ kind: "failed", message: text.addressMissing, closed: false });
        return;
      }
      if (order.draftKey !== null) rememberDraft(sessionId, order.draftKey);
      setStep({ kind: "leaving", url: checkoutUrl });
      // Replaces this entry in the history: Back from the card page skips it and does not pay again.
      location.replace(checkoutUrl);
    } catch (error) {
      if (left.current) return;
      const next = stepAfter(error);
      if (next.kind === "failed" && next.closed) renewals.current += 1;
      if (next.kind === "price-changed") {
        setAmount(next.amountInCents);
        setCoupon(used === null ? null : { ...used, discountInCents: null });
        // The operator may have changed the fees that the summary shows.
        void revalidate();
      }
      setStep(next);
    }
  }

  const openFirst = useEffectEvent(() => void open(order.amountInCents, order.coupon));
  useEffect(() => {
    left.current = false;
    // StrictMode mounts twice in development; a second call would only return the first one's answer.
    if (!started.current) {
      started.current = true;
      openFirst();
    }
    // The back/forward cache may restore this page while it was still redirecting.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setStep({ kind: "paused" });
    };
    addEventListener("pageshow", onShow);
    return () => {
      left.current = true;
      removeEventListener("pageshow", onShow);
    };
  }, []);

  return {
    step,
    /** USD cents: the order's, or the server's current price. */
    amountInCents,
    /** Null once it was refused and removed. */
    coupon,
    proceed: () => void open(amountInCents, coupon),
    // The server returns the full price, which the person must confirm first.
    proceedWithoutCoupon: () => {
      setCoupon(null);
      void open(amountInCents, null);
    },
  };
}
