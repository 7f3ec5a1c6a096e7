import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DecideReview, ReviewedCar, ReviewQuestion } from "#contract/review.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import { reviewLimits } from "#domain/admin/review-signals.ts";
import { canSeeCar, isOwner } from "#domain/cars/car-permissions.ts";
import { adminWrite } from "#server/admin/admin-write.ts";
import { carLabel } from "#server/admin/car-label.ts";
import { hideCar, showCar } from "#server/admin/car-visibility.commands.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { carAccess, type LockedCar, lockCar } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { loadReviewedCars } from "./reviewed-cars.queries.ts";
import { lookAtCar } from "./look-at-car.commands.ts";
import {
  findDue,
  findReview,
  isUndoable,
  noteForReview,
  noteLapsed,
  type ReviewRow,
  settleReview,
} from "./review.queries.ts";

type ReviewContext = Pick<Context, "db" | "addJob" | "photos" | "log" | "now" | "priceModel" | "secretBox">;

async function present(ctx: ReviewContext, admin: Actor, carId: string): Promise<ReviewedCar> {
  const [reviewed] = await loadReviewedCars(ctx, admin, [carId]);
  if (reviewed === undefined) throw new AppError("review_not_found");
  return reviewed;
}

interface LockedReview {
  readonly car: LockedCar;
  readonly review: ReviewRow;
}

async function lockReview(trx: Transaction<DB>, carId: string): Promise<LockedReview> {
  const car = await lockCar(trx, carId);
  if (car === null) throw new AppError("car_not_found");
  const review = await findReview(trx, carId);
  if (review === undefined) throw new AppError("review_not_found");
  return { car, review };
}

/** The last decision that holds, and whether it was made since the case was opened and can still be undone. */
async function findLastDecision(trx: Transaction<DB>, carId: string, openedAt: Date) {
  return trx
    .selectFrom("car_review_decisions as d")
    .select(["id", "decision", "dismissed"])
    .select([sql<boolean>`decided_at >= ${openedAt}`.as("ofThisCase"), isUndoable.as("isUndoable")])
    .where("car_id", "=", carId)
    .where("undone_at", "is", null)
    .orderBy("decided_at", "desc")
    .executeTakeFirst();
}

/**
 * Throws review_decided or review_changed if the decision was made for another state of the case. Without a version
 * it applies to the current state. A case in "asked" can be hidden or dismissed before its owner answers, but the owner
 * is not asked twice.
 */
async function requireUndecided(
  trx: Transaction<DB>,
  { car, review }: LockedReview,
  { decision }: DecideReview,
  version: number | null,
): Promise<void> {
  // An owner who edits again and again can't keep the car from being hidden for what it had and still has.
  const holds = decision === "hide" && version !== null && version >= review.holdsSince;
  const isSeen = version === null || version === review.version || holds;
  const isOpen = review.state === "open" || (review.state === "asked" && isSeen && decision !== "ask");
  // One that waits after a failure was not written since.
  const written = trx
    .selectFrom("car_review_due")
    .select("car_id")
    .where("car_id", "=", car.id)
    .where("due_at", "<=", sql<Date>`clock_timestamp()`);
  if (isOpen && isSeen && (await written.executeTakeFirst()) === undefined) return;
  if (isOpen) throw new AppError("review_changed");
  const last = await findLastDecision(trx, car.id, review.openedAt);
  throw new AppError(last?.ofThisCase === true ? "review_decided" : "review_changed");
}

/**
 * Decides on a car with signals. A car that was written or went off sale since is looked at first: its signals may be
 * others now, or its case closed. One decision a case: the second of two admins is refused. `version`: only for the case
 * as it was seen. Throws car_not_found, review_not_found, review_decided, review_changed.
 */
export async function decideReview(
  ctx: ReviewContext,
  admin: Actor,
  carId: string,
  decided: DecideReview,
  version: number | null,
): Promise<ReviewedCar> {
  const { decision } = decided;
  await noteLapsed(ctx.db, carId);
  if ((await findDue(ctx.db, carId)).length > 0) await lookAtCar(ctx, carId);
  await adminWrite(ctx, admin, decided, async (write) => {
    const { trx, acting, reason, audit, mail } = write;
    const locked = await lockReview(trx, carId);
    const { car, review } = locked;
    await requireUndecided(trx, locked, decided, version);
    let dismissed: readonly { kind: string; fingerprint: string }[] = [];
    if (decision === "dismiss") {
      dismissed = await trx
        .updateTable("car_signals")
        .set({ dismissed_at: sql<Date>`now()` })
        .where("car_id", "=", carId)
        .where("gone_at", "is", null)
        .where("dismissed_at", "is", null)
        .returning(["kind", "fingerprint"])
        .execute();
      // Other evidence of the same kind counts now.
      await noteForReview(trx, [carId]);
    } else if (decision === "hide") {
      // Reporters get their mail when the hour for undoing is over.
      await hideCar(ctx, write, carId, new Date(ctx.now().getTime() + reviewLimits.maxUndoMinutes * 60_000));
    } else {
      const { id, brand, model, year, price } = car;
      const subject = { what: "carAsked", car: { id, brand, model, year, price } } as const;
      await mail({ ownerId: car.owner_id, subject });
    }
    await trx
      .insertInto("car_review_decisions")
      .values({
        id: uuidv7(),
        car_id: carId,
        decision,
        reason,
        decided_by: acting.id,
        // When it happened, not when the transaction began: the case may have been opened in between.
        decided_at: sql<Date>`clock_timestamp()`,
        dismissed: JSON.stringify(dismissed),
        hid_at: decision === "hide" ? sql<Date>`(select hidden_at from cars where id = ${carId})` : null,
      })
      .execute();
    await settleReview(trx, carId, {
      isOnSale: decision !== "hide" && car.is_on_sale,
      next: decision === "ask" ? "asked" : "open",
      isNews: true,
    });
    await audit({
      action: `review.${decision}`,
      kind: "car",
      targetId: carId,
      label: carLabel(car),
      before: { score: review.score, signals: review.kinds.join(", ") },
      after: { decision },
    });
  });
  return present(ctx, admin, carId);
}

