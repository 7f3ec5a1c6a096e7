/** The operator's fees in whole USD cents. Car prices are EUR and unrelated. */
export interface Fees {
  /** Fee of a private seller's further car. */
  readonly listing: number;
  readonly sponsorshipPerDay: number;
  readonly socialPromotion: number;
  /** Fee of a dealer's month. */
  readonly subscription: number;
}

/** The default fees (specification.md#fees). */
export const defaultFees: Fees = {
  listing: 300,
  sponsorshipPerDay: 100,
  socialPromotion: 1_000,
  subscription: 5_000,
};

/** What the fee of a seller's next car depends on. */
export interface SellerStatus {
  isDealer: boolean;
  /** The account has used its one free car, even if that car is deleted. */
  freeCarUsed: boolean;
  /** The account has ever had a dealer subscription: after that no car is free (specification.md#dealers). */
  wasDealer: boolean;
}

/** Whether the next car uses the account's one free listing. Dealers do not use it. */
export function isFirstCarFree(seller: SellerStatus): boolean {
  return !seller.isDealer && !seller.freeCarUsed && !seller.wasDealer;
}

/** The basis of a car's listing: the account's one free car, the dealer's plan, or a fee. */
export type Listing = "free" | "dealer" | "paid";

/** The basis of this seller's next listing. */
export function nextListing(seller: SellerStatus): Listing {
  if (seller.isDealer) return "dealer";
  return isFirstCarFree(seller) ? "free" : "paid";
}

/** Listing fee of the next car in USD cents, without extras. */
export function listingFeeInCents(seller: SellerStatus, fees: Fees): number {
  return seller.isDealer || isFirstCarFree(seller) ? 0 : fees.listing;
}

/** Maximum of cars that one payment sponsors: the provider's page has no more lines. */
export const maxCarsPaidAtOnce = 100;

export interface Extras {
  /** Whole days, 0 to 30. */
  sponsorshipDays: number;
  socialPromotion: boolean;
}

/** The parts of a purchase for a car in USD cents, before any discount. */
export interface FeeParts {
  readonly listing: number;
  readonly sponsorship: number;
  readonly socialPromotion: number;
}

/** The parts of an amount by these fees. Extras are per car; the rest is the listing's. */
export function feePartsInCents(amountInCents: number, extras: Extras, fees: Fees, cars = 1): FeeParts {
  const sponsorship = extras.sponsorshipDays * fees.sponsorshipPerDay * cars;
  const socialPromotion = extras.socialPromotion ? fees.socialPromotion * cars : 0;
  return { listing: amountInCents - sponsorship - socialPromotion, sponsorship, socialPromotion };
}

/** Fee of the extras for so many cars, in USD cents. */
export function extrasFeeInCents(extras: Extras, fees: Fees, cars = 1): number {
  const { sponsorship, socialPromotion } = feePartsInCents(0, extras, fees, cars);
  return sponsorship + socialPromotion;
}

/** The cost of publishing a car for this seller in USD cents; 0 publishes at once (specification.md#fees). */
export function publishingFeeInCents(seller: SellerStatus, extras: Extras, fees: Fees): number {
  return listingFeeInCents(seller, fees) + extrasFeeInCents(extras, fees);
}

/** API amounts are dollars, as in the specification. */
export function centsToDollars(cents: number): number {
  return cents / 100;
}

/** Converts the API's dollars to whole cents. */
export function dollarsToCents(dollars: number): number {
  return Math.round(dollars * 100);
}
