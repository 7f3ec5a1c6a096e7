import type { AdminStats, CarList, CarListQuery, UserList, UserListQuery } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { defaultSort } from "#domain/admin/admin-sorts.ts";
import type { Context } from "#server/context.ts";
import { loadAdminUsers, readAdminCars } from "./admin-rows.queries.ts";
import { loadCarPage, loadTotals, loadUserPage } from "./lists.queries.ts";
import { loadWaiting } from "./waiting.queries.ts";

/** Rows of the overview's two lists. */
const recent = { page: 1, limit: 5, q: undefined, sort: defaultSort };

/** What every list says of its pages. */
export function pagesOf(page: number, limit: number, total: number) {
  const totalPages = Math.ceil(total / limit);
  return { page, totalPages, hasPrevPage: page > 1, hasNextPage: page < totalPages };
}

export async function readUsers({ db }: Pick<Context, "db">, query: UserListQuery): Promise<UserList> {
  const { page, limit } = query;
  const { ids, found, all } = await loadUserPage(db, query, { offset: (page - 1) * limit, limit });
  return {
    users: await loadAdminUsers(db, ids),
    pagination: { ...pagesOf(page, limit, found), totalUsers: found, allUsers: all },
  };
}

export async function readCars(ctx: Context, admin: Actor, query: CarListQuery): Promise<CarList> {
  const { page, limit } = query;
  const { ids, found, all } = await loadCarPage(ctx.db, query, { offset: (page - 1) * limit, limit });
  return {
    cars: await readAdminCars(ctx, admin, ids),
    pagination: { ...pagesOf(page, limit, found), totalCars: found, allCars: all },
  };
}

/** The overview. */
export async function readStats(ctx: Context, admin: Actor): Promise<AdminStats> {
  const [totals, newestUsers, newestCars, waiting] = await Promise.all([
    loadTotals(ctx.db),
    readUsers(ctx, { ...recent, role: undefined }),
    readCars(ctx, admin, { ...recent, status: undefined, owner: undefined }),
    loadWaiting(ctx.db),
  ]);
  return { ...totals, recentUsers: newestUsers.users, recentCars: newestCars.cars, waiting };
}
