import type { Kysely } from "kysely";
import type { AdminStats, CarList, CarListQuery, UserList, UserListQuery } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { defaultSort } from "#domain/admin/admin-sorts.ts";
import type { PhotoUrl } from "#server/market/cars/present-car.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { loadAdminCars, loadAdminUsers } from "./admin-rows.queries.ts";
import { loadCarPage, loadTotals, loadUserPage } from "./lists.queries.ts";
import { loadWaiting } from "./waiting.queries.ts";

/** Rows of the overview's two lists. */
const recent = { page: 1, limit: 5, q: undefined, sort: defaultSort };

export interface AdminListsService {
  stats(admin: Actor): Promise<AdminStats>;
  users(query: UserListQuery): Promise<UserList>;
  cars(admin: Actor, query: CarListQuery): Promise<CarList>;
}

/** Pagination of every list. */
export function pagesOf(page: number, limit: number, total: number) {
  const totalPages = Math.ceil(total / limit);
  return { page, totalPages, hasPrevPage: page > 1, hasNextPage: page < totalPages };
}

/** The overview, and the lists of users and cars. */
export function createAdminListsService(deps: {
  readonly db: Kysely<DB>;
  readonly photoUrl: PhotoUrl;
}): AdminListsService {
  const { db, photoUrl } = deps;

  async function users(query: UserListQuery): Promise<UserList> {
    const { page, limit } = query;
    const { ids, found, all } = await loadUserPage(db, query, { offset: (page - 1) * limit, limit });
    return {
      users: await loadAdminUsers(db, ids),
      pagination: { ...pagesOf(page, limit, found), totalUsers: found, allUsers: all },
    };
  }

  async function cars(admin: Actor, query: CarListQuery): Promise<CarList> {
    const { page, limit } = query;
    const { ids, found, all } = await loadCarPage(db, query, { offset: (page - 1) * limit, limit });
    return {
      cars: await loadAdminCars(db, admin, ids, photoUrl),
      pagination: { ...pagesOf(page, limit, found), totalCars: found, allCars: all },
    };
  }

  return {
    users,
    cars,

    stats: async (admin) => {
      const [totals, newestUsers, newestCars, waiting] = await Promise.all([
        loadTotals(db),
        users({ ...recent, role: undefined }),
        cars(admin, { ...recent, status: undefined, owner: undefined }),
        loadWaiting(db),
      ]);
      return { ...totals, recentUsers: newestUsers.users, recentCars: newestCars.cars, waiting };
    },
  };
}
