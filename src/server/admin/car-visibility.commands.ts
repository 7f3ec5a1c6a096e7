import { sql, type Transaction } from "kysely";
import { type LockedCar, lockCar } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import { settleReports } from "#server/market/reports/settle-reports.commands.ts";
import { type ActingAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import { carLabel } from "./car-label.ts";
import { settleHiddenPhones } from "./hidden-phones.queries.ts";
import { queueOwnerMails } from "./owner-mails.commands.ts";

/** Throws car_not_found. */
export async function lockKnownCar(trx: Transaction<DB>, id: string): Promise<LockedCar> {
  const car = await lockCar(trx, id);
  if (car === null) throw new AppError("car_not_found");
  return car;
}

/** What a mail says of a car. */
export function carInMail({
  id,
  brand,
  model,
  year,
  price,
}: Pick<LockedCar, "id" | "brand" | "model" | "year" | "price">) {
  return { id, brand, model, year, price };
}

/** What hiding and showing need beside the car. */
export interface VisibilityWrite {
  readonly trx: Transaction<DB>;
  readonly addJob: AddJob;
  readonly acting: ActingAdmin;
  /** For the owner's mail and the audit log; null for none. */
  readonly reason: string | null;
}

async function setHidden(
  ctx: Pick<Context, "secretBox">,
  { trx, addJob, acting, reason }: VisibilityWrite,
  car: LockedCar,
  hidden: boolean,
): Promise<void> {
  if ((car.hidden_at !== null) === hidden) return;
  await trx
    .updateTable("cars")
    .set({ hidden_at: hidden ? sql<Date>`now()` : null })
    .where("id", "=", car.id)
    .execute();
  await settleHiddenPhones(trx, ctx, { carId: car.id });
  await writeAudit(trx, acting, [
    {
      action: hidden ? "car.hide" : "car.show",
      kind: "car",
      targetId: car.id,
      label: carLabel(car),
      before: { hidden: !hidden },
      after: { hidden },
      reason,
    },
  ]);
  const subject = { what: hidden ? "carHidden" : "carShown", car: carInMail(car) } as const;
  await queueOwnerMails(trx, addJob, acting, [{ ownerId: car.owner_id, subject }], { reason });
}

/** Hides a car, settles its open reports, and mails owner and reporters, these not before `tellAt`. Throws car_not_found. */
export async function hideCar(
  ctx: Pick<Context, "secretBox">,
  write: VisibilityWrite,
  id: string,
  tellAt?: Date,
): Promise<void> {
  const { trx, addJob, acting } = write;
  const car = await lockKnownCar(trx, id);
  await setHidden(ctx, write, car, true);
  await settleReports(trx, addJob, { cars: [id] }, { state: "hidden", by: acting.id, tellAt });
}

/** Shows a car again, marks the reports that had hidden it, and mails the owner. Throws car_not_found. */
export async function showCar(
  ctx: Pick<Context, "secretBox">,
  write: VisibilityWrite,
  id: string,
): Promise<void> {
  const { trx } = write;
  const car = await lockKnownCar(trx, id);
  await setHidden(ctx, write, car, false);
  // Index reports_car.
  await trx
    .updateTable("reports")
    .set({ state: "restored" })
    .where("car_id", "=", id)
    .where("state", "=", "hidden")
    .execute();
}
