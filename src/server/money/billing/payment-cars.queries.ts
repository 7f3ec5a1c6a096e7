import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "#server/platform/db/tables.ts";

/** The cars of a payment that sponsors several at once. */

/** One of them; `carId` is null once the car is deleted. */
export interface PaidCar {
  readonly position: number;
  readonly carId: string | null;
  readonly name: string;
  /** What was left of its sponsorship when a dispute suspended it. */
  readonly suspendedSeconds: number;
}

/** In their order; empty for every other payment. Primary key. */
export function loadPaidCars(db: Kysely<DB>, paymentId: string): Promise<PaidCar[]> {
  return db
    .selectFrom("payment_cars")
    .select(["position", "car_id as carId", "name", "suspended_seconds as suspendedSeconds"])
    .where("payment_id", "=", paymentId)
    .orderBy("position")
    .execute();
}

/** Their names, in their order; empty for every other payment. */
export async function paidCarNames(db: Kysely<DB>, paymentId: string): Promise<string[]> {
  return (await loadPaidCars(db, paymentId)).map(({ name }) => name);
}

export async function writePaidCarSuspended(
  trx: Transaction<DB>,
  paymentId: string,
  position: number,
  seconds: number,
): Promise<void> {
  await trx
    .updateTable("payment_cars")
    .set({ suspended_seconds: seconds })
    .where("payment_id", "=", paymentId)
    .where("position", "=", position)
    .execute();
}

/** What lists of payments `p` call them: the first and how many more, "Audi A6, 2014 + 4"; null for every other payment. */
export const severalCarsName = sql<string | null>`(
  select min(pc.name) filter (where pc.position = 0) || case when count(*) > 1 then ' + ' || count(*) - 1 else '' end
  from payment_cars pc where pc.payment_id = p.id)`;
