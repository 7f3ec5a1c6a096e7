/** A coupon that may be used, and its discount in USD cents. */
export interface CouponQuote {
  readonly couponId: string;
  readonly discount: number;
}
