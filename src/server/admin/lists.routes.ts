import { Hono } from "hono";
import {
  type AdminCar,
  type AdminUser,
  bulkDeleteBody,
  carListQuery,
  reasonBody,
  reasonQuery,
  updateAdminCarBody,
  updateUserBody,
  userListQuery,
} from "#contract/admin-lists.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { readIfMatch } from "#server/http/if-match.ts";
import { idParam, parseBody, parseOptionalBody, parseQuery } from "#server/http/parse.ts";
import { type AppContext, type AppEnv, requireUser } from "#server/http/session.ts";
import type { Admin } from "./admin.ts";

/** A row with the version that `If-Match` compares. */
function answer(c: AppContext, row: AdminCar | AdminUser): Response {
  c.header("ETag", `"${row.version}"`);
  return c.json(row);
}

function csvFile(c: AppContext, name: string, body: ReadableStream<Uint8Array>): Response {
  const day = new Date().toISOString().slice(0, 10);
  return c.body(body, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}-${day}.csv"`,
  });
}

const userId = (c: AppContext) => idParam(c, "user_not_found");
const carId = (c: AppContext) => idParam(c, "car_not_found");

/** Every call of the contract's adminListEndpoints. */
export function adminListsRoutes({ lists, exports, users, cars }: Admin): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get("/api/admin/stats", async (c) => c.json(await lists.stats(requireUser(c))));

  for (const path of ["/api/admin/users", "/api/admin/users/search"]) {
    routes.get(path, async (c) => {
      const answered = await lists.users(parseQuery(c, userListQuery));
      c.header("X-Total-Count", String(answered.pagination.totalUsers));
      return c.json(answered);
    });
  }
  routes.get("/api/admin/users/export", async (c) => {
    const query = parseQuery(c, userListQuery);
    return csvFile(c, adminMessages.export.usersFile, await exports.users(requireUser(c), query));
  });
  routes.post("/api/admin/users/bulk-delete", async (c) => {
    const { ids, reason } = await parseBody(c, bulkDeleteBody);
    return c.json(await users.removeMany(requireUser(c), ids, reason ?? null));
  });
  routes.get("/api/admin/users/:id", async (c) => answer(c, await users.get(userId(c))));
  routes.put("/api/admin/users/:id", async (c) => {
    const id = userId(c);
    const change = await parseBody(c, updateUserBody);
    return answer(c, await users.update(requireUser(c), id, change, readIfMatch(c)));
  });
  routes.delete("/api/admin/users/:id", async (c) => {
    const { reason } = parseQuery(c, reasonQuery);
    await users.remove(requireUser(c), userId(c), reason ?? null);
    return c.body(null, 204);
  });

  for (const path of ["/api/admin/cars", "/api/admin/cars/search"]) {
    routes.get(path, async (c) => {
      const answered = await lists.cars(requireUser(c), parseQuery(c, carListQuery));
      c.header("X-Total-Count", String(answered.pagination.totalCars));
      return c.json(answered);
    });
  }
  routes.get("/api/admin/cars/export", async (c) => {
    const query = parseQuery(c, carListQuery);
    return csvFile(c, adminMessages.export.carsFile, await exports.cars(requireUser(c), query));
  });
  routes.post("/api/admin/cars/bulk-delete", async (c) => {
    const { ids, reason } = await parseBody(c, bulkDeleteBody);
    return c.json(await cars.removeMany(requireUser(c), ids, reason ?? null));
  });
  routes.get("/api/admin/cars/:id", async (c) => answer(c, await cars.get(requireUser(c), carId(c))));
  routes.put("/api/admin/cars/:id", async (c) => {
    const id = carId(c);
    const change = await parseBody(c, updateAdminCarBody);
    return answer(c, await cars.update(requireUser(c), id, change, readIfMatch(c)));
  });
  routes.delete("/api/admin/cars/:id", async (c) => {
    const { reason } = parseQuery(c, reasonQuery);
    await cars.remove(requireUser(c), carId(c), reason ?? null);
    return c.body(null, 204);
  });
  for (const what of ["hide", "show"] as const) {
    routes.post(`/api/admin/cars/:id/${what}`, async (c) => {
      const id = carId(c);
      const { reason } = await parseOptionalBody(c, reasonBody);
      return answer(c, await cars[what](requireUser(c), id, reason ?? null));
    });
  }

  return routes;
}
