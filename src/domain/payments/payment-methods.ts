/** How it was paid: by the card payment provider, by bank or cash (entered by an admin), or wholly by a coupon. */
export const paymentMethods = ["card", "bank", "cash", "none"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
