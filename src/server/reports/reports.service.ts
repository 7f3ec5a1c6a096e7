import type { Kysely } from "kysely";
import type { CarReport } from "#contract/reports.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canSeeCar } from "#domain/cars/car-permissions.ts";
import { carAccess } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { findReportedCar, insertReport } from "./reports.queries.ts";

export interface ReportsService {
  /**
   * Stores a visitor's report of a car. An account's second report of a car that still waits takes the
   * place of its first; beyond 50 that wait nothing is added. Throws car_not_found for one that the reporter can't see.
   */
  report(reporter: Actor | null, carId: string, report: CarReport): Promise<void>;
}

export function createReportsService({ db }: { db: Kysely<DB> }): ReportsService {
  return {
    report: async (reporter, carId, report) => {
      const car = await findReportedCar(db, carId);
      if (car === undefined || !canSeeCar(reporter, carAccess(car))) throw new AppError("car_not_found");
      const name = `${car.brand} ${car.model}, ${car.year}`;
      await insertReport(db, { id: carId, name, ownerId: car.owner_id }, report, reporter?.id ?? null);
    },
  };
}
