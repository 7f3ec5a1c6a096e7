/** What the operator asks, in whole USD cents. Car prices are EUR and have nothing to do with these. */
export interface Fees {
  /** A private seller's further car. */
  readonly listing: number;
  readonly sponsorshipPerDay: number;
  readonly socialPromotion: number;
  /** A dealer's month. */
  readonly subscription: number;
}

/** The fees of a site whose operator has set none (specification.md#fees). */
export const defaultFees: Fees = {
  listing: 300,
  sponsorshipPerDay: 100,
  socialPromotion: 1_000,
  subscription: 5_000,
};

/** What the fee of a seller's next car depends on. */
export interface SellerStatus {
  isDealer: boolean;
  /** The account's one free car is taken, be that car still listed or long deleted. */
  freeCarUsed: boolean;
  /** The account has ever had a dealer subscription: after it lapses no car is free any more (specification.md#dealers). */
  wasDealer: boolean;
}

/** Whether the next car takes the account's one free listing. Dealers do not use it up. */
export function isFirstCarFree(seller: SellerStatus): boolean {
  return !seller.isDealer && !seller.freeCarUsed && !seller.wasDealer;
}

/** What a car's place in the listings rests on: the account's one free car, the dealer's plan, or a fee. */
export type Listing = "free" | "dealer" | "paid";

/** The listing that this seller's next car gets. */
export function nextListing(seller: SellerStatus): Listing {
  if (seller.isDealer) return "dealer";
  return isFirstCarFree(seller) ? "free" : "paid";
}

/** Listing fee of the next car in USD cents, without extras. */
export function listingFeeInCents(seller: SellerStatus, fees: Fees): number {
  return seller.isDealer || isFirstCarFree(seller) ? 0 : fees.listing;
}

/** Cars that one payment sponsors: as many lines as the provider's page takes. */
export const maxCarsPaidAtOnce = 100;

export interface Extras {
  /** Whole days, 0 to 30. */
  sponsorshipDays: number;
  socialPromotion: boolean;
}

/** What a purchase for a car is made of, in USD cents, before any discount. */
export interface FeeParts {
  readonly listing: number;
  readonly sponsorship: number;
  readonly socialPromotion: number;
}

/**
 * What an amount is made of by these fees; what the extras, which each of so many cars gets, leave of it is the
 * listing's.
 */
export function feePartsInCents(amountInCents: number, extras: Extras, fees: Fees, cars = 1): FeeParts {
  const sponsorship = extras.sponsorshipDays * fees.sponsorshipPerDay * cars;
  const socialPromotion = extras.socialPromotion ? fees.socialPromotion * cars : 0;
  return { listing: amountInCents - sponsorship - socialPromotion, sponsorship, socialPromotion };
}

/** Fee of the extras, for each of so many cars, in USD cents. */
export function extrasFeeInCents(extras: Extras, fees: Fees, cars = 1): number {
  const { sponsorship, socialPromotion } = feePartsInCents(0, extras, fees, cars);
  return sponsorship + socialPromotion;
}

/** What publishing a car costs this seller, in USD cents; 0 means it is published at once (specification.md#fees). */
export function publishingFeeInCents(seller: SellerStatus, extras: Extras, fees: Fees): number {
  return listingFeeInCents(seller, fees) + extrasFeeInCents(extras, fees);
}

/** API amounts are dollars, as the specification has them. */
export function centsToDollars(cents: number): number {
  return cents / 100;
}

/** Dollars of the API as whole cents. */
export function dollarsToCents(dollars: number): number {
  return Math.round(dollars * 100);
}
