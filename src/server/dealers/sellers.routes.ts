import type { sellerEndpoints } from "#contract/sellers.ts";
import { type CarSearch, parseCarSearch } from "#domain/search/car-search.ts";
import type { Context } from "#server/context.ts";
import { pageQuery } from "#server/http/parse.ts";
import type { Routes } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import { publicSeller, sellerOfCar } from "./seller-pages.commands.ts";

/** The search and the page that a call for a seller's cars asks for; bad values are ignored, as for all cars. */
export function sellerQuery(c: AppContext): [search: CarSearch, page: { page: number; limit: number }] {
  return [parseCarSearch(new URL(c.req.url).searchParams), pageQuery(c, { limit: 100, max: 100 })];
}

export function sellersRoutes(ctx: Context): Routes<keyof typeof sellerEndpoints> {
  return {
    "GET /api/cars/{id}/seller": ({ params }) => sellerOfCar(ctx, params.id),

    "GET /api/sellers/{id}": async ({ c, params }) => {
      const seller = await publicSeller(ctx, params.id, ...sellerQuery(c));
      c.header("X-Total-Count", String(seller.found));
      return seller;
    },
  };
}
