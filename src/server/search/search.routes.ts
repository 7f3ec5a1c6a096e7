import { Hono } from "hono";
import { parseCarSearch } from "#domain/search/car-search.ts";
import { pageQuery } from "#server/http/parse.ts";
import type { AppEnv } from "#server/http/session.ts";
import type { PublicCars } from "./public-cars.ts";
import type { SearchService } from "./search.service.ts";

export interface SearchRoutesDeps {
  readonly search: SearchService;
  readonly publicCars: PublicCars;
}

const carsPage = { limit: 100, max: 100 };

/**
 * The public search (specification.md#car-states). Mounted before the cars' routes, which take `/api/cars/{id}`. Answers are the
 * same for everybody; what may be kept is asked for again, so that nobody sees a sold car.
 */
export function searchRoutes(deps: SearchRoutesDeps): Hono<AppEnv> {
  const { search, publicCars } = deps;
  const app = new Hono<AppEnv>();

  app.get("/api/cars", async (c) => {
    const url = new URL(c.req.url);
    const { page, limit } = pageQuery(c, carsPage);
    const { ids, total } = await search.search(parseCarSearch(url.searchParams), { page, limit });
    const cars = await publicCars.load(ids);
    c.header("Cache-Control", "public, no-cache");
    c.header("X-Total-Count", String(total));
    if (page * limit < total) {
      url.searchParams.set("page", String(page + 1));
      c.header("Link", `<${url.pathname}${url.search}>; rel="next"`);
    }
    return c.json(cars);
  });

  app.get("/api/cars/facets", async (c) => {
    const { searchParams } = new URL(c.req.url);
    const models = searchParams.get("models") === "chosen" ? "chosen" : "all";
    c.header("Cache-Control", "public, no-cache");
    return c.json(await search.facets(parseCarSearch(searchParams), { models }));
  });

  app.get("/api/search/suggest", async (c) => {
    c.header("Cache-Control", "public, no-cache");
    return c.json(await search.suggest(c.req.query("q") ?? ""));
  });

  return app;
}
