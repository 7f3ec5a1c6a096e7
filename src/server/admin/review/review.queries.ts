import { type Kysely, sql, type Transaction } from "kysely";
import { type ReviewState, reviewLimits, type SignalKind } from "#domain/admin/review-signals.ts";
import { retention } from "#domain/privacy/retention.ts";
import { scoreOf, showsAdvice } from "#domain/review/signals.ts";
import { sweepHiddenPhones } from "#server/admin/hidden-phones.queries.ts";
import { isDealerNow } from "#server/market/cars/cars.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { ReviewSubject } from "./signal.ts";
import type { FoundSignal, FoundSignals } from "./signals/signals.ts";

/** Cars that are due, the longest due first. Index car_review_due_at. */
export async function loadDueCars(db: Kysely<DB>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("car_review_due")
    .select("car_id")
    .where("due_at", "<=", sql<Date>`now()`)
    .groupBy("car_id")
    .orderBy((eb) => eb.fn.min("due_at"))
    .limit(limit)
    .execute();
  return rows.map(({ car_id: id }) => id);
}

/** The rows that note the car as due. Index car_review_due_car. */
export async function findDue(db: Kysely<DB>, carId: string): Promise<number[]> {
  const rows = await db.selectFrom("car_review_due").select("id").where("car_id", "=", carId).execute();
  return rows.map(({ id }) => id);
}

/** The car has been looked at as it was then; noted anew meanwhile, it stays due. */
export async function settleDue(db: Kysely<DB>, noted: readonly number[]): Promise<void> {
  await sql`delete from car_review_due where id = any(${noted}::bigint[])`.execute(db);
}

/** Whether the car was written since it was looked at; one that waits after a failure was not. */
export async function isDueNow(trx: Transaction<DB>, carId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("car_review_due")
    .select("car_id")
    .where("car_id", "=", carId)
    .where("due_at", "<=", sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row !== undefined;
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
 * car is on sale and signals are open. The car's row is locked before.
 */
export async function settleReview(
  trx: Transaction<DB>,
  carId: string,
  { isOnSale, next, isNews }: { isOnSale: boolean; next: "open" | "asked"; isNews: boolean },
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
      ...(before.state === "closed" && state !== "closed" ? { opened_at: sql<Date>`now()` } : {}),
      asked_at: state === "asked" ? sql<Date>`coalesce(asked_at, now())` : null,
    })
    .where("car_id", "=", carId)
    .execute();
}

/** Questions that their owners have not answered in time come back to the queue. Index car_reviews_asked. */
export async function reopenUnanswered(db: Kysely<DB>): Promise<void> {
  await db
    .updateTable("car_reviews")
    .set({
      state: "open",
      asked_at: null,
      version: sql<number>`version + 1`,
      holds_since: sql<number>`version + 1`,
    })
    .where("state", "=", "asked")
    .where("asked_at", "<", sql<Date>`now() - make_interval(days => ${reviewLimits.maxAnswerDays})`)
    .execute();
}

/** Has cars looked at whose number was another car's, which is off sale by now or has another number. Index car_signals_vin_twice. */
export async function noteEndedTwins(db: Kysely<DB>): Promise<void> {
  await sql`
    select note_for_review(array(
      select s.car_id from car_signals s
      where s.kind = 'vin_twice' and s.gone_at is null and not exists (
        select from car_vins v join car_vins o on o.hash = v.hash and o.car_id <> v.car_id
        join cars c on c.id = o.car_id join users u on u.id = c.owner_id
        where v.car_id = s.car_id and is_on_sale(c, u))
      -- What a removed number showed stays until an admin decides.
      and not exists (select from vin_evidence e where e.car_id = s.car_id and e.kind = s.kind)
      -- One that is off sale keeps its signals.
      and exists (select from cars c join users u on u.id = c.owner_id where c.id = s.car_id and is_on_sale(c, u))))`.execute(
    db,
  );
}

/** Has the other cars on sale with a car's number looked at. */
export async function noteSameVin(db: Kysely<DB>, carId: string): Promise<void> {
  await sql`select note_same_vin(array[${carId}]::uuid[])`.execute(db);
}

/**
 * Reopens the reports that a decision settled when it hid the car, because it is undone. A reporter who has sent another
 * one meanwhile keeps that one.
 */
export async function reopenReports(trx: Transaction<DB>, carId: string, decisionId: string): Promise<void> {
  await sql`
    update reports r set state = 'open', decided_at = null, decided_by = null
    where r.car_id = ${carId} and r.state = 'hidden'
      -- Hidden and settled in one transaction.
      and r.decided_at = (select hid_at from car_review_decisions where id = ${decisionId})
      and not exists (
        select from reports o
        where o.car_id = r.car_id and o.reporter_id = r.reporter_id and o.state = 'open')`.execute(trx);
}

/** Deletes what is stored no longer than domain/privacy/retention.ts says. */
export async function sweepReview(db: Kysely<DB>): Promise<void> {
  const { hiddenPhoneDays, signalDays, reviewYears } = retention;
  await sweepHiddenPhones(db, hiddenPhoneDays);
  // Dismissed evidence stays as long as the car: it must not come again.
  await sql`
    delete from car_signals
    where gone_at < now() - make_interval(days => ${signalDays}) and dismissed_at is null`.execute(db);
  await sql`delete from car_identity_changes where at < now() - make_interval(days => ${hiddenPhoneDays})`.execute(
    db,
  );
  await sql`delete from car_review_decisions where decided_at < now() - make_interval(years => ${reviewYears})`.execute(
    db,
  );
}

/** Has these cars looked at; ids of cars that are gone are ignored. */
export async function noteForReview(db: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await sql`select note_for_review(${ids}::uuid[])`.execute(db);
}
