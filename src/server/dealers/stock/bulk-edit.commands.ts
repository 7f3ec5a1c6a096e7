import { sql, type Transaction } from "kysely";
import type { BulkEdit, BulkEdited } from "#contract/bulk-edit.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { changePrice } from "#domain/cars/bulk-price.ts";
import { refuseEdit } from "#domain/cars/car-permissions.ts";
import { moveCar } from "#domain/cars/car-states.ts";
import { bulkEditMessages } from "#domain/messages/bulk-edit.ts";
import { carMessages } from "#domain/messages/car.ts";
import { carAccess, lockCar, type LockedCar } from "#server/market/cars/cars.queries.ts";
import { refusalCodes } from "#server/market/cars/read-cars.ts";
import { changeCar } from "#server/market/cars/save-car.ts";
import { confirmCar, updateCarStatus } from "#server/market/cars/write-cars.queries.ts";
import type { Context } from "#server/context.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { AppError, type ErrorCode } from "#server/http/app-error.ts";
import { messageOf } from "#server/http/errors.ts";
import { type IdempotentRequest, once, type StoredAnswer } from "#server/http/idempotency.ts";
import { fieldsOf } from "./stock-cars.ts";

type Result = BulkEdited["results"][number];

const priceTexts = { price_too_low: carMessages.priceTooLow, price_too_high: carMessages.priceTooHigh };

function refused(id: string, code: ErrorCode, message = messageOf(new AppError(code))): Result {
  return { id, outcome: "refused", code, message };
}

async function price(
  trx: Transaction<DB>,
  car: LockedCar,
  { by, seen }: Extract<BulkEdit, { action: "price" }>,
): Promise<Result> {
  const { id } = car;
  const shown = seen?.[id];
  if (shown !== undefined && shown !== car.price)
    return refused(id, "version_mismatch", bulkEditMessages.priceMoved);
  const changed = changePrice(car.price, by);
  if ("refused" in changed) return refused(id, "validation_failed", priceTexts[changed.refused]);
  if (changed.price === car.price) return { id, outcome: "unchanged", price: car.price };
  await changeCar(trx, car, { ...fieldsOf(car), price: changed.price }, null);
  return { id, outcome: "done", price: changed.price };
}

async function archive(trx: Transaction<DB>, { id, state, archived_from }: LockedCar): Promise<Result> {
  const transition = moveCar({ state, archivedFrom: archived_from }, "archive");
  if (transition.kind !== "moved") return { id, outcome: "unchanged" };
  await updateCarStatus(trx, id, transition.to);
  return { id, outcome: "done" };
}

async function editOne(trx: Transaction<DB>, owner: Actor, id: string, edit: BulkEdit): Promise<Result> {
  const car = await lockCar(trx, id);
  if (car === null) return refused(id, "car_not_found");
  if (edit.action === "archive") return archive(trx, car);
  const refusal = refuseEdit(owner, carAccess(car));
  if (refusal !== null) return refused(id, refusalCodes[refusal]);
  if (edit.action === "price") return price(trx, car, edit);
  await confirmCar(trx, id);
  return { id, outcome: "done" };
}

/**
 * Does one thing with many of a person's own cars, in one transaction: all of what is possible, or nothing where
 * something fails unforeseen. Every car has its outcome, in the order of the call; a car of somebody else is
 * car_not_found. The same request again has the same answer.
 */
export function editInBulk(
  { db }: Context,
  owner: Actor,
  edit: BulkEdit,
  request: IdempotentRequest | null,
): Promise<StoredAnswer> {
  return db.transaction().execute((trx) =>
    once(trx, request, async () => {
      const ids = [...new Set(edit.ids)];
      // Locked in the order of their ids, as imports do.
      const { rows } = await sql<{ id: string }>`
        select id from cars where owner_id = ${owner.id} and id = any(${ids}::uuid[])
        order by id for update`.execute(trx);
      const own = new Set(rows.map(({ id }) => id));
      const results: Result[] = [];
      for (const id of ids)
        results.push(own.has(id) ? await editOne(trx, owner, id, edit) : refused(id, "car_not_found"));
      const body: BulkEdited = { results };
      return { status: 200, body };
    }),
  );
}
