import { z } from "zod";
import { AppError } from "#server/http/app-error.ts";
import type { Logger } from "#server/log.ts";
import { defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import { lookAtCar } from "./look-at-car.ts";
import { loadDueCars, postponeDue, reopenUnanswered, sweepReview } from "./review.queries.ts";
import type { SignalContext } from "./signal.ts";

export const reviewTask = "review_cars";
/** Of one run: the next minute's goes on, so that an import of thousands leaves room for other jobs. */
const maxCars = 1000;
const batch = 50;

/** Looks at the cars that are due (trigger note_review_due). One that fails is tried again later, and holds up no other. */
async function lookAtDueCars(ctx: ReviewJobsContext, signal: AbortSignal): Promise<void> {
  for (let looked = 0; looked < maxCars && !signal.aborted; looked += batch) {
    const due = await loadDueCars(ctx.db, batch);
    for (const id of due) {
      if (signal.aborted) return;
      try {
        await lookAtCar(ctx, id);
      } catch (error) {
        // Deleted or taken from the public between two reads: it is due again, or gone.
        if (!(error instanceof AppError)) ctx.log.error("review.car_failed", error, { carId: id });
        await postponeDue(ctx.db, id);
      }
    }
    if (due.length < batch) return;
  }
}

export type ReviewJobsContext = SignalContext & { readonly log: Logger };

/** The jobs of the review: looking at cars after a publication or an edit, questions without an answer, sweeping. */
export function reviewJobs(ctx: ReviewJobsContext): {
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
} {
  return {
    tasks: { [reviewTask]: defineTask(z.object({}), (_, signal) => lookAtDueCars(ctx, signal)) },
    schedule: {
      [reviewTask]: { cron: "* * * * *", isTask: true, run: (signal) => lookAtDueCars(ctx, signal) },
      reopen_unanswered_reviews: { cron: "52 * * * *", run: () => reopenUnanswered(ctx.db) },
      sweep_reviews: { cron: "11 3 * * *", run: () => sweepReview(ctx.db) },
    },
  };
}
