/**
 * What a payment buys: a car's publication with extras, extras for a car on sale, a dealer's first month, or a
 * further month.
 */
export const paymentKinds = ["car", "extras", "subscription", "renewal"] as const;
export type PaymentKind = (typeof paymentKinds)[number];
