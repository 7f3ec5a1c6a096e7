import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { CarFields } from "#contract/cars.ts";
import type { CarStatus } from "#domain/cars/car-states.ts";
import type { Extras, Listing } from "#domain/payments/fees.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { columnsOf } from "./car-columns.ts";

/** A car's fields with the final model and description. */
export type SavedFields = Omit<CarFields, "images" | "description" | "vin"> & {
  readonly description: string;
};

function columns(fields: SavedFields) {
  return { ...columnsOf(fields), seller_name: fields.sellerName, seller_phone: fields.sellerPhone };
}

/** Inserts a car; returns its id. Bought days start now. */
export async function insertCar(
  trx: Transaction<DB>,
  car: { sellerId: string; fields: SavedFields; extras: Extras; listing: Listing },
): Promise<string> {
  const id = uuidv7();
  const { sponsorshipDays: days, socialPromotion } = car.extras;
  await trx
    .insertInto("cars")
    .values({
      id,
      owner_id: car.sellerId,
      ...columns(car.fields),
      sponsorship_days: days,
      sponsored_until: days > 0 ? sql<Date>`now() + ${days} * interval '1 day'` : null,
      social_promotion: socialPromotion,
      published_as_dealer: car.listing === "dealer",
    })
    .execute();
  return id;
}

/**
 * The first registration of a car if the form omits it: removed if it contradicts the new year
 * (`checkFirstRegistration`). Else the car could not be saved again unchanged.
 */
export function keptFirstRegistration(year: number) {
  return sql<
    string | null
  >`case when left(first_registration, 4)::int >= ${year}::int - 1 then first_registration end`;
}

/** Writes the owner's changes, which also confirm the car. */
export async function updateCarFields(
  trx: Transaction<DB>,
  before: { id: string; version: number },
  fields: SavedFields,
): Promise<void> {
  await trx
    .updateTable("cars")
    .set({
      ...columns(fields),
      ...(fields.firstRegistration === undefined
        ? { first_registration: keptFirstRegistration(fields.year) }
        : {}),
      version: before.version + 1,
      updated_at: sql<Date>`now()`,
      confirmed_at: sql<Date>`now()`,
    })
    .where("id", "=", before.id)
    .execute();
}

/** Replaces the car's photos by these, in order, at least one; those that stay keep since when they are on it. */
export async function replacePhotos(
  trx: Transaction<DB>,
  carId: string,
  photoIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom("car_photos")
    .where("car_id", "=", carId)
    .where("photo_id", "not in", photoIds)
    .execute();
  await trx
    .insertInto("car_photos")
    .values(photoIds.map((photoId, position) => ({ car_id: carId, photo_id: photoId, position })))
    .onConflict((conflict) =>
      conflict
        .columns(["car_id", "photo_id"])
        .doUpdateSet((eb) => ({ position: eb.ref("excluded.position") })),
    )
    .execute();
}

/** Records that the account's free car is used. */
export async function insertFreeCar(trx: Transaction<DB>, userId: string, carId: string): Promise<void> {
  await trx
    .insertInto("free_cars")
    .values({ user_id: userId, car_id: carId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateListing(trx: Transaction<DB>, carId: string, listing: Listing): Promise<void> {
  await trx
    .updateTable("cars")
    .set({ published_as_dealer: listing === "dealer" })
    .where("id", "=", carId)
    .execute();
}

/** Writes a car's state, as decided by the table in domain/cars. */
export async function updateCarStatus(trx: Transaction<DB>, id: string, to: CarStatus): Promise<void> {
  const isSold = to.state === "sold" || to.archivedFrom === "sold";
  await trx
    .updateTable("cars")
    .set({
      state: to.state,
      archived_from: to.archivedFrom,
      // Restored: the fee was paid again, or none is due.
      ...(to.state === "archived" ? {} : { fee_refunded_at: null }),
      archived_at: to.state === "archived" ? sql<Date>`now()` : null,
      // Unchanged by archiving and restoring: it is when the car was sold.
      sold_at: isSold ? sql<Date>`coalesce(sold_at, now())` : null,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      // Put back on sale: its owner has just confirmed it.
      ...(to.state === "active" ? { confirmed_at: sql<Date>`now()` } : {}),
    })
    .where("id", "=", id)
    .execute();
}

/** The owner confirms that the car is for sale. Its version is unchanged. */
export async function confirmCar(trx: Transaction<DB>, carId: string): Promise<void> {
  await trx
    .updateTable("cars")
    .set({ confirmed_at: sql<Date>`now()` })
    .where("id", "=", carId)
    .execute();
}
