import type { Kysely } from "kysely";
import type { DealerPage } from "#contract/dealer-page.ts";
import type { DealerBusiness, DealerStats } from "#contract/dealers.ts";
import { savingsInCents, subscriptionAge } from "#domain/dealers/dealer-figures.ts";
import { centsToDollars, type Fees } from "#domain/payments/fees.ts";
import { requireDealer } from "#server/billing/subscriptions.service.ts";
import type { DB } from "#server/db/tables.ts";
import {
  countDealerCars,
  findBusiness,
  findDealerPage,
  leadsByDay,
  saveDealerPage,
} from "./dealers.queries.ts";

/** A dealer's business and figures. Throws AppErrors alone. */
export interface DealersService {
  /** The account's business as last paid for; null where it never was a dealer. */
  business(userId: string): Promise<DealerBusiness | null>;
  /** Throws dealers_only. */
  stats(userId: string): Promise<DealerStats>;
  /** What the public page tells beside name, town and website. Throws dealers_only. */
  page(userId: string): Promise<DealerPage>;
  /** Puts it there, all of it anew. Throws dealers_only. */
  savePage(userId: string, page: DealerPage): Promise<DealerPage>;
}

export interface DealersServiceDeps {
  readonly db: Kysely<DB>;
  readonly now: () => Date;
  readonly fees: () => Fees;
}

export function createDealersService({ db, now, fees }: DealersServiceDeps): DealersService {
  return {
    business: async (userId) => findBusiness(db, userId),

    stats: async (userId) => {
      await requireDealer(db, userId);
      const [counts, leads] = await Promise.all([countDealerCars(db, userId), leadsByDay(db, userId)]);
      const totalCars = counts.active + counts.sold;
      const age = subscriptionAge(counts.since, now());
      return {
        totalCars,
        activeCars: counts.active,
        soldCars: counts.sold,
        sponsoredCars: counts.sponsored,
        estimatedSavings: centsToDollars(savingsInCents(totalCars, fees())),
        subscriptionMonths: age.months,
        subscriptionDays: age.days,
        dealerSince: counts.since?.toISOString() ?? null,
        leads,
      };
    },

    page: async (userId) => {
      await requireDealer(db, userId);
      return findDealerPage(db, userId);
    },

    savePage: async (userId, page) => {
      await requireDealer(db, userId);
      await saveDealerPage(db, userId, page);
      return page;
    },
  };
}
