import type { Payment } from "#contract/payments.ts";
import type { BadgeTone } from "#web/components/badge.tsx";

/** The colour in which a payment's status is shown. */
export const paymentTones: Record<Payment["status"], BadgeTone> = {
  open: "neutral",
  paid: "blue",
  fulfilled: "green",
  failed: "red",
  expired: "neutral",
  refunded: "blue",
};
