/** What a payment buys, as far as it can be taken away again: each has a text in messages/mail-payments. */
export const goods = ["listing", "sponsorship", "social", "subscription"] as const;
export type Good = (typeof goods)[number];
