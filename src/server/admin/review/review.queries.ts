import { type Kysely, sql, type Transaction } from "kysely";
import { type ReviewState, reviewLimits, type SignalKind } from "#domain/admin/review-signals.ts";
import { scoreOf, showsAdvice } from "#domain/review/signals.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { ReviewSubject } from "./signal.ts";
import type { FoundSignal, FoundSignals } from "./signals/signals.ts";

/** The rows that note the car as due. Index car_review_due_car. */
export async function findDue(db: Kysely<DB>, carId: string): Promise<number[]> {
  const rows = await db.selectFrom("car_review_due").select("id").where("car_id", "=", carId).execute();
  return rows.map(({ id }) => id);
}

/** Whether all of these rows are there. The car's row is locked before, so that none is settled meanwhile. */
export async function areDue(trx: Transaction<DB>, noted: readonly number[]): Promise<boolean> {
  const rows = await trx
    .selectFrom("car_review_due")
    .select("id")
    .where("id", "=", sql<number>`any(${noted}::bigint[])`)
    .execute();
  return rows.length === noted.length;
}

/** The car has been looked at as it was then; noted anew meanwhile, it stays due. */
export async function settleDue(db: Kysely<DB>, noted: readonly number[]): Promise<void> {
  await sql`delete from car_review_due where id = any(${noted}::bigint[])`.execute(db);
}

/** After a failure the car waits, so that it holds up no others. `noted`: what `findDue` answered before. */
export async function postponeDue(db: Kysely<DB>, noted: readonly number[]): Promise<void> {
  await sql`
    update car_review_due set due_at = now() + interval '10 minutes' where id = any(${noted}::bigint[])`.execute(
    db,
  );
}

/** The car as signals see it, and whether it is on sale; undefined where it is gone. */
export async function loadSubject(db: Kysely<DB>, carId: string) {
  return db
    .selectFrom("cars as c")
    .innerJoin("users as u", "u.id", "c.owner_id")
    .leftJoin("dealers as d", "d.user_id", "u.id")
    .leftJoin("car_vins as v", "v.car_id", "c.id")
    .select([
      "c.id",
      "c.owner_id as ownerId",
      "c.brand",
      "c.model",
      "c.year",
      "c.price",
      "c.mileage",
      "c.description",
      "c.seller_phone as sellerPhone",
      "c.created_at as createdAt",
      "u.created_at as accountCreatedAt",
      sql<string | null>`case when v.lower_since is not null then v.note end`.as("mileageNote"),
      sql<boolean>`is_on_sale(c, u)`.as("isOnSale"),
      sql<ReviewSubject["seller"]>`case when not ${isDealerNow} then 'private'
        when d.verified_at is null then 'dealer' else 'verified' end`.as("seller"),
    ])
    .where("c.id", "=", carId)
    .executeTakeFirst();
}

/** What admins have dismissed about a car. Primary key of car_signals. */
export async function loadDismissed(
  db: Kysely<DB>,
  carId: string,
): Promise<(signal: Pick<FoundSignal, "kind" | "fingerprint">) => boolean> {
  const rows = await db
    .selectFrom("car_signals")
    .select(["kind", "fingerprint"])
    .where("car_id", "=", carId)
    .where("dismissed_at", "is not", null)
    .execute();
  const dismissed = new Set(rows.map(idOf));
  return (signal) => dismissed.has(idOf(signal));
}

const idOf = ({ kind, fingerprint }: Pick<FoundSignal, "kind" | "fingerprint">) => `${kind} ${fingerprint}`;

/**
 * Stores what was found about a car: evidence that is gone is marked so, unless its kind could not be looked at; evidence
 * that was dismissed stays dismissed. Returns whether there is evidence that nobody has decided on and that was not there
 * before.
 */
export async function storeSignals(
  trx: Transaction<DB>,
  carId: string,
  { found, failed }: FoundSignals,
): Promise<boolean> {
  const rows = found.map(({ kind, fingerprint, weight, evidence }) => ({
    car_id: carId,
    kind,
    fingerprint,
    weight,
    evidence: JSON.stringify(evidence),
  }));
  const before = await trx
    .selectFrom("car_signals")
    .select(["kind", "fingerprint", "dismissed_at", "gone_at"])
    .where("car_id", "=", carId)
    .execute();
  const isKnown = (row: { kind: SignalKind; fingerprint: string }) =>
    before.some(
      (known) =>
        known.kind === row.kind &&
        known.fingerprint === row.fingerprint &&
        (known.gone_at === null || known.dismissed_at !== null),
    );
  await sql`
    update car_signals set gone_at = now()
    where car_id = ${carId} and gone_at is null and kind <> all(${[...failed.keys()]}::text[])
      and kind || ' ' || fingerprint <> all(${rows.map(idOf)}::text[])`.execute(trx);
  if (rows.length > 0)
    await trx
      .insertInto("car_signals")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["car_id", "kind", "fingerprint"]).doUpdateSet((eb) => ({
          weight: eb.ref("excluded.weight"),
          evidence: eb.ref("excluded.evidence"),
          gone_at: null,
        })),
      )
      .execute();
  return rows.some((row) => !isKnown(row));
}