/**
 * Takes the last decision on a car back, within an hour: evidence counts again, a hidden car is shown and the reports that
 * were settled with it are open again, a question is withdrawn. Throws car_not_found, review_not_found;
 * review_not_undoable where it is too late or was answered, and where somebody has shown or hidden the car since.
 */
export async function undoReview(ctx: ReviewContext, admin: Actor, carId: string): Promise<ReviewedCar> {
  await adminWrite(ctx, admin, {}, async (write) => {
    const { trx, audit } = write;
    const { car, review } = await lockReview(trx, carId);
    const last = await findLastDecision(trx, carId, review.openedAt);
    if (last?.isUndoable !== true) throw new AppError("review_not_undoable");
    if (last.decision === "dismiss") {
      await sql`
        update car_signals s set dismissed_at = null
        from jsonb_to_recordset(${JSON.stringify(last.dismissed)}::jsonb) as d (kind text, fingerprint text)
        where s.car_id = ${carId} and s.kind = d.kind and s.fingerprint = d.fingerprint`.execute(trx);
      await noteForReview(trx, [carId]);
    } else if (last.decision === "hide") {
      // Reporters who have sent another one meanwhile keep that one.
      await sql`
        update reports r set state = 'open', decided_at = null, decided_by = null
        where r.car_id = ${carId} and r.state = 'hidden'
          -- Hidden and settled in one transaction.
          and r.decided_at = (select hid_at from car_review_decisions where id = ${last.id})
          and not exists (
            select from reports o
            where o.car_id = r.car_id and o.reporter_id = r.reporter_id and o.state = 'open')`.execute(trx);
      await showCar(ctx, write, carId);
    }
    await trx
      .updateTable("car_review_decisions")
      .set({ undone_at: sql<Date>`now()` })
      .where("id", "=", last.id)
      .execute();
    const after = await lockCar(trx, carId);
    await settleReview(trx, carId, {
      isOnSale: after?.is_on_sale === true,
      next: "open",
      isNews: true,
      keepsPlace: true,
    });
    await audit({
      action: "review.undo",
      kind: "car",
      targetId: carId,
      label: carLabel(car),
      before: { decision: last.decision },
    });
  });
  return present(ctx, admin, carId);
}

/** The owner answers the open question about a car: it comes back to the queue. Throws car_not_found, not_yours, nothing_asked. */
export async function answerReview(
  { db }: Pick<Context, "db">,
  owner: Actor,
  carId: string,
  text: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const car = await lockCar(trx, carId);
    if (car === null) throw new AppError("car_not_found");
    const access = carAccess(car);
    if (!isOwner(owner, access)) throw new AppError(canSeeCar(owner, access) ? "not_yours" : "car_not_found");
    const review = await findReview(trx, carId);
    const { rows } = await sql<object>`
      update car_review_decisions set answer = ${text}, answered_at = now()
      where id = (select id from car_review_decisions
          where car_id = ${carId} and undone_at is null order by decided_at desc limit 1)
        and decision = 'ask' and answer is null
      returning 1`.execute(trx);
    if (review === undefined || rows.length === 0) throw new AppError("nothing_asked");
    await settleReview(trx, carId, { isOnSale: car.is_on_sale, next: "open", isNews: true });
  });
}

const maxQuestions = 100;

/** The open questions about an owner's cars, oldest first. Indexes cars_owner, car_review_decisions_car. */
export async function readQuestions({ db }: Pick<Context, "db">, owner: Actor): Promise<ReviewQuestion[]> {
  const { rows } = await sql<{
    carId: string;
    brand: string;
    model: string;
    year: number;
    question: string | null;
    askedAt: Date;
  }>`
    select c.id as "carId", c.brand, c.model, c.year, d.reason as question, d.decided_at as "askedAt"
    from cars c
      join car_reviews r on r.car_id = c.id and r.state <> 'closed'
      cross join lateral (
        select decision, reason, answer, decided_at from car_review_decisions
        where car_id = c.id and undone_at is null order by decided_at desc limit 1
      ) d
    where c.owner_id = ${owner.id} and d.decision = 'ask' and d.answer is null
    order by d.decided_at, c.id limit ${maxQuestions}`.execute(db);
  return rows.map(({ carId, brand, model, year, question, askedAt }) => ({
    carId,
    carName: `${brand} ${model}, ${year}`,
    question: question ?? "",
    askedAt: askedAt.toISOString(),
  }));
}
