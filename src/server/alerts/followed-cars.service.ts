import type { Kysely } from "kysely";
import type { FollowedCar } from "#contract/alerts.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { canContactSeller, canSeeCar } from "#domain/cars/car-permissions.ts";
import { carAccess } from "#server/cars/cars.queries.ts";
import { lockAccount } from "#server/cars/sellers.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { PublicCars } from "#server/cars/public-cars.ts";
import {
  deleteFollowing,
  insertFollowing,
  isFollowing,
  loadFollowed,
  lockCarToFollow,
} from "./followed-cars.queries.ts";

/** The cars whose price a person follows. The mails are the jobs' affair. */
export interface FollowedCarsService {
  /** Those that are public at this moment, the latest first; the limit bounds them. */
  list(userId: string): Promise<FollowedCar[]>;
  isFollowing(userId: string, carId: string): Promise<boolean>;
  /**
   * Follows the price of a public car from what it is now; again, it changes nothing. Throws car_not_found, car_is_sold,
   * car_is_archived and own_car (for the owner), followed_cars_full, not_signed_in.
   */
  follow(user: Actor, carId: string): Promise<void>;
  /** One that is not followed is no error. */
  unfollow(userId: string, carId: string): Promise<void>;
}

export function createFollowedCarsService({
  db,
  publicCars,
}: {
  db: Kysely<DB>;
  publicCars: PublicCars;
}): FollowedCarsService {
  return {
    list: async (userId) => {
      const rows = await loadFollowed(db, userId);
      const cars = await publicCars.load(rows.map((row) => row.car_id));
      const byId = new Map(cars.map((car) => [car._id, car]));
      return rows.flatMap(({ car_id, first_price, created_at }) => {
        const car = byId.get(car_id);
        return car === undefined ? [] : [{ car, firstPrice: first_price, since: created_at.toISOString() }];
      });
    },

    isFollowing: (userId, carId) => isFollowing(db, { userId, carId }),

    follow: (user, carId) =>
      db.transaction().execute(async (trx) => {
        // Locked, so that the limit holds for two at once.
        await lockAccount(trx, user.id);
        const car = await lockCarToFollow(trx, carId);
        if (car === undefined || !canSeeCar(user, carAccess(car))) throw new AppError("car_not_found");
        if (car.owner_id === user.id) throw new AppError("own_car");
        if (car.state === "sold") throw new AppError("car_is_sold");
        if (!canContactSeller(carAccess(car))) throw new AppError("car_is_archived");
        if (!(await insertFollowing(trx, { userId: user.id, carId }, car.price))) return;
        const { length: count } = await loadFollowed(trx, user.id);
        if (count > alertLimits.maxFollowedCars) throw new AppError("followed_cars_full");
      }),

    unfollow: (userId, carId) => deleteFollowing(db, { userId, carId }),
  };
}
