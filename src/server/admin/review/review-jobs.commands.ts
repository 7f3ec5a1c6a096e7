import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { reviewLimits } from "#domain/admin/review-signals.ts";
import { retention } from "#domain/privacy/retention.ts";
import { sweepHiddenPhones } from "#server/admin/hidden-phones.queries.ts";
import type { DB } from "#server/platform/db/tables.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { type BackgroundWork, defineTask, isInterruption } from "#server/platform/jobs/jobs.ts";
import { createWaker } from "#server/platform/jobs/waker.ts";
import { lookAtCar } from "./look-at-car.commands.ts";
import { findDue, noteLapsed, postponeDue } from "./review.queries.ts";
import type { SignalContext } from "./signal.ts";

const reviewTask = "review_cars";
/** Of one run: the next minute's goes on, so that an import of thousands leaves room for other jobs. */
const maxCars = 1000;
const batch = 50;
/** Changes that come together are looked at together. In ms. */
const gatherForMs = 500;

type ReviewJobsContext = SignalContext & Pick<Context, "log" | "addJob">;

/** Cars that are due, the longest due first. Index car_review_due_at. */
async function loadDueCars(db: Kysely<DB>, limit: number): Promise<string[]> {
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

/** Looks at the cars that are due (trigger note_review_due). One that fails is tried again later, and holds up no other. */
async function lookAtDueCars(ctx: ReviewJobsContext, signal: AbortSignal): Promise<void> {
  for (let looked = 0; looked < maxCars && !signal.aborted; looked += batch) {
    const due = await loadDueCars(ctx.db, batch);
    for (const id of due) {
      if (signal.aborted) return;
      const noted = await findDue(ctx.db, id);
      try {
        await lookAtCar(ctx, id);
      } catch (error) {
        // The site stops: the car stays due.
        if (signal.aborted || isInterruption(error)) return;
        // Deleted or taken from the public between two reads: it is due again, or gone.
        if (!(error instanceof AppError)) ctx.log.error("review.car_failed", error, { carId: id });
        await postponeDue(ctx.db, noted);
      }
    }
    if (due.length < batch) return;
  }
}

/** Questions that their owners have not answered in time come back to the queue. Index car_reviews_asked. */
async function reopenUnanswered(db: Kysely<DB>): Promise<void> {
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
async function noteEndedTwins(db: Kysely<DB>): Promise<void> {
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

/** Deletes what is stored no longer than domain/privacy/retention.ts says. */
async function sweepReview(db: Kysely<DB>): Promise<void> {
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

/** The jobs of the review: looking at cars after a publication or an edit, questions without an answer, sweeping. */
export interface ReviewJobs extends BackgroundWork {
  /** To be called when cars may have changed: those that are due are looked at shortly. Does nothing before `start`. */
  carsChanged(): void;
  start(): void;
  stop(): Promise<void>;
}

export function createReviewJobs(ctx: ReviewJobsContext): ReviewJobs {
  let isLooking = false;
  const waker = createWaker(ctx.log, "review.not_woken", gatherForMs, async () => {
    if ((await loadDueCars(ctx.db, 1)).length > 0) await ctx.addJob(reviewTask, {}, { key: reviewTask });
  });

  /** One run at a time takes one of the process's places for jobs; it goes on until nothing is due. */
  async function look(signal: AbortSignal): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      await lookAtDueCars(ctx, signal);
    } finally {
      isLooking = false;
    }
  }

  return {
    tasks: { [reviewTask]: defineTask(z.object({}), (_, signal) => look(signal)) },
    schedule: {
      // What a failure ten minutes ago, a crash or a lost notification left.
      [reviewTask]: { cron: "* * * * *", isTask: true, run: look },
      reopen_unanswered_reviews: { cron: "52 * * * *", run: () => reopenUnanswered(ctx.db) },
      note_lapsed_reviews: { cron: "37 * * * *", run: () => noteLapsed(ctx.db) },
      note_ended_vin_twins: { cron: "22 * * * *", run: () => noteEndedTwins(ctx.db) },
      sweep_reviews: { cron: "11 3 * * *", run: () => sweepReview(ctx.db) },
    },
    carsChanged: () => waker.changed(),
    start: () => waker.start(),
    stop: () => waker.stop(),
  };
}
