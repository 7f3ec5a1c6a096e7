import { useState } from "react";
import type { couponBody } from "#contract/payments.ts";
import { couponFieldMessages as text } from "#domain/messages/coupon-field.ts";
import { dollarsToCents } from "#domain/payments/fees.ts";
import { couponCode, type CouponValue, discountInCents } from "#domain/payments/coupons.ts";
import type { z } from "zod";
import { ApiError, messageOf } from "./api-error.ts";
import { api } from "./auth.ts";

/** The error about the coupon in a failed call; null for other errors. */
export function couponRefusal(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.fields["coupon"] ?? (error.code === "coupon_used" ? messageOf(error, text.failed) : null);
}

/**
 * The coupon of a payment, checked before paying so that the discount is shown. `what` is what is paid for.
 * Checking does not redeem it.
 */
export function useCoupon(what: z.input<typeof couponBody>["what"]) {
  const [held, setHeld] = useState<(CouponValue & { readonly code: string }) | null>(null);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [checking, setChecking] = useState(false);

  async function apply(): Promise<void> {
    const code = couponCode(typed);
    if (code === "" || checking) return;
    setChecking(true);
    setError(undefined);
    try {
      const { percent, amount } = await api("POST /api/payment/coupon", { body: { coupon: code, what } });
      setHeld({ code, percent, cents: amount === null ? null : dollarsToCents(amount) });
    } catch (failure) {
      setError(couponRefusal(failure) ?? messageOf(failure, text.failed));
    } finally {
      setChecking(false);
    }
  }

  return {
    code: held?.code,
    typed,
    error,
    checking,
    apply,
    /** The typed code has not been checked yet. */
    isWaiting: held === null && couponCode(typed) !== "",
    /** The discount on a price, both in USD cents. */
    discountOf: (cents: number) => (held === null ? 0 : discountInCents(cents, held)),
    change: (next: string) => {
      setTyped(next);
      setError(undefined);
    },
    remove: () => {
      setHeld(null);
      setTyped("");
      setError(undefined);
    },
    /** Removes the coupon if the call's error is about it; false if the call failed for another reason. */
    refuse: (failure: unknown): boolean => {
      const message = couponRefusal(failure);
      if (message === null) return false;
      setHeld(null);
      setError(message);
      return true;
    },
  };
}
export type CouponInUse = ReturnType<typeof useCoupon>;
