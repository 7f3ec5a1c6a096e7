import type { Payment } from "#contract/payments.ts";

/** The tone of a payment status's badge. */
export const paymentTones = {
  open: "neutral",
  paid: "blue",
  fulfilled: "green",
  failed: "red",
  expired: "neutral",
  refunded: "blue",
} as const satisfies Record<Payment["status"], string>;
