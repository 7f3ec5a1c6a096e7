/** A usable coupon and its discount in USD cents. */
export interface CouponQuote {
  readonly couponId: string;
  readonly discount: number;
}