export interface ReviewRow {
  readonly state: ReviewState;
  readonly score: number;
  readonly kinds: readonly SignalKind[];
  readonly version: number;
  /** Since this version the case is in its state and has lost no kind of signal. */
  readonly holdsSince: number;
  readonly openedAt: Date;
}

/**
 * Whether a decision `d` can be taken back: for a while, until its question is answered. What it hid must be hidden since
 * then: another admin may have hidden the car for another reason.
 */
export const isUndoable = sql<boolean>`(d.undone_at is null and d.answer is null
  and d.decided_at > now() - make_interval(mins => ${sql.lit(reviewLimits.maxUndoMinutes)})
  and (d.decision <> 'hide' or (d.hid_at = (select hidden_at from cars where id = d.car_id)) is true))`;

/** The car's review; locked by the car's row. */
export async function findReview(trx: Transaction<DB>, carId: string): Promise<ReviewRow | undefined> {
  return trx
    .selectFrom("car_reviews")
    .select(["state", "score", "kinds", "version", "holds_since as holdsSince", "opened_at as openedAt"])
    .where("car_id", "=", carId)
    .executeTakeFirst();
}

/**
 * Brings a car's review and its safety advice in line with its open signals. `next` is what the state becomes where the
 * car is on sale and signals are open. `keepsPlace`: a case that is open again is where it was in the queue. The car's row
 * is locked before.
 */
export async function settleReview(
  trx: Transaction<DB>,
  carId: string,
  {
    isOnSale,
    next,
    isNews,
    keepsPlace = false,
  }: { isOnSale: boolean; next: "open" | "asked"; isNews: boolean; keepsPlace?: boolean },
): Promise<void> {
  const open = await trx
    .selectFrom("car_signals")
    .select(["kind", "weight"])
    .where("car_id", "=", carId)
    .where("gone_at", "is", null)
    .where("dismissed_at", "is", null)
    .orderBy("kind")
    .execute();
  const score = scoreOf(open.map(({ weight }) => weight));
  const kinds = open.map(({ kind }) => kind);
  const state = isOnSale && score > 0 ? next : "closed";
  const before = await findReview(trx, carId);
  const advice = isOnSale && showsAdvice(score);
  await trx
    .updateTable("cars")
    .set({ shows_advice: advice })
    .where("id", "=", carId)
    .where("shows_advice", "<>", advice)
    .execute();
  if (before === undefined) {
    if (state !== "closed")
      await trx.insertInto("car_reviews").values({ car_id: carId, state, score, kinds }).execute();
    return;
  }
  const isSame =
    !isNews && before.state === state && before.score === score && before.kinds.join() === kinds.join();
  if (isSame) return;
  const holds = before.state === state && before.kinds.every((kind) => kinds.includes(kind));
  await trx
    .updateTable("car_reviews")
    .set({
      state,
      score,
      kinds,
      version: sql<number>`version + 1`,
      ...(holds ? {} : { holds_since: sql<number>`version + 1` }),
      ...(before.state === "closed" && state !== "closed" && !keepsPlace
        ? { opened_at: sql<Date>`now()` }
        : {}),
      asked_at: state === "asked" ? sql<Date>`coalesce(asked_at, now())` : null,
    })
    .where("car_id", "=", carId)
    .execute();
}

/**
 * Has cars in the queue looked at, or this one, that went off sale without being written, as a dealer's do with the paid
 * period: they leave it. Reads every open case, once an hour; one car by its key.
 */
export async function noteLapsed(db: Kysely<DB>, carId: string | null = null): Promise<void> {
  await sql`
    select note_for_review(array(
      select r.car_id from car_reviews r join cars c on c.id = r.car_id join users u on u.id = c.owner_id
      where r.state <> 'closed' and not is_on_sale(c, u) and ${carId === null ? sql`true` : sql`r.car_id = ${carId}`}))`.execute(
    db,
  );
}

/** Has these cars looked at; ids of cars that are gone are ignored. */
export async function noteForReview(db: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await sql`select note_for_review(${ids}::uuid[])`.execute(db);
}
