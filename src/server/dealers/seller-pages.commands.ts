import type { PublicDealer } from "#contract/dealers.ts";
import type { PublicSeller, SellerCard, SellerCars } from "#contract/sellers.ts";
import { carMessages } from "#domain/messages/car.ts";
import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import { presentCars } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import type { Page } from "#server/platform/db/page.ts";
import { AppError } from "#server/http/app-error.ts";
import {
  findPublicDealer,
  findPublicSeller,
  findSellerOfCar,
  searchSellerCars,
  type SellerRow,
  type SellerSearch,
} from "./seller-pages.queries.ts";

const masked = (name: string): string => maskPhones(name, carMessages.phoneMasked);

const presentSeller = ({ name, ...facts }: SellerRow): SellerCard => ({ ...facts, name: masked(name) });

async function carsOf(
  ctx: Context,
  userId: string,
  search: SellerSearch,
  page: Page,
): Promise<SellerCars & { total: number }> {
  const { rows, ...counts } = await searchSellerCars(ctx.db, userId, search, page);
  return { ...counts, cars: presentCars(ctx, rows, null) };
}

/** The seller of a public car (specification.md#sellers). Throws car_not_found for any other car. */
export async function sellerOfCar({ db }: Context, carId: string): Promise<SellerCard> {
  const seller = await findSellerOfCar(db, carId);
  if (seller === null) throw new AppError("car_not_found");
  return presentSeller(seller);
}

/** A person's public page. Throws seller_not_found for a person without a public car. */
export async function publicSeller(
  ctx: Context,
  userId: string,
  search: SellerSearch,
  page: Page,
): Promise<PublicSeller> {
  const seller = await findPublicSeller(ctx.db, userId);
  if (seller === null) throw new AppError("seller_not_found");
  const { total, ...found } = await carsOf(ctx, userId, search, page);
  return { ...presentSeller(seller), ...found, carCount: total };
}

async function requirePublicDealer({ db }: Context, userId: string) {
  const dealer = await findPublicDealer(db, userId);
  if (dealer === null) throw new AppError("dealer_not_found");
  return dealer;
}

/** A dealer's public page. Throws dealer_not_found for an account that is suspended or no dealer at present. */
export async function publicDealer(
  ctx: Context,
  userId: string,
  search: SellerSearch,
  page: Page,
): Promise<PublicDealer> {
  const dealer = await requirePublicDealer(ctx, userId);
  const { total, ...found } = await carsOf(ctx, userId, search, page);
  return {
    id: userId,
    businessName: masked(dealer.name),
    town: dealer.town,
    website: dealer.website,
    isVerified: dealer.isVerified,
    address: dealer.address === null ? null : masked(dealer.address),
    hasPhone: dealer.phone !== null,
    hours: dealer.hours,
    carCount: total,
    ...found,
  };
}

/** The phone on a dealer's public page. Throws dealer_not_found; contact_unavailable without one. */
export async function dealerPhone(ctx: Context, userId: string): Promise<{ phone: string }> {
  const { phone } = await requirePublicDealer(ctx, userId);
  if (phone === null) throw new AppError("contact_unavailable", { message: ownPageMessages.noPhone });
  return { phone };
}
