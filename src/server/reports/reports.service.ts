import type { Kysely } from "kysely";
import type { CarReport } from "#contract/reports.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canSeeCar } from "#domain/cars/car-permissions.ts";
import { carAccess } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Limits } from "#server/http/limits.ts";
import { findReportedCar, insertReport } from "./reports.queries.ts";

export interface ReportsService {
  /**
   * Stores a visitor's report of a car. An account's second report of a car that still waits takes the
   * place of its first; beyond 50 of accounts and 50 of guests that wait nothing is added. An address that was left too
   * often is not stored. Throws car_not_found for one that the reporter can't see.
   */
  report(reporter: Actor | null, carId: string, report: CarReport): Promise<void>;
}

export function createReportsService({
  db,
  limits,
}: {
  readonly db: Kysely<DB>;
  readonly limits: Pick<Limits, "mayMail">;
}): ReportsService {
  return {
    report: async (reporter, carId, report) => {
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
    },
  };
}
