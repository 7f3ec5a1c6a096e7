/** What a coupon is for: everything, what is paid for cars, or a dealer's first month. */
export const couponTargets = ["all", "cars", "dealers"] as const;
export type CouponTarget = (typeof couponTargets)[number];
