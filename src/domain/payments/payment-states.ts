/**
 * The states of a payment and their transitions (docs/PAYMENTS.md explains each). The provider decides: a
 * payment that was written off and is then paid counts as paid.
 */
export const paymentStates = ["open", "paid", "fulfilled", "failed", "expired", "refunded"] as const;
export type PaymentState = (typeof paymentStates)[number];
export type PaymentEvent = "paid" | "fulfilled" | "failed" | "expired" | "refunded";

/** Events in a payment's history; each occurs once. */
export const paymentStory = [
  "created",
  "opened",
  "paid",
  "fulfilled",
  "failed",
  "expired",
  "refund_due",
  "refunded",
] as const;
export type PaymentStory = (typeof paymentStory)[number];

const transitions: Record<PaymentState, readonly PaymentEvent[]> = {
  open: ["paid", "failed", "expired"],
  paid: ["fulfilled", "refunded"],
  fulfilled: ["refunded"],
  failed: ["paid", "expired"],
  expired: ["paid"],
  refunded: [],
};

/** Whether the event is allowed in this state; each event leads to the state of the same name. */
export function canMovePayment(from: PaymentState, event: PaymentEvent): boolean {
  return transitions[from].includes(event);
}

/** Whether we have the person's money, or had it and it bought something. */
export function isMoneyTaken(state: PaymentState): boolean {
  return state === "paid" || state === "fulfilled";
}
