import { sql } from "kysely";
import { type PriceEstimateAnswer, priceEstimate } from "#contract/prices.ts";
import { learnPrices } from "#server/market/prices/learn-prices.ts";
import type { TestApp, TestUser } from "./app.ts";

/** A car in the middle of the range of `publishMany`. */
export const midRangeCar = {
  year: 2016,
  mileage: 150_000,
  price: 10_000,
  engineSize: 1_968,
  power: 110,
} as const;

/**
 * Inserts 400 Golfs and Passats with prices by SQL, each with its own seller: faster than publishing them.
 */
export async function insertPricedCars({ database }: TestApp): Promise<void> {
  await sql`
    with sellers as (
      insert into users (id, first_name, last_name, email, password_hash)
      select uuidv7(), 'Shitësi', n::text, 'many' || n || '@example.com', 'none' from generate_series(1, 400) n
      returning id, last_name::int as n)
    insert into cars (id, owner_id, brand, model, year, type, price, mileage, fuel, transmission, location, description,
      seller_name, seller_phone, engine_size, power, created_at)
    select uuidv7(), id, 'Volkswagen', (array['Golf', 'Passat'])[1 + n % 2], 2010 + n / 2 % 10, 'Hatchback',
      (10000 * exp(0.1 * (n / 2 % 10 - 6) - (60000 + n * 37 % 200 * 1000 - 150000) / 900000.0 + sin(n * 12.9898) * 0.1))::int,
      60000 + n * 37 % 200 * 1000, 'Diesel', 'Manual', 'Prishtinë', 'E ruajtur mirë.', 'Shitësi', '+38344123456',
      1968, 110, now() - n % 90 * interval '1 day'
    from sellers`.execute(database.db);
}

/** Fits the price model on all listings, in this process. */
export async function fitPriceModel(app: TestApp): ReturnType<typeof learnPrices> {
  const { db, url } = app.database;
  const learned = await learnPrices({ db, url, now: () => new Date() });
  app.services.ctx.priceModel.refresh();
  return learned;
}

/** Recomputes the due bands. */
export async function settleBands(app: TestApp): Promise<void> {
  await app.services.prices.schedule["settle_price_bands"]?.run(new AbortController().signal);
}

/** The estimate of cars like this one, as a visitor gets it. */
export async function estimateOfCar(
  app: TestApp,
  id: string,
  as: TestUser | null = null,
): Promise<PriceEstimateAnswer> {
  return priceEstimate.parse((await app.call(`GET /api/cars/${id}/price-estimate`, { as })).body);
}
