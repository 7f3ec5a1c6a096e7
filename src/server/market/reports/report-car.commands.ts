import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { CarReport } from "#contract/reports.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { reportLimits } from "#domain/reports/report-reasons.ts";
import { canSeeCar } from "#domain/cars/car-permissions.ts";
import { accessColumns, carAccess } from "#server/market/cars/cars.queries.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";

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
  const car = await db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select(["c.brand", "c.model", "c.year", ...accessColumns])
    .where("c.id", "=", carId)
    .executeTakeFirst();
  if (car === undefined || !canSeeCar(reporter, carAccess(car))) throw new AppError("car_not_found");
  const name = `${car.brand} ${car.model}, ${car.year}`;
  const { reason, text } = report;
  const mayTell = report.email !== null && (await limits.mayMail(report.email, "report"));
  const email = mayTell ? report.email : null;
  const reporterId = reporter?.id ?? null;
  await sql`
    insert into reports (id, car_id, car_name, reason, text, email, wants_answer, reporter_id, seller_id)
    select ${uuidv7()}::uuid, ${carId}::uuid, ${name}, ${reason}, ${text}::text, ${email}::text,
      ${mayTell}::boolean, ${reporterId}::uuid, ${car.owner_id}::uuid
    where (
      select count(*) from reports
      where car_id = ${carId} and state = 'open' and (reporter_id is null) = ${reporterId === null}
    ) < ${reportLimits.maxOpenPerCar}
    on conflict (reporter_id, car_id) where reporter_id is not null and state = 'open' do update
    set reason = excluded.reason, text = excluded.text, email = coalesce(excluded.email, reports.email),
      wants_answer = excluded.wants_answer or reports.wants_answer`.execute(db);
}
