import { Hono } from "hono";
import { publishCarBody, updateCarBody } from "#contract/cars.ts";
import type { CarEvent } from "#domain/cars/car-states.ts";
import { idempotencyOf } from "#server/http/idempotency.ts";
import { callerOf, type Limits } from "#server/http/limits.ts";
import { idParam, pageQuery } from "#server/http/parse.ts";
import { type AppContext, type AppEnv, currentActor, requireUser } from "#server/http/session.ts";
import { contentOf } from "#server/photos/cut-pictures.ts";
import { receiveCarForm } from "#server/photos/receive-car-form.ts";
import type { PublicCars } from "#server/search/public-cars.ts";
import type { SearchService } from "#server/search/search.service.ts";
import type { CarsService, VersionedCar } from "./cars.service.ts";
import { readIfMatch } from "#server/http/if-match.ts";

export interface CarsRoutesDeps {
  readonly cars: CarsService;
  readonly search: SearchService;
  readonly publicCars: PublicCars;
  readonly limits: Pick<Limits, "contact" | "photoUpload" | "publish">;
}

const ownPage = { limit: 500, max: 500 };
const similarCars = { limit: 12, max: 12 };

const moves: Record<string, CarEvent> = { sold: "markSold", unsold: "markUnsold", restore: "restore" };

function idOf(c: AppContext): string {
  return idParam(c, "car_not_found");
}

function answer(c: AppContext, { car, version }: VersionedCar): Response {
  c.header("ETag", `"${version}"`);
  return c.json(car);
}

/**
 * The calls of the specification's cars table but for the search (`GET /api/cars` and its facets), whose routes go before these:
 * `/api/cars/{id}` takes whatever is left.
 */
export function carsRoutes(deps: CarsRoutesDeps): Hono<AppEnv> {
  const { cars, search, publicCars, limits } = deps;
  const app = new Hono<AppEnv>();

  app.get("/api/cars/my", async (c) => {
    const user = requireUser(c);
    const { cars: own, total } = await cars.own(user, "listed", pageQuery(c, ownPage));
    c.header("X-Total-Count", String(total));
    return c.json(own);
  });

  app.get("/api/cars/archived", async (c) => {
    const user = requireUser(c);
    const { cars: own, total } = await cars.own(user, "archived", pageQuery(c, ownPage));
    c.header("X-Total-Count", String(total));
    return c.json(own);
  });

  app.post("/api/cars", async (c) => {
    const user = requireUser(c);
    await limits.publish.take(callerOf(c));
    const { form: car, pictures } = await receiveCarForm(c, publishCarBody, ["images"], limits);
    const request = idempotencyOf(c, user.id, "POST /api/cars", car, contentOf(pictures));
    const { body } = await cars.publish(user, car, request, pictures);
    return c.json(body, 201);
  });

  app.get("/api/cars/:id", async (c) => {
    const viewer = currentActor(c);
    const shown = viewer === null ? await publicCars.loadBesideReplica(idOf(c)) : null;
    if (shown !== null) return c.json(shown);
    const found = await cars.get(viewer, idOf(c));
    // Guests' pages are rendered from this and kept by nobody unasked; a tag of the row's version alone would also
    // call a car unchanged whose sponsorship ran out.
    return viewer === null ? c.json(found.car) : answer(c, found);
  });

  app.get("/api/cars/:id/similar", async (c) => {
    const { car } = await cars.get(currentActor(c), idOf(c));
    const { limit } = pageQuery(c, similarCars);
    return c.json(await publicCars.load(await search.similar(car, limit)));
  });

  app.post("/api/cars/:id/contact", async (c) => {
    const id = idOf(c);
    await limits.contact.take(callerOf(c));
    c.header("Cache-Control", "private, no-store");
    return c.json(await cars.contact(currentActor(c), id));
  });

  app.put("/api/cars/:id", async (c) => {
    const user = requireUser(c);
    const id = idOf(c);
    // Before the body is read: it may be 40 MB, and what is wrong with it is nobody else's business.
    await cars.assertEditable(user, id);
    const { form, pictures } = await receiveCarForm(c, updateCarBody, ["images"], limits);
    return answer(c, await cars.update(user, id, form, readIfMatch(c), pictures));
  });

  app.delete("/api/cars/:id", async (c) => {
    await cars.move(requireUser(c), idOf(c), "archive");
    return c.body(null, 204);
  });

  for (const [path, event] of Object.entries(moves)) {
    app.put(`/api/cars/:id/${path}`, async (c) => answer(c, await cars.move(requireUser(c), idOf(c), event)));
  }

  return app;
}
