import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { CarReport } from "#contract/reports.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canSeeCar } from "#domain/cars/car-permissions.ts";
import { reportLimits } from "#domain/reports/report-reasons.ts";
import { accessColumns, carAccess } from "#server/cars/cars.queries.ts";
import type { DB } from "#server/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";

export interface ReportsService {
  /**
   * Notes that somebody finds something wrong with a car. An account's second report of a car that still waits takes the
   * place of its first; beyond 50 that wait nothing is added. Throws car_not_found for one that the reporter can't see.
   */
  report(reporter: Actor | null, carId: string, report: CarReport): Promise<void>;
}

export function createReportsService({ db }: { db: Kysely<DB> }): ReportsService {
  return {
    report: async (reporter, carId, { reason, text, email }) => {
      const car = await db
        .selectFrom("cars as c")
        .innerJoin("users as u", "u.id", "c.owner_id")
        .select(["c.brand", "c.model", "c.year", ...accessColumns])
        .where("c.id", "=", carId)
        .executeTakeFirst();
      if (car === undefined || !canSeeCar(reporter, carAccess(car))) throw new AppError("car_not_found");
      const name = `${car.brand} ${car.model}, ${car.year}`;
      await sql`
        insert into reports (id, car_id, car_name, reason, text, email, wants_answer, reporter_id)
        select ${uuidv7()}::uuid, ${carId}::uuid, ${name}, ${reason}, ${text}::text, ${email}::text,
          ${email !== null}::boolean, ${reporter?.id ?? null}::uuid
        where (select count(*) from reports where car_id = ${carId} and state = 'open') < ${reportLimits.maxOpenPerCar}
        on conflict (reporter_id, car_id) where reporter_id is not null and state = 'open' do update
        set reason = excluded.reason, text = excluded.text, email = coalesce(excluded.email, reports.email),
          wants_answer = excluded.wants_answer or reports.wants_answer`.execute(db);
    },
  };
}
