import { type Transaction, sql } from "kysely";
import { type LockedCar, lockCar } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AddJob } from "#server/jobs/jobs.ts";
import { settleReports } from "#server/reports/settle-reports.ts";
import { type ActingAdmin, writeAudit } from "./audit.ts";

async function hold(trx: Transaction<DB>, id: string): Promise<LockedCar> {
  const car = await lockCar(trx, id);
  if (car === null) throw new AppError("car_not_found");
  return car;
}

async function setHidden(
  trx: Transaction<DB>,
  acting: ActingAdmin,
  car: LockedCar,
  hidden: boolean,
): Promise<void> {
  if ((car.hidden_at !== null) === hidden) return;
  await trx
    .updateTable("cars")
    .set({ hidden_at: hidden ? sql<Date>`now()` : null })
    .where("id", "=", car.id)
    .execute();
  await writeAudit(trx, acting, [
    {
      action: hidden ? "car.hide" : "car.show",
      kind: "car",
      targetId: car.id,
      label: `${car.brand} ${car.model}, ${car.year} (${car.number})`,
      before: { hidden: !hidden },
      after: { hidden },
    },
  ]);
}

/** Takes a car out of public view and settles its open reports, whose writers are told. Throws car_not_found. */
export async function hideCar(
  trx: Transaction<DB>,
  addJob: AddJob,
  acting: ActingAdmin,
  id: string,
): Promise<void> {
  const car = await hold(trx, id);
  await setHidden(trx, acting, car, true);
  await settleReports(trx, addJob, { cars: [id] }, { state: "hidden", by: acting.id });
}

/** Gives a car back to public view; reports that had hidden it say so. Throws car_not_found. */
export async function showCar(trx: Transaction<DB>, acting: ActingAdmin, id: string): Promise<void> {
  const car = await hold(trx, id);
  await setHidden(trx, acting, car, false);
  await trx
    .updateTable("reports")
    .set({ state: "restored" })
    .where("car_id", "=", id)
    .where("state", "=", "hidden")
    .execute();
}
