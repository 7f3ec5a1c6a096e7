import type { DealerPage } from "#contract/dealer-page.ts";
import type { DealerStats } from "#contract/dealers.ts";
import { savingsInCents, subscriptionAge } from "#domain/dealers/dealer-figures.ts";
import { centsToDollars } from "#domain/payments/fees.ts";
import { requireDealer } from "#server/people/accounts/require-dealer.ts";
import type { Context } from "#server/context.ts";
import { countDealerCars, findDealerPage, leadsByDay, saveDealerPage } from "./dealers.queries.ts";

/** The figures of a dealer's dashboard. Throws dealers_only. */
export async function dealerStats({ db, now, settings }: Context, userId: string): Promise<DealerStats> {
  await requireDealer(db, userId);
  const [counts, leads] = await Promise.all([countDealerCars(db, userId), leadsByDay(db, userId)]);
  const totalCars = counts.active + counts.sold;
  const age = subscriptionAge(counts.since, now());
  return {
    totalCars,
    activeCars: counts.active,
    soldCars: counts.sold,
    sponsoredCars: counts.sponsored,
    estimatedSavings: centsToDollars(savingsInCents(totalCars, settings().fees)),
    subscriptionMonths: age.months,
    subscriptionDays: age.days,
    dealerSince: counts.since?.toISOString() ?? null,
    leads,
  };
}

/** What a dealer's public page shows beside name, town and website. Throws dealers_only. */
export async function dealerPage({ db }: Context, userId: string): Promise<DealerPage> {
  await requireDealer(db, userId);
  return findDealerPage(db, userId);
}

/** Replaces what `dealerPage` answers. Throws dealers_only. */
export async function replaceDealerPage(
  { db }: Context,
  userId: string,
  page: DealerPage,
): Promise<DealerPage> {
  await requireDealer(db, userId);
  await saveDealerPage(db, userId, page);
  return page;
}
