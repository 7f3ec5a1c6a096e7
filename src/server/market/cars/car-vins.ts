import type { Transaction } from "kysely";
import type { MileageHistory } from "#contract/vins.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { canSeeCar, canSeePhone } from "#domain/cars/car-permissions.ts";
import { lowerReadings } from "#domain/cars/mileage-history.ts";
import { maskVin } from "#domain/cars/vin.ts";
import { dayOf } from "#domain/format/day-of.ts";
import { carMessages } from "#domain/messages/car.ts";
import { maskPhones } from "#domain/text/mask-phones.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { hashVin } from "#server/market/vin/seal-vin.ts";
import { findVin, loadPendingListings, loadReadings, writeNote } from "#server/market/vin/vin.queries.ts";
import { carAccess, loadCarAccess, lockCar } from "./cars.queries.ts";
import { requireAllowed } from "./read-cars.ts";

/** A car's page shows so many months, the newest. */
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
  const readings = await loadReadings(db, vin.hash, carId);
  const pending = new Set(await loadPendingListings(db, vin.hash));
  if (isTrusted) pending.delete(carId);
  const lower = new Set(lowerReadings(readings));
  const shown = readings.filter((reading) => !(pending.has(reading.listing) && lower.has(reading)));
  const isLower = vin.lower_since !== null && (isTrusted || vin.is_lower_public);
  const note = vin.note === null || isTrusted ? vin.note : maskPhones(vin.note, carMessages.phoneMasked);
  if (new Set(shown.map(({ listing }) => listing)).size < 2) return { readings: [], lower: isLower, note };
  const months = shown.map(({ at, mileage }) => ({ date: dayOf(at).slice(0, 7), mileage }));
  // The same figure of the same month is said once.
  const different = months.filter((month, at) => {
    const before = months[at - 1];
    return before?.date !== month.date || before.mileage !== month.mileage;
  });
  return { readings: different.slice(-maxShown), lower: isLower, note };
}

/**
 * The owner's note beside the history; null takes it away. With a note a lower reading is public at once. Throws
 * car_not_found, also for a car without a number; not_yours.
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
    if ((await findVin(trx, carId)) === null) throw new AppError("car_not_found");
    await writeNote(trx, carId, note);
  });
  return readMileageHistory(ctx, owner, carId);
}
