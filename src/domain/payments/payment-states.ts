/**
 * The states of a payment and every way between them (docs/PAYMENTS.md says what each means to people).
 * The provider's word is the truth: a payment that was written off and turns out to be paid is paid.
 */
export const paymentStates = ["open", "paid", "fulfilled", "failed", "expired", "refunded"] as const;
export type PaymentState = (typeof paymentStates)[number];
export type PaymentEvent = "paid" | "fulfilled" | "failed" | "expired" | "refunded";

/** What can be in a payment's story; each once. */
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

/** Whether the event may happen to a payment in this state; each event leads to the state of its name. */
export function canMovePayment(from: PaymentState, event: PaymentEvent): boolean {
  return transitions[from].includes(event);
}

/** Whether the person's money is with us, or was and bought something. */
export function isMoneyTaken(state: PaymentState): boolean {
  return state === "paid" || state === "fulfilled";
}
