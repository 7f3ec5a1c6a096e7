import type { FollowedCar } from "#contract/alerts.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { alertLimits } from "#domain/alerts/alert-limits.ts";
import { canContactSeller, canSeeCar } from "#domain/cars/car-permissions.ts";
import { accessColumns, carAccess } from "#server/market/cars/cars.queries.ts";
import { lockAccount } from "#server/market/cars/sellers.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { loadFollowed } from "./followed-cars.queries.ts";

/** The public cars that a person follows, the latest first; `maxFollowedCars` bounds them. */
export async function listFollowedCars({ db, publicCars }: Context, userId: string): Promise<FollowedCar[]> {
  const rows = await loadFollowed(db, userId);
  const cars = await publicCars.load(rows.map((row) => row.car_id));
  const byId = new Map(cars.map((car) => [car._id, car]));
  return rows.flatMap(({ car_id, first_price, created_at }) => {
    const car = byId.get(car_id);
    return car === undefined ? [] : [{ car, firstPrice: first_price, since: created_at.toISOString() }];
  });
}

/**
 * Follows the price of a public car from its present price; no-op if it is followed already. Throws car_not_found,
 * car_is_sold, car_is_archived, own_car (for the owner), followed_cars_full, not_signed_in.
 */
export async function followCar({ db }: Context, user: Actor, carId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Locked, so that the limit holds for concurrent calls.
    await lockAccount(trx, user.id);
    // Locked, so that a price or a sale is either known here, or comes later and finds the follower.
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
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("followed_cars")
      .values({ user_id: user.id, car_id: carId, first_price: car.price, told_price: car.price })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    const { length: count } = await loadFollowed(trx, user.id);
    if (count > alertLimits.maxFollowedCars) throw new AppError("followed_cars_full");
  });
}
