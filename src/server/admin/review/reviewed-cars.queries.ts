import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { AdminCar } from "#contract/admin-lists.ts";
import { evidenced, type ReviewedCar, type ReviewQuery, type ReviewSignal } from "#contract/review.ts";
import type { Actor } from "#domain/accounts/actor.ts";
import type { SignalKind } from "#domain/admin/review-signals.ts";
import { textOf } from "#domain/review/signals.ts";
import { readAdminCars } from "#server/admin/admin-rows.queries.ts";
import type { Context } from "#server/context.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import { inOrder } from "#server/platform/db/in-order.ts";
import { readPage } from "#server/platform/db/page.ts";
import type { DB } from "#server/platform/db/tables.ts";
import { isUndoable } from "./review.queries.ts";

const canBeUndone = sql<boolean>`exists (
  select from car_review_decisions d where d.car_id = r.car_id and ${isUndoable})`;
const lastDecidedAt = sql<Date>`(select max(d.decided_at) from car_review_decisions d where d.car_id = r.car_id)`;

/**
 * The cars of a page with their exact number: the queue heaviest first, questions the longest waiting first, decisions
 * newest first. Indexes car_reviews_open, car_reviews_asked, car_review_decisions_car.
 */
export async function findReviewed(
  db: Kysely<DB>,
  query: ReviewQuery,
): Promise<{ ids: string[]; total: number }> {
  const { kind, state = "open" } = query;
  let found = db.selectFrom("car_reviews as r").select("r.car_id");
  if (state === "open")
    found = found.where("r.state", "=", "open").orderBy("r.score", "desc").orderBy("r.opened_at");
  else if (state === "asked") found = found.where("r.state", "=", "asked").orderBy("r.asked_at");
  else found = found.where("r.state", "=", "closed").where(canBeUndone).orderBy(lastDecidedAt, "desc");
  if (kind !== undefined)
    found =
      state === "decided"
        ? found.where((eb) =>
            eb.exists(
              eb
                .selectFrom("car_signals as s")
                .select("s.kind")
                .whereRef("s.car_id", "=", "r.car_id")
                .where("s.kind", "=", kind)
                .where("s.gone_at", "is", null),
            ),
          )
        : found.where(sql<boolean>`${kind} = any(r.kinds)`);
  const { rows, total } = await readPage(db, found.orderBy("r.car_id"), query);
  return { ids: rows.map(({ car_id: id }) => id), total };
}

interface SignalRow {
  readonly kind: SignalKind;
  readonly weight: number;
  readonly evidence: unknown;
  readonly found_at: Date;
}

function presentSignal(row: SignalRow, others: ReadonlyMap<string, AdminCar>): ReviewSignal {
  const signal = evidenced.parse(row);
  const { evidence } = signal;
  return {
    ...signal,
    weight: row.weight,
    text: textOf(signal.kind, evidence),
    foundAt: row.found_at.toISOString(),
    otherCar: "otherCarId" in evidence ? (others.get(evidence.otherCarId) ?? null) : null,
  };
}

function otherCarOf({ evidence }: SignalRow): string[] {
  const { data } = namesOther.safeParse(evidence);
  return data === undefined ? [] : [data.otherCarId];
}
const namesOther = z.object({ otherCarId: z.string() });

const maxDecisionsShown = 10;

/** Cars with their signals and what was decided, in this order; those that are gone are left out. */
export async function loadReviewedCars(
  { db, photos }: Pick<Context, "db" | "photos">,
  viewer: Actor,
  ids: readonly string[],
): Promise<ReviewedCar[]> {
  if (ids.length === 0) return [];
  const among = sql<string>`any(${ids}::uuid[])`;
  const [reviews, signals, decisions] = await Promise.all([
    db
      .selectFrom("car_reviews as r")
      .innerJoin("cars as c", "c.id", "r.car_id")
      .innerJoin("users as u", "u.id", "c.owner_id")
      .select(["r.car_id as id", "r.state", "r.score", "r.version", "r.opened_at"])
      .select([canBeUndone.as("canUndo"), isDealerNow.as("isDealer"), "u.created_at as accountCreatedAt"])
      .select((eb) =>
        eb
          .selectFrom("cars as own")
          .select((own) => own.fn.countAll<number>().as("count"))
          .whereRef("own.owner_id", "=", "c.owner_id")
          .where("own.state", "in", ["active", "sold"])
          .as("carCount"),
      )
      .where("r.car_id", "=", among)
      .execute(),
    db
      .selectFrom("car_signals as s")
      .innerJoin("car_reviews as r", "r.car_id", "s.car_id")
      .select(["s.car_id", "s.kind", "s.weight", "s.evidence", "s.found_at"])
      .where("s.car_id", "=", among)
      .where("s.gone_at", "is", null)
      // Of a decided case, what was decided on.
      .where((eb) => eb.or([eb("s.dismissed_at", "is", null), eb("r.state", "=", "closed")]))
      .orderBy("s.weight", "desc")
      .orderBy("s.kind")
      .execute(),
    db
      .selectFrom("car_review_decisions as d")
      .leftJoin("users as a", "a.id", "d.decided_by")
      .select([
        "d.car_id",
        "d.decision",
        "d.reason",
        "d.decided_at",
        "d.answer",
        "d.answered_at",
        "d.undone_at",
      ])
      .select("a.email as decidedBy")
      .where("d.car_id", "=", among)
      .orderBy("d.decided_at", "desc")
      .execute(),
  ]);
  const others = signals.flatMap(otherCarOf);
  const cars = new Map(
    (await readAdminCars({ db, photos }, viewer, [...new Set([...ids, ...others])])).map((car) => [
      car._id,
      car,
    ]),
  );
  const signalsOf = Map.groupBy(signals, (one) => one.car_id);
  const decisionsOf = Map.groupBy(decisions, (one) => one.car_id);
  return inOrder(ids, reviews).flatMap((review) => {
    const car = cars.get(review.id);
    if (car === undefined) return [];
    return {
      car,
      owner: {
        ...car.user,
        createdAt: review.accountCreatedAt.toISOString(),
        isDealer: review.isDealer,
        carCount: review.carCount ?? 0,
      },
      score: review.score,
      signals: (signalsOf.get(review.id) ?? []).map((row) => presentSignal(row, cars)),
      state: review.state,
      version: review.version,
      openedAt: review.opened_at.toISOString(),
      decisions: (decisionsOf.get(review.id) ?? []).slice(0, maxDecisionsShown).map((one) => ({
        decision: one.decision,
        reason: one.reason,
        decidedBy: one.decidedBy,
        decidedAt: one.decided_at.toISOString(),
        answer: one.answer,
        answeredAt: one.answered_at?.toISOString() ?? null,
        undoneAt: one.undone_at?.toISOString() ?? null,
      })),
      canUndo: review.canUndo,
    };
  });
}
