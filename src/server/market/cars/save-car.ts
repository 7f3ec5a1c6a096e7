import type { Transaction } from "kysely";
import type { CarFields } from "#contract/cars.ts";
import { listsAgain } from "#domain/cars/listing-date.ts";
import { describeCar, type DescribedCar } from "#domain/messages/car-description.ts";
import type { Extras, Listing } from "#domain/payments/fees.ts";
import { settleModel } from "#server/market/catalogue/catalogue.queries.ts";
import { noteMileage } from "#server/market/vin/note-mileage.commands.ts";
import type { VinChange } from "#server/market/vin/seal-vin.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { LockedCar } from "./cars.queries.ts";
import { keepListingDate, listAgain, loadLowestPrice } from "./listing-dates.queries.ts";
import { explainReference } from "./references.ts";
import {
  insertCar,
  insertFreeCar,
  replacePhotos,
  updateCarFields,
  updateListing,
} from "./write-cars.queries.ts";

/** A form's fields with the identification number sealed (`sealFields`), ready to store. */
export type FormFields = Omit<CarFields, "images" | "vin"> & { readonly vin?: VinChange };

export interface NewCar {
  readonly sellerId: string;
  readonly fields: FormFields;
  /** Claimed in this transaction (`PhotosService.claimCarImages`), in order, at least one. */
  readonly photoIds: readonly string[];
  readonly extras: Extras;
  readonly listing: Listing;
}

/**
 * Writes a car whose fee is settled, with its photos; returns its id. A free listing uses the account's free
 * car, a dealer's depends on the subscription, bought days start now. A model missing in the catalogue becomes
 * a suggestion. Call it in the transaction that settles the fee.
 */
export async function createCar(trx: Transaction<DB>, car: NewCar): Promise<string> {
  const { sellerId, photoIds, extras, listing } = car;
  const model = await settleModel(trx, car.fields.brand, car.fields.model, sellerId);
  const description = car.fields.description ?? describeCar({ ...car.fields, model });
  const id = await insertCar(trx, {
    sellerId,
    fields: { ...car.fields, model, description },
    extras,
    listing,
  }).catch(explainReference);
  await replacePhotos(trx, id, photoIds);
  await keepListingDate(trx, id);
  await noteMileage(trx, id, car.fields.vin);
  if (listing === "free") await insertFreeCar(trx, sellerId, id);
  return id;
}

/** Gives a car whose listing fee was refunded the basis of its seller's next listing. */
export async function giveListing(
  trx: Transaction<DB>,
  car: Pick<LockedCar, "id" | "owner_id">,
  listing: Listing,
): Promise<void> {
  if (listing === "free") await insertFreeCar(trx, car.owner_id, car.id);
  await updateListing(trx, car.id, listing);
}

/** The generated description of a car. */
export function generatedDescription(car: DescribedRow): string {
  return describeCar({
    ...car,
    customsPaid: car.customs_paid,
    registeredUntil: car.registered_until,
    engineSize: car.engine_size,
  });
}

/** Its input from a row. */
export type DescribedRow = Omit<DescribedCar, "customsPaid" | "registeredUntil" | "engineSize"> &
  Pick<LockedCar, "customs_paid" | "registered_until" | "engine_size">;

/** The description after an admin changed some fields: a generated one is generated again, a seller's own one stays. */
export function descriptionAfter(
  before: DescribedRow & { description: string },
  after: Partial<DescribedRow>,
): string {
  return before.description === generatedDescription(before)
    ? generatedDescription({ ...before, ...after })
    : before.description;
}

/**
 * Writes an edited car's fields and photos (claimed, in order, at least one; null: unchanged). An empty or
 * still generated description is generated again. Removed photos stay with their owner until the sweep.
 */
export async function changeCar(
  trx: Transaction<DB>,
  before: LockedCar,
  fields: FormFields,
  photoIds: readonly string[] | null,
): Promise<void> {
  const model = await settleModel(trx, fields.brand, fields.model, before.owner_id);
  const { description: typed } = fields;
  const isOwn = typed !== null && typed !== generatedDescription(before);
  const description = isOwn ? typed : describeCar({ ...fields, model });
  const isListedAgain =
    fields.price < before.price &&
    listsAgain({
      price: fields.price,
      listedAgainAt: before.listed_again_at,
      ...(await loadLowestPrice(trx, before.id)),
    });
  await updateCarFields(trx, before, { ...fields, model, description }).catch(explainReference);
  if (isListedAgain) await listAgain(trx, before.id);
  await noteMileage(trx, before.id, fields.vin);
  if (photoIds !== null) await replacePhotos(trx, before.id, photoIds);
}
