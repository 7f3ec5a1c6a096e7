/** What a coupon is for: everything, what is paid for cars, or a dealer's subscription. */
export const couponTargets = ["all", "cars", "dealers"] as const;
export type CouponTarget = (typeof couponTargets)[number];

/** What a coupon takes off: percents, or USD cents. */
export interface CouponValue {
  readonly percent: number | null;
  readonly cents: number | null;
}

/** The provider's minimum for card payments, USD cents: a coupon that would leave less pays everything. */
const minCharge = 50;

/** The discount of a price, both in USD cents. */
export function discountInCents(price: number, { percent, cents }: CouponValue): number {
  const discount = Math.min(price, percent === null ? (cents ?? 0) : Math.round((price * percent) / 100));
  return price - discount < minCharge ? price : discount;
}

/** Normalises a typed code for comparison. */
export function couponCode(typed: string): string {
  return typed.replaceAll(/\s/g, "").toUpperCase();
}
