import { type Car, carEndpoints, type OwnCarsEndpoint } from "#contract/cars.ts";
import type { CarEvent } from "#domain/cars/car-states.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { readIfMatch } from "#server/http/if-match.ts";
import { callerOf } from "#server/http/limits.ts";
import { type Call, type Routes, Serialised } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import { receiveCarForm } from "#server/market/photos/receive-car-form.ts";
import type { Shown } from "#server/market/recording/shown.ts";
import { carRequest } from "./car-request.ts";
import { countGivenVin, isOtherVin } from "./car-vins.ts";
import { moveOwnCar, publishCar, updateCar } from "./cars.commands.ts";
import { readCar, readContact, readPriceCuts, requireEditable, type VersionedCar } from "./read-cars.ts";

function tagged(c: AppContext, { car, version }: VersionedCar): Car {
  c.header("ETag", `"${version}"`);
  return car;
}

/** The contract's carEndpoints but one's own cars (own-cars.routes.ts). */
export function carsRoutes(
  ctx: Context,
  shown: Shown,
): Routes<Exclude<keyof typeof carEndpoints, OwnCarsEndpoint>> {
  const { publicCars, limits } = ctx;

  type Move = "PUT /api/cars/{id}/sold" | "PUT /api/cars/{id}/unsold" | "PUT /api/cars/{id}/restore";
  const move =
    (event: CarEvent) =>
    async ({ c, actor, params }: Call<Move>) =>
      tagged(c, await moveOwnCar(ctx, actor, params.id, event));

  return {
    "POST /api/cars": {
      limit: limits.publish,
      handle: async ({ c, actor }) => {
        const operation = "POST /api/cars";
        const received = await receiveCarForm(c, carEndpoints[operation], limits);
        const request = carRequest(ctx, c, { userId: actor.id, operation }, received, received.form.vin);
        const { body } = await publishCar(ctx, actor, received.form, request, received.pictures);
        return new Serialised<Car>(JSON.stringify(body));
      },
    },

    "GET /api/cars/{id}": async ({ c, actor, session, params: { id } }) => {
      if (actor !== null) {
        const found = await readCar(ctx, actor, id);
        // A key opens its owner's cars only; others' are read without one.
        if (session?.scopes !== undefined && found.car.user !== actor.id) throw new AppError("not_yours");
        shown.car(c, id);
        return tagged(c, found);
      }
      // Guests' pages are rendered from this, and must revalidate. A tag of the row's version would miss the
      // end of a sponsorship.
      const car = (await publicCars.loadBesideReplica(id)) ?? (await readCar(ctx, null, id)).car;
      shown.car(c, id);
      return car;
    },

    "GET /api/cars/{id}/price-history": ({ actor, params }) => readPriceCuts(ctx, actor, params.id),

    "POST /api/cars/{id}/contact": {
      limit: limits.contact,
      handle: async ({ c, actor, params }) => {
        c.header("Cache-Control", "private, no-store");
        const contact = await readContact(ctx, actor, params.id);
        shown.done(c, "phone", params.id);
        return contact;
      },
    },

    "PUT /api/cars/{id}": async ({ c, actor, params: { id } }) => {
      // Before the body is read: it may be 40 MB, and only the owner may see its errors.
      await requireEditable(ctx, actor, id);
      const { form, pictures } = await receiveCarForm(c, carEndpoints["PUT /api/cars/{id}"], limits);
      if (await isOtherVin(ctx, id, form.vin)) {
        await limits.vinCheck.take(callerOf(c));
        await limits.vinOfCar(actor.id, id);
        await countGivenVin(ctx, actor.id, form.vin);
      }
      return tagged(c, await updateCar(ctx, actor, id, form, readIfMatch(c), pictures));
    },

    "DELETE /api/cars/{id}": async ({ actor, params }) => {
      await moveOwnCar(ctx, actor, params.id, "archive");
    },

    "PUT /api/cars/{id}/sold": move("markSold"),
    "PUT /api/cars/{id}/unsold": move("markUnsold"),
    "PUT /api/cars/{id}/restore": move("restore"),
  };
}
