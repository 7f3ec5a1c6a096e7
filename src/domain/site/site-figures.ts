import type { Fees } from "#domain/payments/fees.ts";

/** The home page's counters (specification.md#home: static figures, not live data). */
export const homeCounters = { cars: 5234, users: 12847, satisfactionPercent: 100 } as const;

/** Days of the money-back guarantee (specification.md#dealers). */
export const moneyBackDays = 30;

/** Hours within which a social promotion is posted (specification.md#fees). */
export const socialPromotionHours = 24;

/** The dealer's example of specification.md#home: ten cars a month, each sponsored for seven days, five promoted. */
export const dealerExample = { cars: 10, sponsorshipDays: 7, socialPromotions: 5 } as const;

/** The example dealer's monthly cost in USD cents: 50 + 10 x 7 x 1 + 5 x 10 = 170 dollars. */
export function dealerExampleInCents(fees: Fees): number {
  return (
    fees.subscription +
    dealerExample.cars * dealerExample.sponsorshipDays * fees.sponsorshipPerDay +
    dealerExample.socialPromotions * fees.socialPromotion
  );
}

/**
 * From how many new cars a month the subscription is cheaper than single fees: 50 / 3, rounded up. Null if
 * single cars are free.
 */
export function dealerPaysOffFrom({ subscription, listing }: Fees): number | null {
  return listing === 0 ? null : Math.ceil(subscription / listing);
}
