import type { OwnCarsEndpoint } from "#contract/cars.ts";
import type { Context } from "#server/context.ts";
import { pageQuery } from "#server/http/parse.ts";
import type { Call, Routes } from "#server/http/route.ts";
import { readOwnCars, withInterest } from "./own-cars.ts";

const ownPage = { limit: 500, max: 500 };

/** The lists of one's own cars; their figures come from statistics and prices, which stand above the cars. */
export function ownCarsRoutes(ctx: Context): Routes<OwnCarsEndpoint> {
  const own =
    (which: "listed" | "archived") =>
    async ({ c, actor, session }: Call<OwnCarsEndpoint>) => {
      const { cars, total } = await readOwnCars(ctx, actor, which, pageQuery(c, ownPage));
      c.header("X-Total-Count", String(total));
      // Figures are for people, and for keys another scope opens them.
      return session?.scopes === undefined ? withInterest(ctx, cars) : cars;
    };
  return { "GET /api/cars/my": own("listed"), "GET /api/cars/archived": own("archived") };
}
