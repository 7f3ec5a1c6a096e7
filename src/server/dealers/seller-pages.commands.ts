import type { PublicDealer } from "#contract/dealers.ts";
import type { PublicSeller, SellerCard, SellerCars } from "#contract/sellers.ts";
import { carMessages } from "#domain/messages/car.ts";
import { ownPageMessages } from "#domain/messages/dealer-page.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import { presentCars } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import type { Page } from "#server/platform/db/page.ts";
import { AppError } from "#server/http/app-error.ts";
import { type Kysely, sql } from "kysely";
import type { CarSearch } from "#domain/search/car-search.ts";
import { searchOrders } from "#domain/search/search-fields.ts";
import { type CarRow, isDealerNow, loadCars } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** What narrows and orders a seller's cars; the rest of a search does not. */
type SellerSearch = Pick<CarSearch, "brand" | "minPrice" | "maxPrice" | "sort">;

interface SellerRow {
  id: string;
  name: string;
  isDealer: boolean;
  isVerified: boolean;
  memberSince: number;
  emailVerified: boolean;
  carCount: number;
  soldCount: number;
}

/** Accounts joined as `u` that are found by `which`, with the numbers of their public cars. Index cars_owner. */
async function findSeller(db: Kysely<DB>, which: ReturnType<typeof sql>): Promise<SellerRow | null> {
  const { rows } = await sql<SellerRow>`
    select u.id, extract(year from u.created_at at time zone 'Europe/Belgrade')::int as "memberSince",
      u.email_verified_at is not null as "emailVerified",
      ${isDealerNow} as "isDealer", ${isDealerNow} and d.verified_at is not null as "isVerified",
      case when ${isDealerNow} then coalesce(d.business_name, u.first_name || ' ' || u.last_name)
        else u.first_name end as name,
      n.on_sale as "carCount", n.sold as "soldCount"
    from users u
    left join dealers d on d.user_id = u.id
    cross join lateral (
      select count(*) filter (where p.on_sale)::int as on_sale, count(*) filter (where not p.on_sale)::int as sold
      from cars c join public_cars p on p.id = c.id
      where c.owner_id = u.id and c.state in ('active', 'sold')
    ) n
    where ${which}`.execute(db);
  return rows[0] ?? null;
}

/** A dealer's public data. Throws dealer_not_found for an account that is no dealer at this moment, or suspended. */
function requirePublicDealer({ db }: Context, userId: string) {
  return db
    .selectFrom("users as u")
    .leftJoin("dealers as d", "d.user_id", "u.id")
    .leftJoin("dealer_pages as p", "p.user_id", "u.id")
    .select([
      sql<string>`coalesce(d.business_name, u.first_name || ' ' || u.last_name)`.as("name"),
      "d.town",
      "d.website",
      sql<boolean>`d.verified_at is not null`.as("isVerified"),
      "p.address",
      "p.phone",
      "p.hours",
    ])
    .where("u.id", "=", userId)
    .where(isDealerNow, "=", true)
    .where("u.suspended_at", "is", null)
    .executeTakeFirstOrThrow(() => new AppError("dealer_not_found"));
}

const orderColumns = {
  price: sql`c.price`,
  year: sql`c.year`,
  mileage: sql`c.mileage`,
  listedAt: sql`c.listed_at`,
};

/**
 * A seller's cars on sale that match, with how many there are in all, how many match, and how many each brand would find.
 * The newest first in the standard order. One seller's cars, by index cars_owner.
 */
async function searchSellerCars(
  db: Kysely<DB>,
  ownerId: string,
  search: SellerSearch,
  { page, limit }: Page,
): Promise<{ rows: CarRow[]; total: number; found: number; brands: { brand: string; count: number }[] }> {
  const onSale = sql`
    from cars c join public_cars p on p.id = c.id
    where p.on_sale and c.owner_id = ${ownerId} and c.state = 'active'`;
  const inPrice = sql`c.price between ${search.minPrice ?? 0}::int and ${search.maxPrice ?? 999_999_999}::int`;
  const { rows: counts } = await sql<{ brand: string; count: number; total: number }>`
    select c.brand, count(*) filter (where ${inPrice})::int as count, count(*)::int as total
    ${onSale} group by c.brand order by c.brand`.execute(db);
  const chosen = new Set(search.brand);
  const isChosen = (brand: string) => chosen.size === 0 || chosen.has(brand);
  const { by, isDescending } = searchOrders[search.sort];
  const direction = isDescending ? sql`desc` : sql`asc`;
  const { rows: ids } = await sql<{ id: string }>`
    select c.id ${onSale} and ${inPrice}
      and (${chosen.size === 0} or c.brand = any(${search.brand}::text[]))
    order by ${orderColumns[by ?? "listedAt"]} ${direction}, c.created_at desc, c.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    rows: await loadCars(
      db,
      ids.map(({ id }) => id),
    ),
    total: sum(counts.map(({ total }) => total)),
    found: sum(counts.map(({ brand, count }) => (isChosen(brand) ? count : 0))),
    brands: counts.map(({ brand, count }) => ({ brand, count })),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

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
  const seller = await findSeller(
    db,
    sql`u.id = (select c.owner_id from cars c join public_cars p on p.id = c.id where c.id = ${carId})`,
  );
  if (seller === null) throw new AppError("car_not_found");
  return presentSeller(seller);
}

/** The page of a dealer, or of a person with a public car. Throws seller_not_found for others, and suspended ones. */
export async function publicSeller(
  ctx: Context,
  userId: string,
  search: SellerSearch,
  page: Page,
): Promise<PublicSeller> {
  const seller = await findSeller(
    ctx.db,
    sql`u.id = ${userId} and u.suspended_at is null and (n.on_sale + n.sold > 0 or ${isDealerNow})`,
  );
  if (seller === null) throw new AppError("seller_not_found");
  const { total, ...found } = await carsOf(ctx, userId, search, page);
  return { ...presentSeller(seller), ...found, carCount: total };
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
