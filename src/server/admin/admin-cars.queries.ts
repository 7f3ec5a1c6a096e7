import { sql, type Transaction } from "kysely";
import type { UpdateAdminCar } from "#contract/admin-lists.ts";
import { keptFirstRegistration } from "#server/market/cars/write-cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";

/** Whether there is a brand of exactly this name. */
export async function isBrand(trx: Transaction<DB>, name: string): Promise<boolean> {
  const row = await trx.selectFrom("brands").select("name").where("name", "=", name).executeTakeFirst();
  return row !== undefined;
}

/** Writes an admin's fields and increments the version. */
export async function updateCarByAdmin(
  trx: Transaction<DB>,
  id: string,
  fields: Omit<UpdateAdminCar, "sold" | "reason"> & { readonly description: string },
): Promise<void> {
  await trx
    .updateTable("cars")
    .set({
      ...fields,
      ...(fields.year === undefined ? {} : { first_registration: keptFirstRegistration(fields.year) }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute();
}

/** Hides a car, or shows it again. */
export async function setCarHidden(trx: Transaction<DB>, id: string, hidden: boolean): Promise<void> {
  await trx
    .updateTable("cars")
    .set({ hidden_at: hidden ? sql<Date>`now()` : null })
    .where("id", "=", id)
    .execute();
}

/** Marks the reports that had hidden a car: it is shown again. Index reports_car. */
export async function markReportsRestored(trx: Transaction<DB>, carId: string): Promise<void> {
  await trx
    .updateTable("reports")
    .set({ state: "restored" })
    .where("car_id", "=", carId)
    .where("state", "=", "hidden")
    .execute();
}

/** Cars with their owners, locked by id; missing ids are omitted. */
export async function lockCarsWithOwners(trx: Transaction<DB>, ids: readonly string[]) {
  return trx
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .select(["c.id", "c.number", "c.brand", "c.model", "c.year", "c.price", "c.state"])
    .select(["u.email as owner", "c.owner_id as ownerId"])
    .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("c.id")
    .forUpdate("c")
    .execute();
}

/** The photos of these cars. The demo's pictures have no owner and are on many cars: they are excluded. */
export async function findPhotosOfCars(trx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("car_photos as cp")
    .innerJoin("photos as p", "p.id", "cp.photo_id")
    .select("p.id")
    .distinct()
    .where("cp.car_id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("p.owner_id", "is not", null)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteCars(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("cars")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}
