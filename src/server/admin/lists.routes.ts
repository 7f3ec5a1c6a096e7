import type { adminListEndpoints } from "#contract/admin-lists.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { csvResponse } from "#server/http/csv-response.ts";
import { readIfMatch } from "#server/http/if-match.ts";
import type { Call, Routes } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import type { Admin } from "./admin.ts";
import { getCar, removeCar, removeCars, setCarVisibility, updateCar } from "./admin-cars.commands.ts";
import { getUser, removeUser, removeUsers, updateUserByAdmin } from "./admin-users.commands.ts";
import { exportCars, exportUsers } from "./export-lists.commands.ts";
import { readCars, readStats, readUsers } from "./read-lists.ts";
import { liftSuspension, suspendUser } from "./suspensions.commands.ts";

/** A row with its version as the tag for `If-Match`. */
function tagged<Row extends { readonly version: number }>(c: AppContext, row: Row): Row {
  c.header("ETag", `"${row.version}"`);
  return row;
}

export function adminListsRoutes({ ctx, files }: Admin): Routes<keyof typeof adminListEndpoints> {
  /** Named after the list and the day in Kosovo. */
  function csvFile(c: AppContext, name: string, body: ReadableStream<Uint8Array>): Response {
    return csvResponse(c, `${name}-${dayOf(ctx.now())}.csv`, body);
  }

  async function listUsers({ c, query }: Call<"GET /api/admin/users" | "GET /api/admin/users/search">) {
    const answered = await readUsers(ctx, query);
    c.header("X-Total-Count", String(answered.pagination.totalUsers));
    return answered;
  }

  async function listCars({ c, actor, query }: Call<"GET /api/admin/cars" | "GET /api/admin/cars/search">) {
    const answered = await readCars(ctx, actor, query);
    c.header("X-Total-Count", String(answered.pagination.totalCars));
    return answered;
  }

  return {
    "GET /api/admin/stats": ({ actor }) => readStats(ctx, actor),

    "GET /api/admin/users": listUsers,
    "GET /api/admin/users/search": listUsers,
    "GET /api/admin/users/export": async ({ c, actor, query }) =>
      csvFile(c, adminMessages.export.usersFile, await exportUsers(ctx, files, actor, query)),
    "POST /api/admin/users/bulk-delete": ({ actor, body }) =>
      removeUsers(ctx, actor, body.ids, body.reason ?? null),
    "GET /api/admin/users/{id}": async ({ c, params }) => tagged(c, await getUser(ctx, params.id)),
    "PUT /api/admin/users/{id}": async ({ c, actor, params, body }) =>
      tagged(c, await updateUserByAdmin(ctx, actor, params.id, body, readIfMatch(c))),
    "POST /api/admin/users/{id}/suspension": async ({ c, actor, params, body }) => {
      await suspendUser(ctx, actor, params.id, body.reason);
      return tagged(c, await getUser(ctx, params.id));
    },
    "DELETE /api/admin/users/{id}/suspension": async ({ c, actor, params, query, body }) => {
      await liftSuspension(ctx, actor, params.id, body.reason ?? query.reason ?? null);
      return tagged(c, await getUser(ctx, params.id));
    },
    "DELETE /api/admin/users/{id}": ({ actor, params, query }) =>
      removeUser(ctx, actor, params.id, query.reason ?? null),

    "GET /api/admin/cars": listCars,
    "GET /api/admin/cars/search": listCars,
    "GET /api/admin/cars/export": async ({ c, actor, query }) =>
      csvFile(c, adminMessages.export.carsFile, await exportCars(ctx, files, actor, query)),
    "POST /api/admin/cars/bulk-delete": ({ actor, body }) =>
      removeCars(ctx, actor, body.ids, body.reason ?? null),
    "GET /api/admin/cars/{id}": async ({ c, actor, params }) =>
      tagged(c, await getCar(ctx, actor, params.id)),
    "PUT /api/admin/cars/{id}": async ({ c, actor, params, body }) =>
      tagged(c, await updateCar(ctx, actor, params.id, body, readIfMatch(c))),
    "DELETE /api/admin/cars/{id}": ({ actor, params, query }) =>
      removeCar(ctx, actor, params.id, query.reason ?? null),
    "POST /api/admin/cars/{id}/hide": async ({ c, actor, params, body }) =>
      tagged(c, await setCarVisibility(ctx, actor, params.id, "hide", body.reason ?? null)),
    "POST /api/admin/cars/{id}/show": async ({ c, actor, params, body }) =>
      tagged(c, await setCarVisibility(ctx, actor, params.id, "show", body.reason ?? null)),
  };
}
