import { Hono } from "hono";
import { changeSavedSearchBody, saveSearchBody } from "#contract/alerts.ts";
import { AppError } from "#server/http/app-error.ts";
import { idParam, parseBody } from "#server/http/parse.ts";
import { type AppContext, type AppEnv, requireUser } from "#server/http/session.ts";
import type { Alerts } from "./alerts.ts";

function carIdOf(c: AppContext): string {
  return idParam(c, "car_not_found");
}

/** Every call of the contract's alertEndpoints. Mounted before the cars' routes. */
export function alertsRoutes({ alerts }: { readonly alerts: Alerts }): Hono<AppEnv> {
  const { savedSearches, followedCars } = alerts;
  const app = new Hono<AppEnv>();

  app.get("/api/saved-searches", async (c) => c.json(await savedSearches.list(requireUser(c).id)));

  app.post("/api/saved-searches", async (c) => {
    const { id } = requireUser(c);
    const { saved, isNew } = await savedSearches.save(id, await parseBody(c, saveSearchBody));
    return c.json(saved, isNew ? 201 : 200);
  });

  app.put("/api/saved-searches/:id", async (c) => {
    const user = requireUser(c);
    const id = idParam(c, "not_found");
    return c.json(await savedSearches.change(user.id, id, await parseBody(c, changeSavedSearchBody)));
  });

  app.delete("/api/saved-searches/:id", async (c) => {
    await savedSearches.remove(requireUser(c).id, idParam(c, "not_found"));
    return c.body(null, 204);
  });

  app.get("/api/followed-cars", async (c) => c.json(await followedCars.list(requireUser(c).id)));

  app.get("/api/cars/:id/follow", async (c) => {
    const user = requireUser(c);
    return c.json({ following: await followedCars.isFollowing(user.id, carIdOf(c)) });
  });

  app.put("/api/cars/:id/follow", async (c) => {
    const user = requireUser(c);
    await followedCars.follow(user, carIdOf(c));
    return c.json({ following: true });
  });

  app.delete("/api/cars/:id/follow", async (c) => {
    await followedCars.unfollow(requireUser(c).id, carIdOf(c));
    return c.body(null, 204);
  });

  // Mail programs POST here (RFC 8058), and open it where they know no better; opening changes nothing, because
  // scanners open every link of a mail.
  app.get("/api/unsubscribe", (c) => {
    c.header("Cache-Control", "no-store");
    return c.redirect(`/unsubscribe?token=${encodeURIComponent(c.req.query("token") ?? "")}`, 303);
  });

  app.post("/api/unsubscribe", async (c) => {
    // What the body says does not matter: the token names all. The page's own form, without scripts, gets a page.
    const isForm = c.req.header("accept")?.includes("text/html") === true;
    try {
      await alerts.unsubscribe(c.req.query("token") ?? "");
    } catch (error) {
      if (isForm && error instanceof AppError && error.code === "unsubscribe_link_invalid")
        return c.redirect("/unsubscribe", 303);
      throw error;
    }
    return isForm ? c.redirect("/unsubscribe?done", 303) : c.body(null, 204);
  });

  return app;
}
