import type { searchEndpoints } from "#contract/search.ts";
import { parseCarSearch } from "#domain/search/car-search.ts";
import { readCar } from "#server/market/cars/read-cars.ts";
import type { Context } from "#server/context.ts";
import { pageQuery } from "#server/http/parse.ts";
import type { Routes } from "#server/http/route.ts";
import { facetNames } from "./search-cars.ts";
import type { Shown } from "#server/market/recording/shown.ts";

const carsPage = { limit: 100, max: 100 };
const similarCars = { limit: 12, max: 12 };

/**
 * The public search (specification.md#car-states). Answers are equal for everybody; caches must revalidate, so
 * that nobody sees a sold car.
 */
export function searchRoutes(
  ctx: Context,
  shown: Pick<Shown, "list" | "besideCar">,
): Routes<keyof typeof searchEndpoints> {
  const { search, publicCars } = ctx;
  return {
    "GET /api/cars": async ({ c }) => {
      const url = new URL(c.req.url);
      const { page, limit } = pageQuery(c, carsPage);
      const { ids, total } = await search.search(parseCarSearch(url.searchParams), { page, limit });
      const found = await publicCars.load(ids);
      shown.list(
        c,
        found.map((car) => car._id),
      );
      c.header("Cache-Control", "public, no-cache");
      c.header("X-Total-Count", String(total));
      if (page * limit < total) {
        url.searchParams.set("page", String(page + 1));
        c.header("Link", `<${url.pathname}${url.search}>; rel="next"`);
      }
      return found;
    },

    "GET /api/cars/{id}/similar": async ({ c, actor, params }) => {
      const { car } = await readCar(ctx, actor, params.id);
      shown.besideCar(c, params.id);
      const { limit } = pageQuery(c, similarCars);
      return publicCars.load(await search.similar(car, limit));
    },

    "GET /api/cars/facets": ({ c }) => {
      const { searchParams } = new URL(c.req.url);
      const models = searchParams.get("models") === "chosen" ? "chosen" : "all";
      c.header("Cache-Control", "public, no-cache");
      const fields = searchParams.get("fields")?.split(",");
      return search.facets(parseCarSearch(searchParams), {
        models,
        ...(fields && { fields: new Set(facetNames.filter((name) => fields.includes(name))) }),
      });
    },

    "GET /api/search/suggest": ({ c }) => {
      c.header("Cache-Control", "public, no-cache");
      return search.suggest(c.req.query("q") ?? "");
    },
  };
}
