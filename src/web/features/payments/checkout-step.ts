import { paymentPageMessages } from "#domain/messages/payment-pages.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { couponRefusal } from "#web/lib/use-coupon.ts";

const text = paymentPageMessages.checkout;

/** Where a checkout stands. Amounts in USD cents. */
export type CheckoutStep =
  | { kind: "opening" }
  /** The browser is on its way to the provider. */
  | { kind: "leaving"; url: string }
  /** Come back to without having paid. */
  | { kind: "paused" }
  /** `closed`: this payment is over, the next try is another one. */
  | { kind: "failed"; message: string; closed: boolean }
  | { kind: "price-changed"; amountInCents: number }
  | { kind: "nothing-to-pay" }
  /** The coupon cannot be used (any more): without it, or not at all. */
  | { kind: "coupon-refused"; message: string };

/** What a failed call leaves the person with. */
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

/** Only what a browser can open as a page; a missing address is an error of its own (specification.md#payment-pages). */
export function isPageAddress(address: unknown): address is string {
  return typeof address === "string" && /^https?:\/\//.test(address) && URL.canParse(address);
}
