import type { Hono } from "hono";
import type { alertEndpoints } from "#contract/alerts.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { Present, type Routes } from "#server/http/route.ts";
import type { AppEnv } from "#server/http/session.ts";
import type { Alerts } from "./alerts.ts";
import { followCar, listFollowedCars } from "./followed-cars.commands.ts";
import { deleteFollowing, isFollowing } from "./followed-cars.queries.ts";
import {
  changeSavedSearch,
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
} from "./saved-searches.commands.ts";

export function alertsRoutes(
  ctx: Context,
  alerts: Pick<Alerts, "unsubscribe">,
): Routes<keyof typeof alertEndpoints> {
  const { db } = ctx;
  return {
    "GET /api/saved-searches": ({ actor }) => listSavedSearches(ctx, actor.id),

    "POST /api/saved-searches": async ({ actor, body }) => {
      const { saved, isNew } = await saveSearch(ctx, actor.id, body);
      return isNew ? saved : new Present(saved);
    },

    "PUT /api/saved-searches/{id}": ({ actor, params, body }) =>
      changeSavedSearch(ctx, actor.id, params.id, body),

    "DELETE /api/saved-searches/{id}": ({ actor, params }) => removeSavedSearch(ctx, actor.id, params.id),

    "GET /api/followed-cars": ({ actor }) => listFollowedCars(ctx, actor.id),

    "GET /api/cars/{id}/follow": async ({ actor, params }) => ({
      following: await isFollowing(db, { userId: actor.id, carId: params.id }),
    }),

    "PUT /api/cars/{id}/follow": async ({ actor, params }) => {
      await followCar(ctx, actor, params.id);
      return { following: true };
    },

    "DELETE /api/cars/{id}/follow": ({ actor, params }) =>
      deleteFollowing(db, { userId: actor.id, carId: params.id }),

    "POST /api/unsubscribe": async ({ c, query }) => {
      // The body does not matter: the token is enough. The page's own form, without scripts, gets a page.
      const isForm = c.req.header("accept")?.includes("text/html") === true;
      try {
        await alerts.unsubscribe(query.token);
      } catch (error) {
        if (isForm && error instanceof AppError && error.code === "unsubscribe_link_invalid")
          return c.redirect("/unsubscribe", 303);
        throw error;
      }
      return isForm ? c.redirect("/unsubscribe?done", 303) : undefined;
    },
  };
}

/**
 * Mail programs POST to a mail's link (RFC 8058), or open it. Opening changes nothing, because scanners open
 * every link.
 */
export function mountUnsubscribeLink(app: Hono<AppEnv>): void {
  app.get("/api/unsubscribe", (c) => {
    c.header("Cache-Control", "no-store");
    return c.redirect(`/unsubscribe?token=${encodeURIComponent(c.req.query("token") ?? "")}`, 303);
  });
}
