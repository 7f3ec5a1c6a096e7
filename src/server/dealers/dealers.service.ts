import type { Kysely } from "kysely";
import type { DealerBusiness, DealerStats, PublicDealer } from "#contract/dealers.ts";
import { savingsInCents, subscriptionAge } from "#domain/dealers/dealer-figures.ts";
import { carMessages } from "#domain/messages/car.ts";
import { centsToDollars, type Fees } from "#domain/payments/fees.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import { requireDealer } from "#server/billing/subscriptions.service.ts";
import type { Page } from "#server/cars/cars.queries.ts";
import type { CarsService } from "#server/cars/cars.service.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import {
  countDealerCars,
  findBusiness,
  findPublicDealer,
  leadsByDay,
  loadPublicCars,
} from "./dealers.queries.ts";

/** A dealer's business, figures and public page. Throws AppErrors alone. */
export interface DealersService {
  /** The account's business as last paid for; null where it never was a dealer. */
  business(userId: string): Promise<DealerBusiness | null>;
  /** Throws dealers_only. */
  stats(userId: string): Promise<DealerStats>;
  /** Throws dealer_not_found for an account that is no dealer at this moment. */
  publicPage(userId: string, page: Page): Promise<PublicDealer>;
}

export interface DealersServiceDeps {
  readonly db: Kysely<DB>;
  readonly cars: CarsService;
  readonly now: () => Date;
  readonly fees: () => Fees;
}

export function createDealersService({ db, cars, now, fees }: DealersServiceDeps): DealersService {
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

    publicPage: async (userId, page) => {
      const dealer = await findPublicDealer(db, userId);
      if (dealer === null) throw new AppError("dealer_not_found");
      const { rows, total } = await loadPublicCars(db, userId, page);
      return {
        id: userId,
        businessName: maskPhones(dealer.name, carMessages.phoneMasked),
        town: dealer.town,
        website: dealer.website,
        isVerified: dealer.isVerified,
        carCount: total,
        cars: cars.present(rows, null),
      };
    },
  };
}
