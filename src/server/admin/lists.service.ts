import type { Kysely } from "kysely";
import type { AdminStats, CarList, CarListQuery, UserList, UserListQuery } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { defaultSort } from "#domain/admin/admin-sorts.ts";
import type { PhotoUrl } from "#server/cars/present-car.ts";
import type { DB } from "#server/db/tables.ts";
import { loadAdminCars, loadAdminUsers } from "./admin-rows.queries.ts";
import type { ListsKeeper } from "./lists/lists-keeper.ts";
import { loadWaiting } from "./waiting.queries.ts";

/** Rows of the overview's two lists. */
const recent = 5;

export interface AdminListsService {
  stats(admin: Actor): Promise<AdminStats>;
  users(query: UserListQuery): Promise<UserList>;
  cars(admin: Actor, query: CarListQuery): Promise<CarList>;
}

/** What every list says of its pages. */
export function pagesOf(page: number, limit: number, total: number) {
  const totalPages = Math.ceil(total / limit);
  return { page, totalPages, hasPrevPage: page > 1, hasNextPage: page < totalPages };
}

/**
 * The overview, and the lists of users and cars: which rows, in which order, and how many in all comes from memory
 * (lists/), what they say from the database.
 */
export function createAdminListsService(deps: {
  readonly db: Kysely<DB>;
  readonly lists: ListsKeeper;
  readonly photoUrl: PhotoUrl;
}): AdminListsService {
  const { db, lists, photoUrl } = deps;
  const newest = { sort: defaultSort };
  return {
    stats: async (admin) => {
      const index = await lists.ready();
      const { active, sold, archived } = index.carCounts;
      const now = Date.now();
      const counts = {
        totalUsers: index.userCount,
        totalDealers: index.countDealers(now),
        totalCars: active + sold + archived,
        activeCars: active,
        soldCars: sold,
      };
      const window = { offset: 0, limit: recent };
      const users = index.listUsers({ q: undefined, role: undefined, ...newest }, window, now);
      const cars = index.listCars({ q: undefined, status: undefined, owner: undefined, ...newest }, window);
      const [recentUsers, recentCars, waiting] = await Promise.all([
        loadAdminUsers(db, users.ids),
        loadAdminCars(db, admin, cars.ids, photoUrl),
        loadWaiting(db),
      ]);
      return { ...counts, recentUsers, recentCars, waiting };
    },

    users: async (query) => {
      const { page, limit } = query;
      const index = await lists.ready();
      const { ids, found, all } = index.listUsers(query, { offset: (page - 1) * limit, limit }, Date.now());
      return {
        users: await loadAdminUsers(db, ids),
        pagination: { ...pagesOf(page, limit, found), totalUsers: found, allUsers: all },
      };
    },

    cars: async (admin, query) => {
      const { page, limit } = query;
      const index = await lists.ready();
      const { ids, found, all } = index.listCars(query, { offset: (page - 1) * limit, limit });
      return {
        cars: await loadAdminCars(db, admin, ids, photoUrl),
        pagination: { ...pagesOf(page, limit, found), totalCars: found, allCars: all },
      };
    },
  };
}
