/**
 * Whether the dealer dashboard is open to this account: it is a dealer, or has been a paying one
 * (specification.md#dealers: isDealer, a payment customer id, or a dealer subscription).
 */
export function hasDealerAccess(user: {
  isDealer: boolean;
  stripeCustomerId: string | null;
  dealerSubscription: object | null;
}): boolean {
  return user.isDealer || user.stripeCustomerId !== null || user.dealerSubscription !== null;
}
