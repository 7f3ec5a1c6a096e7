import type { adminListEndpoints } from "#contract/admin-lists.ts";
import { adminMessages } from "#domain/messages/admin.ts";
import { readIfMatch } from "#server/http/if-match.ts";
import type { Call, Routes } from "#server/http/route.ts";
import type { AppContext } from "#server/http/session.ts";
import type { Admin } from "./admin.ts";

/** A row with its version as the tag for `If-Match`. */
function tagged<Row extends { readonly version: number }>(c: AppContext, row: Row): Row {
  c.header("ETag", `"${row.version}"`);
  return row;
}

function csvFile(c: AppContext, name: string, body: ReadableStream<Uint8Array>): Response {
  const day = new Date().toISOString().slice(0, 10);
  return c.body(body, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}-${day}.csv"`,
  });
}

/** The contract's adminListEndpoints. */
export function adminListsRoutes({
  lists,
  exports,
  users,
  suspensions,
  cars,
}: Admin): Routes<keyof typeof adminListEndpoints> {
  async function listUsers({ c, query }: Call<"GET /api/admin/users" | "GET /api/admin/users/search">) {
    const answered = await lists.users(query);
    c.header("X-Total-Count", String(answered.pagination.totalUsers));
    return answered;
  }

  async function listCars({ c, actor, query }: Call<"GET /api/admin/cars" | "GET /api/admin/cars/search">) {
    const answered = await lists.cars(actor, query);
    c.header("X-Total-Count", String(answered.pagination.totalCars));
    return answered;
  }

  return {
    "GET /api/admin/stats": ({ actor }) => lists.stats(actor),

    "GET /api/admin/users": listUsers,
    "GET /api/admin/users/search": listUsers,
    "GET /api/admin/users/export": async ({ c, actor, query }) =>
      csvFile(c, adminMessages.export.usersFile, await exports.users(actor, query)),
    "POST /api/admin/users/bulk-delete": ({ actor, body }) =>
      users.removeMany(actor, body.ids, body.reason ?? null),
    "GET /api/admin/users/{id}": async ({ c, params }) => tagged(c, await users.get(params.id)),
    "PUT /api/admin/users/{id}": async ({ c, actor, params, body }) =>
      tagged(c, await users.update(actor, params.id, body, readIfMatch(c))),
    "POST /api/admin/users/{id}/suspension": async ({ c, actor, params, body }) => {
      await suspensions.suspend(actor, params.id, body.reason);
      return tagged(c, await users.get(params.id));
    },
    "DELETE /api/admin/users/{id}/suspension": async ({ c, actor, params, query, body }) => {
      await suspensions.lift(actor, params.id, body.reason ?? query.reason ?? null);
      return tagged(c, await users.get(params.id));
    },
    "DELETE /api/admin/users/{id}": ({ actor, params, query }) =>
      users.remove(actor, params.id, query.reason ?? null),

    "GET /api/admin/cars": listCars,
    "GET /api/admin/cars/search": listCars,
    "GET /api/admin/cars/export": async ({ c, actor, query }) =>
      csvFile(c, adminMessages.export.carsFile, await exports.cars(actor, query)),
    "POST /api/admin/cars/bulk-delete": ({ actor, body }) =>
      cars.removeMany(actor, body.ids, body.reason ?? null),
    "GET /api/admin/cars/{id}": async ({ c, actor, params }) => tagged(c, await cars.get(actor, params.id)),
    "PUT /api/admin/cars/{id}": async ({ c, actor, params, body }) =>
      tagged(c, await cars.update(actor, params.id, body, readIfMatch(c))),
    "DELETE /api/admin/cars/{id}": ({ actor, params, query }) =>
      cars.remove(actor, params.id, query.reason ?? null),
    "POST /api/admin/cars/{id}/hide": async ({ c, actor, params, body }) =>
      tagged(c, await cars.hide(actor, params.id, body.reason ?? null)),
    "POST /api/admin/cars/{id}/show": async ({ c, actor, params, body }) =>
      tagged(c, await cars.show(actor, params.id, body.reason ?? null)),
  };
}
