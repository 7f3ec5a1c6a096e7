import type { Payment } from "#contract/payments.ts";

/** The tone of the badge by which a payment's status is shown. */
export const paymentTones = {
  open: "neutral",
  paid: "blue",
  fulfilled: "green",
  failed: "red",
  expired: "neutral",
  refunded: "blue",
} as const satisfies Record<Payment["status"], string>;
