import { type FeeParts, type Fees, listingFeeInCents, type SellerStatus } from "./fees.ts";

/** Why a payment is refunded instead of fulfilled; texts are in messages/mail-payments. */
export const refundReasons = [
  /** The account was deleted before the payment arrived. */
  "account_gone",
  /** The account was suspended before the payment arrived: it cannot publish. */
  "account_suspended",
  /** The car of the extras was deleted. */
  "car_gone",
  /** The free listing was used for another car meanwhile, or the dealer's plan has ended. */
  "standing_changed",
  /** The car's form data is deleted or no longer valid. */
  "data_invalid",
  /** The listing of a repeated payment is already active. */
  "already_published",
  /** The account already had a subscription. */
  "already_subscribed",
  /** The car already had a pending social post from another payment. */
  "already_promoted",
  /** A month was paid after its subscription ended. */
  "subscription_over",
  /** The provider charged another amount than requested. */
  "amount_mismatch",
  /** An abandoned card page was paid, and its coupon had been used for something else by then. */
  "coupon_used",
] as const;
export type RefundReason = (typeof refundReasons)[number];

/** Whether the purchase includes a listing beside the extras. */
export function paidForListing({ listing }: FeeParts): boolean {
  return listing > 0;
}

/** What a payment bought. `listingAtFee`: the listing at the fee of its day, which may have been 0. */
interface Bought extends FeeParts {
  readonly listingAtFee?: boolean | null;
}

/**
 * Whether the payment still covers the car's publication at fulfilment. What was bought keeps its price, 0 too. An open
 * checkout reserves nothing: a listing that was free or a dealer's must still be (specification.md#payments).
 */
export function coversPublication(bought: Bought, seller: SellerStatus, fees: Fees): boolean {
  return paidForListing(bought) || bought.listingAtFee === true || listingFeeInCents(seller, fees) === 0;
}
