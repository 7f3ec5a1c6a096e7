import { type Transaction, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { CarFields } from "#contract/cars.ts";
import type { CarStanding } from "#domain/cars/car-states.ts";
import type { Extras } from "#domain/payments/fees.ts";
import { describeCar, type DescribedCar } from "#domain/messages/car-description.ts";
import { settleModel } from "#server/catalogue/catalogue.queries.ts";
import type { DB } from "#server/db/tables.ts";
import type { LockedCar } from "./cars.queries.ts";
import type { Listing } from "./seller-standing.ts";

type SavedFields = Omit<CarFields, "images">;

function columns(fields: SavedFields, model: string, description: string) {
  return {
    brand: fields.brand,
    model,
    year: fields.year,
    type: fields.type,
    price: fields.price,
    mileage: fields.mileage,
    fuel: fields.fuel,
    origin: fields.origin,
    transmission: fields.transmission,
    condition: fields.condition,
    location: fields.location,
    description,
    seller_name: fields.sellerName,
    seller_phone: fields.sellerPhone,
    customs_paid: fields.customsPaid,
    registered_until: fields.registeredUntil,
    engine_size: fields.engineSize,
    power: fields.power,
    color: fields.color,
    negotiable: fields.negotiable,
  };
}

async function putPhotos(trx: Transaction<DB>, carId: string, photoIds: readonly string[]): Promise<void> {
  await trx
    .insertInto("car_photos")
    .values(photoIds.map((photoId, position) => ({ car_id: carId, photo_id: photoId, position })))
    .execute();
}

export interface NewCar {
  readonly sellerId: string;
  readonly fields: SavedFields;
  /** Claimed in this transaction (`PhotosService.claimCarImages`), in order, at least one. */
  readonly photoIds: readonly string[];
  readonly extras: Extras;
  readonly listing: Listing;
}

/**
 * Writes a car whose fee is settled, with its photos; returns its id. A free listing uses up the account's free car, a
 * dealer's hangs on the subscription, bought days run from now on. A model that the catalogue does not know becomes a
 * suggestion. Call it in the transaction that settles the fee.
 */
export async function createCar(trx: Transaction<DB>, car: NewCar): Promise<string> {
  const { sellerId, fields, photoIds, extras, listing } = car;
  const id = uuidv7();
  const model = await settleModel(trx, fields.brand, fields.model, sellerId);
  const description = fields.description ?? describeCar({ ...fields, model });
  await trx
    .insertInto("cars")
    .values({
      id,
      owner_id: sellerId,
      ...columns(fields, model, description),
      sponsorship_days: extras.sponsorshipDays,
      sponsored_until: extras.sponsorshipDays > 0 ? sponsoredFor(extras.sponsorshipDays) : null,
      social_promotion: extras.socialPromotion,
      published_as_dealer: listing === "dealer",
    })
    .execute();
  await putPhotos(trx, id, photoIds);
  if (listing === "free") await useFreeCar(trx, sellerId, id);
  return id;
}

async function useFreeCar(trx: Transaction<DB>, sellerId: string, carId: string): Promise<void> {
  await trx
    .insertInto("free_cars")
    .values({ user_id: sellerId, car_id: carId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts a car whose listing's fee went back on the listing that its seller's next car would get. */
export async function giveListing(
  trx: Transaction<DB>,
  car: Pick<LockedCar, "id" | "owner_id">,
  listing: Listing,
): Promise<void> {
  if (listing === "free") await useFreeCar(trx, car.owner_id, car.id);
  await trx
    .updateTable("cars")
    .set({ published_as_dealer: listing === "dealer" })
    .where("id", "=", car.id)
    .execute();
}

function sponsoredFor(days: number) {
  return sql<Date>`now() + ${days} * interval '1 day'`;
}

function generatedDescription(car: DescribedRow): string {
  return describeCar({
    ...car,
    customsPaid: car.customs_paid,
    registeredUntil: car.registered_until,
    engineSize: car.engine_size,
  });
}

/** What the generated description is made of, as the table has it. */
export type DescribedRow = Omit<DescribedCar, "customsPaid" | "registeredUntil" | "engineSize"> &
  Pick<LockedCar, "customs_paid" | "registered_until" | "engine_size">;

/** The description of a car of which an admin changes some fields: a generated one is written anew, an own one stays. */
export function descriptionAfter(
  before: DescribedRow & { description: string },
  after: Partial<DescribedRow>,
): string {
  return before.description === generatedDescription(before)
    ? generatedDescription({ ...before, ...after })
    : before.description;
}

/** The description of a car that is edited: empty, or the generated one as it came, is written anew from the fields. */
function nextDescription(before: LockedCar, fields: SavedFields, model: string): string {
  const own = fields.description !== null && fields.description !== generatedDescription(before);
  return own ? (fields.description ?? "") : describeCar({ ...fields, model });
}

/**
 * Writes an edited car's fields and photos (claimed, in order, at least one). Photos taken off stay with their owner
 * until the sweep.
 */
export async function changeCar(
  trx: Transaction<DB>,
  before: LockedCar,
  fields: SavedFields,
  photoIds: readonly string[],
): Promise<void> {
  const model = await settleModel(trx, fields.brand, fields.model, before.owner_id);
  await trx
    .updateTable("cars")
    .set({
      ...columns(fields, model, nextDescription(before, fields, model)),
      version: before.version + 1,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", before.id)
    .execute();
  await trx.deleteFrom("car_photos").where("car_id", "=", before.id).execute();
  await putPhotos(trx, before.id, photoIds);
}

/** Writes a car's state as the table in domain/cars has decided it. */
export async function writeStanding(trx: Transaction<DB>, id: string, to: CarStanding): Promise<void> {
  const isSold = to.state === "sold" || to.archivedFrom === "sold";
  await trx
    .updateTable("cars")
    .set({
      state: to.state,
      archived_from: to.archivedFrom,
      // Restored: the fee has been paid again, or nobody asks for one.
      ...(to.state === "archived" ? {} : { fee_refunded_at: null }),
      archived_at: to.state === "archived" ? sql<Date>`now()` : null,
      // Kept through the archive and back: it is when the car was sold, not when somebody tidied up.
      sold_at: isSold ? sql<Date>`coalesce(sold_at, now())` : null,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute();
}
