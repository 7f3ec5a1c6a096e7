import type { Kysely } from "kysely";
import type { PublicDealer } from "#contract/dealers.ts";
import type { PublicSeller, SellerCard, SellerCars } from "#contract/sellers.ts";
import { carMessages } from "#domain/messages/car.ts";
import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import type { Page } from "#server/db/page.ts";
import type { CarsService } from "#server/cars/cars.service.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import {
  findPublicDealer,
  findPublicSeller,
  findSellerOfCar,
  searchSellerCars,
  type SellerRow,
  type SellerSearch,
} from "./seller-pages.queries.ts";

/** What everybody may see of sellers (specification.md#sellers). Throws AppErrors alone. */
export interface SellerPagesService {
  /** Throws car_not_found for a car that is not public. */
  ofCar(carId: string): Promise<SellerCard>;
  /** Throws seller_not_found for a person without a public car. */
  seller(userId: string, search: SellerSearch, page: Page): Promise<PublicSeller>;
  /** Throws dealer_not_found for an account that is no dealer at this moment, or suspended. */
  dealer(userId: string, search: SellerSearch, page: Page): Promise<PublicDealer>;
  /** The phone that the dealer has put on its page. Throws dealer_not_found, or contact_unavailable without one. */
  dealerContact(userId: string): Promise<{ phone: string }>;
}

export interface SellerPagesDeps {
  readonly db: Kysely<DB>;
  readonly cars: Pick<CarsService, "present">;
}

const shown = (name: string): string => maskPhones(name, carMessages.phoneMasked);

const presentSeller = ({ name, ...facts }: SellerRow): SellerCard => ({ ...facts, name: shown(name) });

export function createSellerPagesService({ db, cars }: SellerPagesDeps): SellerPagesService {
  async function carsOf(
    userId: string,
    search: SellerSearch,
    page: Page,
  ): Promise<SellerCars & { total: number }> {
    const { rows, ...counts } = await searchSellerCars(db, userId, search, page);
    return { ...counts, cars: cars.present(rows, null) };
  }

  return {
    ofCar: async (carId) => {
      const seller = await findSellerOfCar(db, carId);
      if (seller === null) throw new AppError("car_not_found");
      return presentSeller(seller);
    },

    seller: async (userId, search, page) => {
      const seller = await findPublicSeller(db, userId);
      if (seller === null) throw new AppError("seller_not_found");
      const { total, ...found } = await carsOf(userId, search, page);
      return { ...presentSeller(seller), ...found, carCount: total };
    },

    dealer: async (userId, search, page) => {
      const dealer = await findPublicDealer(db, userId);
      if (dealer === null) throw new AppError("dealer_not_found");
      const { total, ...found } = await carsOf(userId, search, page);
      return {
        id: userId,
        businessName: shown(dealer.name),
        town: dealer.town,
        website: dealer.website,
        isVerified: dealer.isVerified,
        address: dealer.address === null ? null : shown(dealer.address),
        hasPhone: dealer.phone !== null,
        hours: dealer.hours,
        carCount: total,
        ...found,
      };
    },

    dealerContact: async (userId) => {
      const dealer = await findPublicDealer(db, userId);
      if (dealer === null) throw new AppError("dealer_not_found");
      if (dealer.phone === null)
        throw new AppError("contact_unavailable", { message: ownPageMessages.noPhone });
      return { phone: dealer.phone };
    },
  };
}
