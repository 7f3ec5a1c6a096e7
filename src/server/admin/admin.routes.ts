import { Hono } from "hono";
import { adminEndpoints } from "#contract/admin.ts";
import { reportEndpoints } from "#contract/reports.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AppEnv } from "#server/http/session.ts";
import { requireAdmin } from "./require-admin.ts";

/** Every call of the contract's adminEndpoints. */
export function adminRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.use("/api/admin/*", requireAdmin);
  // Mounted one by one as they are built.
  for (const name of Object.keys({ ...adminEndpoints, ...reportEndpoints })) {
    const [method = "", path = ""] = name.split(" ");
    routes.on(method, path.replaceAll(/\{(\w+)\}/g, ":$1"), () => {
      throw new AppError("not_found");
    });
  }
  return routes;
}
