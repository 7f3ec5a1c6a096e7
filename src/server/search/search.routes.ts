import { Hono } from "hono";
import type { Kysely } from "kysely";
import type { Car } from "#contract/cars.ts";
import { parseCarSearch } from "#domain/search/car-search.ts";
import { carAccess, loadCars } from "#server/cars/cars.queries.ts";
import { type PhotoUrl, presentCar } from "#server/cars/present-car.ts";
import type { DB } from "#server/db/tables.ts";
import { canContactSeller } from "#domain/cars/car-permissions.ts";
import { pageQuery } from "#server/http/parse.ts";
import type { AppEnv } from "#server/http/session.ts";
import type { SearchService } from "./search.service.ts";

export interface SearchRoutesDeps {
  readonly search: SearchService;
  readonly db: Kysely<DB>;
  /** A replica that public reads may go to; the database itself where there is none. */
  readonly readDb?: Kysely<DB>;
  readonly photoUrl: PhotoUrl;
}

const carsPage = { limit: 100, max: 100 };

/**
 * The cars as the public sees them, whoever asks: one answer for all. What has ceased to be public since the index
 * answered is left out; what a replica does not know yet is read from the database itself.
 */
async function loadPublicCars(deps: SearchRoutesDeps, ids: readonly string[]): Promise<Car[]> {
  const { db, readDb = db, photoUrl } = deps;
  let rows = await loadCars(readDb, ids);
  if (readDb !== db && rows.length < ids.length) rows = await loadCars(db, ids);
  return rows.filter((row) => canContactSeller(carAccess(row))).map((row) => presentCar(row, null, photoUrl));
}

/**
 * The public search (DECISIONS "Cars"). Mounted before the cars' routes, which take `/api/cars/{id}`. Answers are the
 * same for everybody; what may be kept is asked for again, so that nobody sees a sold car.
 */
export function searchRoutes(deps: SearchRoutesDeps): Hono<AppEnv> {
  const { search } = deps;
  const app = new Hono<AppEnv>();

  app.get("/api/cars", async (c) => {
    const url = new URL(c.req.url);
    const { page, limit } = pageQuery(c, carsPage);
    const { ids, total } = await search.search(parseCarSearch(url.searchParams), { page, limit });
    const cars = await loadPublicCars(deps, ids);
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
