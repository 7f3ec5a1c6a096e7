import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AdminCar, BulkDeleted, UpdateAdminCar } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { type CarStatus, moveCar } from "#domain/cars/car-states.ts";
import { carMessages } from "#domain/messages/car.ts";
import {
  dropStoredPhotos,
  loadPhotosToRemove,
  rememberReferences,
} from "#server/dealers/stock/removed-cars.queries.ts";
import type { LockedCar } from "#server/market/cars/cars.queries.ts";
import { descriptionAfter } from "#server/market/cars/save-car.ts";
import { isBrand, settleModel } from "#server/market/catalogue/catalogue.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import { noteMileage } from "#server/market/vin/note-mileage.commands.ts";
import { settleReports } from "#server/market/reports/settle-reports.commands.ts";
import { keptFirstRegistration, updateCarStatus } from "#server/market/cars/write-cars.queries.ts";
import type { Context } from "#server/context.ts";
import { adminWrite } from "./admin-write.ts";
import { readAdminCars } from "./admin-rows.queries.ts";
import { changes } from "#server/admin/audit/audit.queries.ts";
import { type Removal, removeInBatches } from "./bulk.ts";
import { carLabel } from "./car-label.ts";
import { carInMail, hideCar, lockKnownCar, showCar } from "./car-visibility.commands.ts";
import { queuePhotoRemoval } from "./remove-photos.ts";

function isSold(car: LockedCar): boolean {
  return car.state === "sold" || car.archived_from === "sold";
}

/** What the audit log says of a car. */
function factsOf(car: LockedCar) {
  const { brand, model, year, price, mileage, location, fuel, type } = car;
  return { brand, model, year, price, mileage, location, fuel, type, sold: isSold(car) };
}

/** Where the `sold` checkbox leads; null where it leads nowhere. */
function statusAfter(car: LockedCar, sold: boolean | undefined): CarStatus | null {
  if (sold === undefined || sold === isSold(car)) return null;
  const from = { state: car.state, archivedFrom: car.archived_from };
  const transition = moveCar(from, sold ? "markSold" : "markUnsold");
  if (transition.kind === "impossible") throw new AppError("impossible_move");
  return transition.kind === "moved" ? transition.to : null;
}

