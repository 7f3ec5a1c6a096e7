import { type Kysely, sql } from "kysely";
import type { FollowedCar } from "#contract/alerts.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { canContactSeller, canSeeCar } from "#domain/cars/car-permissions.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { accessColumns, carAccess } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { PublicCars } from "#server/search/public-cars.ts";
import { holdAccount } from "./saved-searches.service.ts";

/** The cars whose price a person follows. The mails are the jobs' affair. */
export class FollowedCarsService {
  readonly #db: Kysely<DB>;
  readonly #publicCars: PublicCars;

  constructor(deps: { db: Kysely<DB>; publicCars: PublicCars }) {
    this.#db = deps.db;
    this.#publicCars = deps.publicCars;
  }

  /** Those that are public at this moment, the latest first; the limit bounds them. */
  async list(userId: string): Promise<FollowedCar[]> {
    const rows = await this.#db
      .selectFrom("followed_cars")
      .select(["car_id", "first_price", "created_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at", "desc")
      .orderBy("car_id")
      .execute();
    const cars = await this.#publicCars.load(rows.map((row) => row.car_id));
    const byId = new Map(cars.map(({ car }) => [car._id, car]));
    return rows.flatMap(({ car_id, first_price, created_at }) => {
      const car = byId.get(car_id);
      return car === undefined ? [] : [{ car, firstPrice: first_price, since: created_at.toISOString() }];
    });
  }

  async isFollowing(userId: string, carId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom("followed_cars")
      .select("car_id")
      .where("user_id", "=", userId)
      .where("car_id", "=", carId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Follows the price of a public car from what it is now; again, it changes nothing. Throws car_not_found, car_is_sold,
   * car_is_archived and own_car (for the owner), followed_cars_full, not_signed_in.
   */
  async follow(user: Actor, carId: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await holdAccount(trx, user.id);
      // Held, so that a price or a sale is either known here or comes after this and finds the follower.
      const car = await trx
        .selectFrom("cars as c")
        .innerJoin("users as u", "u.id", "c.owner_id")
        .select(["c.price", ...accessColumns])
        .where("c.id", "=", carId)
        .forShare("c")
        .executeTakeFirst();
      if (car === undefined || !canSeeCar(user, carAccess(car))) throw new AppError("car_not_found");
      if (car.owner_id === user.id) throw new AppError("own_car");
      if (car.state === "sold") throw new AppError("car_is_sold");
      if (!canContactSeller(carAccess(car))) throw new AppError("car_is_archived");
      const { price } = car;
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("followed_cars")
        .values({ user_id: user.id, car_id: carId, first_price: price, told_price: price })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return;
      const { count } = await trx
        .selectFrom("followed_cars")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("user_id", "=", user.id)
        .executeTakeFirstOrThrow();
      if (count > alertLimits.maxFollowedCars) throw new AppError("followed_cars_full");
    });
  }

  /** One that is not followed is no error. */
  async unfollow(userId: string, carId: string): Promise<void> {
    await unfollowCar(this.#db, userId, carId);
  }
}

/** Ends the following; one that is not there is no error. */
export async function unfollowCar(db: Kysely<DB>, userId: string, carId: string): Promise<void> {
  await db.deleteFrom("followed_cars").where("user_id", "=", userId).where("car_id", "=", carId).execute();
}

/** Cars that have left the public by a sale or into the archive are followed no more, quietly. */
export async function endFollowing(db: Kysely<DB>, carIds: readonly string[]): Promise<void> {
  await sql`
    delete from followed_cars f using cars c
    where c.id = f.car_id and c.state <> 'active' and f.car_id = any(${carIds}::uuid[])`.execute(db);
}
