/** A subscription's status (specification.md#dealers): three words for all of Stripe's. */
export const subscriptionStatuses = ["active", "canceled", "past_due"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** An invoice's status, in Stripe's words. */
export const invoiceStatuses = ["paid", "open", "void", "draft", "uncollectible"] as const;