async function writeFields(trx: Transaction<DB>, car: LockedCar, change: UpdateAdminCar): Promise<void> {
  const { sold, reason: _, ...fields } = change;
  if (!(await isBrand(trx, fields.brand))) {
    const message = carMessages.brandUnknown;
    throw new AppError("validation_failed", { message, fields: { brand: message } });
  }
  // A model that is not touched stays what its seller typed.
  const sameModel = fields.brand === car.brand && fields.model === car.model;
  const model = sameModel ? car.model : await settleModel(trx, fields.brand, fields.model, car.owner_id);
  const written = { ...fields, model };
  if (changes(factsOf(car), written) !== null) {
    await trx
      .updateTable("cars")
      .set({
        ...written,
        description: descriptionAfter(car, written),
        ...(written.year === undefined ? {} : { first_registration: keptFirstRegistration(written.year) }),
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", car.id)
      .execute();
    await noteMileage(trx, car.id, undefined);
  }
  const to = statusAfter(car, sold);
  if (to !== null) await updateCarStatus(trx, car.id, to);
}

/** Throws car_not_found, as do the next ones. */
export async function getCar(ctx: Context, admin: Actor, id: string): Promise<AdminCar> {
  const [car] = await readAdminCars(ctx, admin, [id]);
  if (car === undefined) throw new AppError("car_not_found");
  return car;
}

/**
 * Changes a car's fields and whether it is sold, whatever its state. `version`: only if the car is still that one.
 * Throws version_mismatch, validation_failed for an unknown brand, impossible_move for `sold` of an archived car.
 */
export async function updateCar(
  ctx: Context,
  admin: Actor,
  id: string,
  fields: UpdateAdminCar,
  version: number | null,
): Promise<AdminCar> {
  await adminWrite(ctx, admin, fields, async ({ trx, audit, mail }) => {
    const car = await lockKnownCar(trx, id);
    if (version !== null && version !== car.version) throw new AppError("version_mismatch");
    await writeFields(trx, car, fields);
    const written = await lockKnownCar(trx, id);
    const changed = changes(factsOf(car), factsOf(written));
    if (changed === null) return;
    await audit({ action: "car.update", kind: "car", targetId: id, label: carLabel(car), ...changed });
    await mail({
      ownerId: car.owner_id,
      subject: { what: "carChanged", car: carInMail(written), ...changed },
    });
  });
  return getCar(ctx, admin, id);
}

function removeBatch(
  ctx: Context,
  admin: Actor,
  ids: readonly string[],
  told: { reason: string | null; bulk?: string },
): Promise<Removal> {
  return adminWrite(ctx, admin, told, async ({ trx, acting, addJob, audit, mail }) => {
    // The owners before their cars: what is remembered of a car refers to its owner.
    await sql`
      select from users where id in (select owner_id from cars where id = any(${ids}::uuid[]))
      order by id for key share`.execute(trx);
    const cars = await trx
      .selectFrom("cars as c")
      .innerJoin("users as u", "u.id", "c.owner_id")
      .select(["c.id", "c.number", "c.brand", "c.model", "c.year", "c.price", "c.state"])
      .select(["u.email as owner", "c.owner_id as ownerId"])
      .where("c.id", "=", sql<string>`any(${ids}::uuid[])`)
      .orderBy("c.id")
      .forUpdate("c")
      .execute();
    const removed = cars.map((car) => car.id);
    if (removed.length === 0) return { removed, refused: new Map() };
    const photos = await loadPhotosToRemove(trx, removed);
    await settleReports(trx, addJob, { cars: removed }, { state: "deleted", by: acting.id });
    await rememberReferences(trx, removed);
    await trx
      .deleteFrom("cars")
      .where("id", "=", sql<string>`any(${removed}::uuid[])`)
      .execute();
    await dropStoredPhotos(trx, photos);
    await queuePhotoRemoval(trx, addJob, photos);
    await audit(
      ...cars.map(({ id, number, brand, model, year, price, state, owner }) => ({
        action: "car.delete" as const,
        kind: "car" as const,
        targetId: id,
        label: carLabel({ number, brand, model, year }),
        before: { number, brand, model, year, price, state, owner },
      })),
    );
    await mail(
      ...cars.map((car) => ({
        ownerId: car.ownerId,
        subject: { what: "carDeleted" as const, car: carInMail(car) },
      })),
    );
    return { removed, refused: new Map() };
  });
}

/** Deletes a car for good, with the pictures that no other car shows; no stock file brings it back. */
export async function removeCar(
  ctx: Context,
  admin: Actor,
  id: string,
  reason: string | null,
): Promise<void> {
  const { removed } = await removeBatch(ctx, admin, [id], { reason });
  if (removed.length === 0) throw new AppError("car_not_found");
}

/** The same with up to 500; what could not be deleted is in the answer. */
export function removeCars(
  ctx: Context,
  admin: Actor,
  ids: readonly string[],
  reason: string | null,
): Promise<BulkDeleted> {
  const bulk = uuidv7();
  const remove = (batch: readonly string[]) => removeBatch(ctx, admin, batch, { reason, bulk });
  return removeInBatches(ids, "car_not_found", remove, ctx.log);
}

/**
 * Takes a car out of public view, where its open reports are settled, or gives it back. Once more changes nothing.
 */
export async function setCarVisibility(
  ctx: Context,
  admin: Actor,
  id: string,
  what: "hide" | "show",
  reason: string | null,
): Promise<AdminCar> {
  await adminWrite(ctx, admin, { reason }, (write) =>
    what === "hide" ? hideCar(ctx, write, id) : showCar(ctx, write, id),
  );
  return getCar(ctx, admin, id);
}
