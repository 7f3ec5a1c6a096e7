import { type Kysely, sql } from "kysely";
import type { OpeningHours } from "#domain/dealers/opening-hours.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { searchOrders } from "#domain/search/search-fields.ts";
import { type CarRow, isDealerNow, loadCars } from "#server/market/cars/cars.queries.ts";
import type { Page } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** What narrows and orders a seller's cars; the rest of a search does not. */
export type SellerSearch = Pick<CarSearch, "brand" | "minPrice" | "maxPrice" | "sort">;

export interface SellerRow {
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

/** Who sells a car that is public; null for any other car. */
export async function findSellerOfCar(db: Kysely<DB>, carId: string): Promise<SellerRow | null> {
  return findSeller(
    db,
    sql`u.id = (select c.owner_id from cars c join public_cars p on p.id = c.id where c.id = ${carId})`,
  );
}

/** A dealer, or a person with a public car; null for any other account, and for a suspended one. */
export async function findPublicSeller(db: Kysely<DB>, userId: string): Promise<SellerRow | null> {
  return findSeller(
    db,
    sql`u.id = ${userId} and u.suspended_at is null and (n.on_sale + n.sold > 0 or ${isDealerNow})`,
  );
}

export interface PublicDealerRow {
  name: string;
  town: string | null;
  website: string | null;
  isVerified: boolean;
  address: string | null;
  phone: string | null;
  hours: OpeningHours | null;
}

/** A dealer's public data; null for an account that is no dealer at this moment, or suspended. */
export async function findPublicDealer(db: Kysely<DB>, userId: string): Promise<PublicDealerRow | null> {
  const row = await db
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
    .executeTakeFirst();
  return row ?? null;
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
export async function searchSellerCars(
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
