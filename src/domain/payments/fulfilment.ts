import { type FeeParts, type Fees, listingFeeInCents, type SellerStatus } from "./fees.ts";

/** Why something paid goes back instead: each has a text in messages/mail-payments. */
export const refundReasons = [
  /** The account was deleted before the payment came through. */
  "account_gone",
  /** The account was suspended before the payment came through: it publishes nothing. */
  "account_suspended",
  /** The car that the extras were for is gone. */
  "car_gone",
  /** A free listing that was part of it has been used for another car, or the dealer's plan has ended. */
  "standing_changed",
  /** The data of the car to publish is no longer stored or no longer valid. */
  "data_invalid",
  /** The listing that was to be paid again is there already. */
  "already_published",
  /** The account had a subscription already. */
  "already_subscribed",
  /** The car was waiting for a social post already, from another payment. */
  "already_promoted",
  /** A month was paid after its subscription had ended. */
  "subscription_over",
  /** The provider took another amount than was asked. */
  "amount_mismatch",
  /** A card page that had been given up was paid all the same, and its coupon was used for something else by then. */
  "coupon_used",
] as const;
export type RefundReason = (typeof refundReasons)[number];

/** Whether what was bought includes a place in the listings beside the extras. */
export function paidForListing({ listing }: FeeParts): boolean {
  return listing > 0;
}

/**
 * Whether what was paid still covers the car's publication at the moment of fulfilment. An open checkout reserves
 * nothing: where the listing was to be the account's free one or a dealer's, it must still be (specification.md#payments).
 */
export function coversPublication(bought: FeeParts, seller: SellerStatus, fees: Fees): boolean {
  return paidForListing(bought) || listingFeeInCents(seller, fees) === 0;
}
