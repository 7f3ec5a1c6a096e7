import { Hono } from "hono";
import type { AppEnv } from "#server/http/session.ts";
import type { Admin } from "./admin.ts";
import { adminDeskRoutes } from "./desk.routes.ts";
import { adminListsRoutes } from "./lists.routes.ts";
import { requireAdmin } from "./require-admin.ts";

/** Every call of the contract's adminEndpoints. Nobody but admins gets as far as a route. */
export function adminRoutes(admin: Admin): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use("/api/admin/*", requireAdmin);
  routes.route("/", adminListsRoutes(admin));
  routes.route("/", adminDeskRoutes(admin));
  return routes;
}
