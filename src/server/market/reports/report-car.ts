import type { CarReport } from "#contract/reports.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canSeeCar } from "#domain/cars/car-permissions.ts";
import { carAccess } from "#server/market/cars/cars.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { findReportedCar, insertReport } from "./reports.queries.ts";

/**
 * Stores a visitor's report of a car. An account's second report replaces its first while that is open. Beyond
 * `maxOpenPerCar` of accounts, and as many of guests, nothing is added. An address that was used too often is
 * not stored. Throws car_not_found if the reporter cannot see the car.
 */
export async function reportCar(
  { db, limits }: Context,
  reporter: Actor | null,
  carId: string,
  report: CarReport,
): Promise<void> {
  const car = await findReportedCar(db, carId);
  if (car === undefined || !canSeeCar(reporter, carAccess(car))) throw new AppError("car_not_found");
  const name = `${car.brand} ${car.model}, ${car.year}`;
  const { email } = report;
  const mayTell = email !== null && (await limits.mayMail(email, "report"));
  await insertReport(
    db,
    { id: carId, name, ownerId: car.owner_id },
    { ...report, email: mayTell ? email : null },
    reporter?.id ?? null,
  );
}
