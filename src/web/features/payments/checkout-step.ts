import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { couponRefusal } from "#web/lib/use-coupon.ts";

const text = paymentPageMessages.checkout;

/** The state of a checkout. Amounts are in USD cents. */
export type CheckoutStep =
  | { kind: "opening" }
  /** The browser is loading the provider's page. */
  | { kind: "leaving"; url: string }
  /** The person came back without paying. */
  | { kind: "paused" }
  /** `closed`: this payment has ended; the next attempt is another payment. */
  | { kind: "failed"; message: string; closed: boolean }
  | { kind: "price-changed"; amountInCents: number }
  | { kind: "nothing-to-pay" }
  /** The coupon is not valid (any more): continue without it, or stop. */
  | { kind: "coupon-refused"; message: string };

export function stepAfter(error: unknown): CheckoutStep {
  if (error instanceof ApiError) {
    const { amount } = error.details;
    if (error.code === "price_changed" && typeof amount === "number")
      return { kind: "price-changed", amountInCents: Math.round(amount * 100) };
    if (error.code === "nothing_to_pay") return { kind: "nothing-to-pay" };
  }
  const refusal = couponRefusal(error);
  if (refusal !== null) return { kind: "coupon-refused", message: refusal };
  const closed =
    error instanceof ApiError && (error.code === "payment_closed" || error.code === "idempotency_mismatch");
  return { kind: "failed", message: messageOf(error, text.failed), closed };
}

/** Accepts only http and https URLs; a missing one is an error of its own. */
export function isPageAddress(address: unknown): address is string {
  return typeof address === "string" && /^https?:\/\//.test(address) && URL.canParse(address);
}
