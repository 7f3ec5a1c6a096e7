/**
 * Whether the dealer dashboard is open to this account: a dealer, or a former paying one
 * (specification.md#dealers: isDealer, a payment customer id, or a dealer subscription).
 */
export function hasDealerAccess(user: {
  isDealer: boolean;
  stripeCustomerId: string | null;
  dealerSubscription: object | null;
}): boolean {
  return user.isDealer || user.stripeCustomerId !== null || user.dealerSubscription !== null;
}
