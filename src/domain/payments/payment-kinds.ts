/** What a payment buys: a car's publication with its extras, extras for a car on sale, a dealer's first month, a further one. */
export const paymentKinds = ["car", "extras", "subscription", "renewal"] as const;
export type PaymentKind = (typeof paymentKinds)[number];
