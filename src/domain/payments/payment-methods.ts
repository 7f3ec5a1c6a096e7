/** How the money came: by the card payment provider, entered by an admin (bank, cash), or not at all: a coupon paid it. */
export const paymentMethods = ["card", "bank", "cash", "none"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
