/** What a payment buys, as far as it can be taken away again: each has a text in messages/mail-payments. */
export const entitlements = ["listing", "sponsorship", "social", "subscription"] as const;
export type Entitlement = (typeof entitlements)[number];
