import type { Kysely, Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AdminCar, BulkDeleted, UpdateAdminCar } from "#contract/admin-lists.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { type CarStatus, moveCar } from "#domain/cars/car-states.ts";
import { carMessages } from "#domain/messages/car.ts";
import { type LockedCar, lockCar } from "#server/market/cars/cars.queries.ts";
import type { PhotoUrl } from "#server/market/cars/present-car.ts";
import { descriptionAfter } from "#server/market/cars/save-car.ts";
import { updateCarStatus } from "#server/market/cars/write-cars.queries.ts";
import { settleModel } from "#server/market/catalogue/catalogue.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError } from "#server/http/app-error.ts";
import type { AddJob } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import { noteMileage } from "#server/market/vin/note-mileage.ts";
import { settleReports } from "#server/market/reports/settle-reports.ts";
import {
  deleteCars,
  findPhotosOfCars,
  isBrand,
  lockCarsWithOwners,
  updateCarByAdmin,
} from "./admin-cars.queries.ts";
import { loadAdminCars } from "./admin-rows.queries.ts";
import { type ActingAdmin, changes, lockAdmin, writeAudit } from "#server/admin/audit/audit.queries.ts";
import { type Removal, removeInBatches } from "./bulk.ts";
import { carLabel } from "./car-label.ts";
import { hideCar, showCar } from "./car-visibility.ts";
import { queueOwnerMails } from "./owner-mails.ts";
import { queuePhotoRemoval } from "./remove-photos.ts";

export interface AdminCarsDeps {
  readonly db: Kysely<DB>;
  readonly addJob: AddJob;
  readonly log: Logger;
  readonly photoUrl: PhotoUrl;
}

export interface AdminCarsService {
  /** Throws car_not_found, like all of these. */
  get(admin: Actor, id: string): Promise<AdminCar>;
  /**
   * Changes a car's fields and whether it is sold, in any state. `version`: only if it is current. Throws
   * version_mismatch, validation_failed for an unknown brand, impossible_move for `sold` of an archived car.
   */
  update(admin: Actor, id: string, change: UpdateAdminCar, version: number | null): Promise<AdminCar>;
  /** Deletes a car for good, with pictures that no other car uses. */
  remove(admin: Actor, id: string, reason: string | null): Promise<void>;
  /** The same for up to 500; the answer lists those that could not be deleted. */
  removeMany(admin: Actor, ids: readonly string[], reason: string | null): Promise<BulkDeleted>;
  /** Hides a car and settles its open reports. Repeating it changes nothing. */
  hide(admin: Actor, id: string, reason: string | null): Promise<AdminCar>;
  /** Shows it again. Repeating it changes nothing. */
  show(admin: Actor, id: string, reason: string | null): Promise<AdminCar>;
}

function isSold(car: LockedCar): boolean {
  return car.state === "sold" || car.archived_from === "sold";
}

/** A car in the audit log. */
function factsOf(car: LockedCar) {
  const { brand, model, year, price, mileage, location, fuel, type } = car;
  return { brand, model, year, price, mileage, location, fuel, type, sold: isSold(car) };
}

/** The event of the `sold` checkbox; null for none. */
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
  // An unchanged model keeps the seller's spelling.
  const sameModel = fields.brand === car.brand && fields.model === car.model;
  const model = sameModel ? car.model : await settleModel(trx, fields.brand, fields.model, car.owner_id);
  const written = { ...fields, model };
  if (changes(factsOf(car), written) !== null) {
    await updateCarByAdmin(trx, car.id, { ...written, description: descriptionAfter(car, written) });
    await noteMileage(trx, car.id, undefined);
  }
  const to = statusAfter(car, sold);
  if (to !== null) await updateCarStatus(trx, car.id, to);
}

/** Admins' actions on cars. Throws only AppErrors. */
export function createAdminCarsService(deps: AdminCarsDeps): AdminCarsService {
  const { db, addJob, log, photoUrl } = deps;

  async function get(admin: Actor, id: string): Promise<AdminCar> {
    const [car] = await loadAdminCars(db, admin, [id], photoUrl);
    if (car === undefined) throw new AppError("car_not_found");
    return car;
  }

  async function remove(
    admin: Actor,
    ids: readonly string[],
    told: { reason: string | null; bulk?: string },
  ): Promise<Removal> {
    return db.transaction().execute(async (trx) => {
      const acting = await lockAdmin(trx, admin);
      const cars = await lockCarsWithOwners(trx, ids);
      const removed = cars.map((car) => car.id);
      if (removed.length === 0) return { removed, refused: new Map() };
      const photos = await findPhotosOfCars(trx, removed);
      await settleReports(trx, addJob, { cars: removed }, { state: "deleted", by: acting.id });
      await deleteCars(trx, removed);
      await queuePhotoRemoval(trx, addJob, photos);
      await writeAudit(
        trx,
        acting,
        cars.map(({ id, number, brand, model, year, price, state, owner }) => ({
          action: "car.delete",
          kind: "car",
          targetId: id,
          label: carLabel({ number, brand, model, year }),
          before: { number, brand, model, year, price, state, owner },
          reason: told.reason,
        })),
      );
      const notices = cars.map(({ id, ownerId, brand, model, year, price }) => ({
        ownerId,
        subject: { what: "carDeleted" as const, car: { id, brand, model, year, price } },
      }));
      await queueOwnerMails(trx, addJob, acting, notices, told);
      return { removed, refused: new Map() };
    });
  }

  async function change(
    admin: Actor,
    id: string,
    write: (trx: Transaction<DB>, acting: ActingAdmin) => Promise<unknown>,
  ): Promise<AdminCar> {
    await db.transaction().execute(async (trx) => write(trx, await lockAdmin(trx, admin)));
    return get(admin, id);
  }

  return {
    get,

    update: (admin, id, fields, version) =>
      change(admin, id, async (trx, acting) => {
        const car = await lockCar(trx, id);
        if (car === null) throw new AppError("car_not_found");
        if (version !== null && version !== car.version) throw new AppError("version_mismatch");
        await writeFields(trx, car, fields);
        const written = await lockCar(trx, id);
        if (written === null) throw new AppError("car_not_found");
        const changed = changes(factsOf(car), factsOf(written));
        if (changed === null) return;
        const label = carLabel(car);
        const reason = fields.reason ?? null;
        await writeAudit(trx, acting, [
          { action: "car.update", kind: "car", targetId: id, label, ...changed, reason },
        ]);
        const { brand, model, year, price } = written;
        const subject = { what: "carChanged", car: { id, brand, model, year, price }, ...changed } as const;
        await queueOwnerMails(trx, addJob, acting, [{ ownerId: car.owner_id, subject }], { reason });
      }),

    remove: async (admin, id, reason) => {
      const { removed } = await remove(admin, [id], { reason });
      if (removed.length === 0) throw new AppError("car_not_found");
    },

    removeMany: async (admin, ids, reason) => {
      const bulk = uuidv7();
      return removeInBatches(ids, "car_not_found", (batch) => remove(admin, batch, { reason, bulk }), log);
    },

    hide: (admin, id, reason) =>
      change(admin, id, (trx, acting) => hideCar({ trx, addJob, acting, reason }, id)),
    show: (admin, id, reason) =>
      change(admin, id, (trx, acting) => showCar({ trx, addJob, acting, reason }, id)),
  };
}
