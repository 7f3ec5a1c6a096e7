import type { Transaction } from "kysely";
import type { MileageHistory } from "#contract/vins.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canSeeCar, canSeePhone } from "#domain/cars/car-permissions.ts";
import { maskVin } from "#domain/cars/vin.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { carMessages } from "#domain/messages/car.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { hashVin } from "#server/market/vin/seal-vin.ts";
import { findVin, loadShownReadings, writeNote } from "#server/market/vin/vin.queries.ts";
import { carAccess, loadCarAccess, lockCar } from "./cars.queries.ts";
import { requireAllowed } from "./read-cars.ts";

/** A car's page shows so many readings: the highest and the newest. */
const maxShown = 100;

const nothing: MileageHistory = { readings: [], lower: false, note: null };

/**
 * Whether this is the car's identification number. Throws car_not_found for a car that this person can't see, and for one
 * without a number; too_many_requests.
 */
export async function checkVin(ctx: Context, viewer: Actor, carId: string, vin: string): Promise<boolean> {
  const access = await loadCarAccess(ctx.db, carId);
  const stored = access !== null && canSeeCar(viewer, access) ? await findVin(ctx.db, carId) : null;
  if (stored === null) throw new AppError("car_not_found");
  await ctx.limits.vinOfCar(viewer.id, carId);
  return hashVin(ctx, vin).equals(stored.hash);
}

/**
 * Whether a form gives the car another number than it has. Its history would tell if another listing has that number: such
 * a change is a comparison, too.
 */
export async function isOtherVin(
  ctx: Context,
  carId: string,
  vin: string | null | undefined,
): Promise<boolean> {
  if (vin === null || vin === undefined) return false;
  const stored = await findVin(ctx.db, carId);
  return stored === null || !hashVin(ctx, vin).equals(stored.hash);
}

/**
 * Counts the number of a new car or of an edit: the car's history would tell if another listing has it. Throws
 * too_many_requests.
 */
export async function countGivenVin(
  { limits }: Context,
  accountId: string,
  vin: string | null | undefined,
): Promise<void> {
  if (vin !== null && vin !== undefined) await limits.vinGuess(accountId, maskVin(vin));
}

/**
 * What listings with the car's number said of its mileage, as this viewer may see it: from two listings on, without what
 * is not public yet. Throws car_not_found.
 */
export async function readMileageHistory(
  { db }: Context,
  viewer: Actor | null,
  carId: string,
): Promise<MileageHistory> {
  const access = await loadCarAccess(db, carId);
  if (access === null || !canSeeCar(viewer, access)) throw new AppError("car_not_found");
  const isTrusted = canSeePhone(viewer, access);
  const vin = await findVin(db, carId);
  if (vin === null) return nothing;
  const trustedId = isTrusted ? carId : null;
  const readings = await loadShownReadings(db, { hash: vin.hash, carId, trustedId, most: maxShown });
  const months = readings.map(({ at, mileage }) => ({ date: dayOf(at).slice(0, 7), mileage }));
  // The same figure of the same month is said once.
  const different = months.filter((month, at) => {
    const before = months[at - 1];
    return before?.date !== month.date || before.mileage !== month.mileage;
  });
  // One alone is no history, though two listings said it.
  const shown = different.length > 1 ? different : [];
  const lower = vin.lower_since !== null && (isTrusted || vin.is_lower_public);
  const note = lower ? vin.note : null;
  return {
    readings: shown,
    lower,
    note: note === null || isTrusted ? note : maskPhones(note, carMessages.phoneMasked),
  };
}

/**
 * The owner's note on a lower reading; null takes it away. With a note the reading is public at once. What others read is
 * looked at like a description. Throws car_not_found, also where no reading is lower; not_yours.
 */
export async function changeMileageNote(
  ctx: Context,
  owner: Actor,
  carId: string,
  note: string | null,
): Promise<MileageHistory> {
  await ctx.db.transaction().execute(async (trx: Transaction<DB>) => {
    const car = await lockCar(trx, carId);
    requireAllowed(car && carAccess(car), (access) => {
      if (owner.id === access.ownerId) return null;
      return canSeeCar(owner, access) ? "not_yours" : "not_found";
    });
    const vin = await findVin(trx, carId);
    if (vin === null || (vin.lower_since === null && note !== null)) throw new AppError("car_not_found");
    await writeNote(trx, carId, note);
  });
  return readMileageHistory(ctx, owner, carId);
}
