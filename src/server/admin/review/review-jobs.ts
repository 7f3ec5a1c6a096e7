import { z } from "zod";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/http/app-error.ts";
import { defineTask, isInterruption, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import { lookAtCar } from "./look-at-car.ts";
import {
  findDue,
  loadDueCars,
  noteEndedTwins,
  postponeDue,
  reopenUnanswered,
  sweepReview,
} from "./review.queries.ts";
import type { SignalContext } from "./signal.ts";

const reviewTask = "review_cars";
/** Of one run: the next minute's goes on, so that an import of thousands leaves room for other jobs. */
const maxCars = 1000;
const batch = 50;
/** Changes that come together are looked at together. In ms. */
const gatherForMs = 500;

export type ReviewJobsContext = SignalContext & Pick<Context, "log" | "addJob">;

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

/** The jobs of the review: looking at cars after a publication or an edit, questions without an answer, sweeping. */
export interface ReviewJobs {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
  /** To be called when cars may have changed: those that are due are looked at shortly. Does nothing before `start`. */
  carsChanged(): void;
  start(): void;
  stop(): Promise<void>;
}

export function createReviewJobs(ctx: ReviewJobsContext): ReviewJobs {
  let timer: NodeJS.Timeout | null = null;
  let started = false;
  let waking: Promise<void> = Promise.resolve();
  let isLooking = false;

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

  /** A job, so that one of all processes does it. */
  async function wake(): Promise<void> {
    try {
      if ((await loadDueCars(ctx.db, 1)).length > 0) await ctx.addJob(reviewTask, {}, { key: reviewTask });
    } catch (error) {
      // The schedule looks at it.
      ctx.log.warn("review.not_woken", { error: String(error) });
    }
  }

  return {
    tasks: { [reviewTask]: defineTask(z.object({}), (_, signal) => look(signal)) },
    schedule: {
      // What a failure ten minutes ago, a crash or a lost notification left.
      [reviewTask]: { cron: "* * * * *", isTask: true, run: look },
      reopen_unanswered_reviews: { cron: "52 * * * *", run: () => reopenUnanswered(ctx.db) },
      note_ended_vin_twins: { cron: "22 * * * *", run: () => noteEndedTwins(ctx.db) },
      sweep_reviews: { cron: "11 3 * * *", run: () => sweepReview(ctx.db) },
    },
    carsChanged: () => {
      if (!started) return;
      timer ??= setTimeout(() => {
        timer = null;
        waking = waking.then(wake);
      }, gatherForMs);
    },
    start: () => {
      started = true;
    },
    stop: async () => {
      started = false;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await waking;
    },
  };
}
