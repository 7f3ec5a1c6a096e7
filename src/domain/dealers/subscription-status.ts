/** A subscription as specification.md#dealers has it: three words for all that Stripe says. */
export const subscriptionStatuses = ["active", "canceled", "past_due"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** How an invoice stands, in Stripe's words. */
export const invoiceStatuses = ["paid", "open", "void", "draft", "uncollectible"] as const;
