import type { Car, PriceCut } from "#contract/cars.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import {
  type CarAccess,
  canContactSeller,
  canSeeCar,
  type Refusal,
  refuseEdit,
  refuseStats,
} from "#domain/cars/car-permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError, type ErrorCode } from "#server/http/app-error.ts";
import { carAccess, type CarRow, loadCar, loadCarAccess, loadPriceCuts } from "./cars.queries.ts";
import { presentCar } from "./present-car.ts";

/** The error of a refused permission. */
export const refusalCodes: Readonly<Record<Refusal, ErrorCode>> = {
  not_signed_in: "not_signed_in",
  not_found: "car_not_found",
  not_yours: "not_yours",
  car_is_sold: "car_is_sold",
  car_is_archived: "car_is_archived",
};

/** Throws the error of a refused permission; car_not_found for null. */
export function requireAllowed(access: CarAccess | null, judge: (access: CarAccess) => Refusal | null): void {
  const refusal = access === null ? "not_found" : judge(access);
  if (refusal !== null) throw new AppError(refusalCodes[refusal]);
}

/** A car in an answer, with its version for `If-Match`. */
export interface VersionedCar {
  readonly car: Car;
  readonly version: number;
}

/** Rows as this viewer may see them. */
export function presentCars(
  { photos }: Pick<Context, "photos">,
  rows: readonly CarRow[],
  viewer: Actor | null,
): Car[] {
  return rows.map((row) => presentCar(row, viewer, photos.url));
}

/** A row as this viewer may see it, with its version. */
export function versioned(
  { photos }: Pick<Context, "photos">,
  row: CarRow,
  viewer: Actor | null,
): VersionedCar {
  return { car: presentCar(row, viewer, photos.url), version: row.version };
}

async function visibleRow({ carReader }: Context, viewer: Actor | null, id: string): Promise<CarRow> {
  const row = await carReader.load(id);
  if (row === null || !canSeeCar(viewer, carAccess(row))) throw new AppError("car_not_found");
  return row;
}

/** A car by id. Throws car_not_found if this viewer cannot see it. */
export async function readCar(ctx: Context, viewer: Actor | null, id: string): Promise<VersionedCar> {
  return versioned(ctx, await visibleRow(ctx, viewer, id), viewer);
}

/** Throws car_not_found if this viewer cannot see the car. */
export async function requireVisible(ctx: Context, viewer: Actor | null, id: string): Promise<void> {
  await visibleRow(ctx, viewer, id);
}

/** Throws not_signed_in, car_not_found, not_yours if the person may not see the car's statistics. */
export async function requireStatsVisible({ db }: Context, viewer: Actor, id: string): Promise<void> {
  requireAllowed(await loadCarAccess(db, id), (access) => refuseStats(viewer, access));
}

/** Throws not_signed_in, car_not_found, not_yours, car_is_sold, car_is_archived if the person may not edit the car. */
export async function requireEditable({ db }: Context, editor: Actor, id: string): Promise<void> {
  requireAllowed(await loadCarAccess(db, id), (access) => refuseEdit(editor, access));
}

/** The car's real price cuts, newest first. Throws car_not_found if this viewer cannot see it. */
export async function readPriceCuts(ctx: Context, viewer: Actor | null, id: string): Promise<PriceCut[]> {
  const { has_price_cuts: hasCuts } = await visibleRow(ctx, viewer, id);
  // Few cars have any, but every car page asks.
  return hasCuts ? loadPriceCuts(ctx.db, id) : [];
}

/** The seller's phone number. Throws car_not_found; contact_unavailable for a car that is not on sale. */
export async function readContact(
  ctx: Context,
  viewer: Actor | null,
  id: string,
): Promise<{ sellerName: string; sellerPhone: string }> {
  const row = await loadCar(ctx.db, id);
  if (row === null || !canSeeCar(viewer, carAccess(row))) throw new AppError("car_not_found");
  if (!canContactSeller(carAccess(row))) throw new AppError("contact_unavailable");
  const { car } = versioned(ctx, row, viewer);
  return { sellerName: car.sellerName, sellerPhone: row.seller_phone };
}
