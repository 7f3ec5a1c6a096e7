import type { Car } from "#contract/cars.ts";
import { loadCars } from "#server/market/cars/cars.queries.ts";
import { presentCar } from "#server/market/cars/present-car.ts";
import type { Context } from "#server/context.ts";
import { type CarKey, listActiveCars, listSharingDealers } from "./feeds.queries.ts";

/** Read at a time: as much of a feed as is in memory at once. */
const carsAtOnce = 100;
const dealersAtOnce = 100;

/**
 * A dealer's cars on sale as a guest sees them, newest first, in parts. Who may be seen is asked anew for each part, so
 * that nothing is sent that went while the feed was read.
 */
export async function* carsOfDealer(
  { db, photos }: Pick<Context, "db" | "photos">,
  dealerId: string,
): AsyncGenerator<Car[]> {
  let after: CarKey | null = null;
  do {
    const keys: CarKey[] = await listActiveCars(db, dealerId, after, carsAtOnce);
    const rows = await loadCars(
      db,
      keys.map(({ id }) => id),
    );
    yield rows.filter((row) => row.is_on_sale).map((row) => presentCar(row, null, photos.url));
    after = keys.length < carsAtOnce ? null : (keys.at(-1) ?? null);
  } while (after !== null);
}

/** The same of every dealer who has switched the feeds on. */
export async function* carsOfDealers(ctx: Pick<Context, "db" | "photos">): AsyncGenerator<Car[]> {
  let after: string | null = null;
  do {
    const dealers: string[] = await listSharingDealers(ctx.db, after, dealersAtOnce);
    for (const dealer of dealers) yield* carsOfDealer(ctx, dealer);
    after = dealers.length < dealersAtOnce ? null : (dealers.at(-1) ?? null);
  } while (after !== null);
}
