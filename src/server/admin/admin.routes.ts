import { Hono } from "hono";
import type { TotpService } from "#server/accounts/totp.service.ts";
import type { AppEnv } from "#server/http/session.ts";
import type { Admin } from "./admin.ts";
import { adminDeskRoutes } from "./desk.routes.ts";
import { adminListsRoutes } from "./lists.routes.ts";
import { requireAdmin, requireTotp } from "./require-admin.ts";

/** Every call of the contract's adminEndpoints. Nobody but admins gets as far as a route. */
export function adminRoutes(
  admin: Admin,
  /** Where admins must have a second factor: what tells who has one. */
  totp: Pick<TotpService, "state"> | null,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use("/api/admin/*", requireAdmin);
  if (totp !== null) routes.use("/api/admin/*", requireTotp(totp));
  routes.route("/", adminListsRoutes(admin));
  routes.route("/", adminDeskRoutes(admin));
  return routes;
}
