import { createMiddleware } from "hono/factory";
import { AppError } from "#server/http/app-error.ts";
import { type AppEnv, requireUser } from "#server/http/session.ts";

/** Whoever is no admin at this moment goes no further: the session was read from the database for this very call. */
export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  if (!requireUser(c).isAdmin) throw new AppError("forbidden");
  await next();
});
