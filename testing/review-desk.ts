import { z } from "zod";
import { type ReviewedCar, reviewedCar } from "#contract/review.ts";
import type { SignalKind } from "#domain/admin/review-signals.ts";
import type { TestApp, TestUser } from "./app.ts";

/** The review of cars as an admin reads it, and its jobs, run at once. */
export interface ReviewDesk {
  /** Runs scheduled tasks, one after the other. */
  readonly run: (...names: readonly string[]) => Promise<void>;
  /** Looks at the cars that are due, and then at those whose signals that has changed. */
  readonly look: () => Promise<void>;
  /** A car's open case. */
  readonly caseOf: (carId: string) => Promise<ReviewedCar | undefined>;
  /** The signals of its open case, of one kind if given. */
  readonly signalsOf: (carId: string, kind?: SignalKind) => Promise<ReviewedCar["signals"]>;
  /** Their kinds, sorted. */
  readonly kindsOf: (carId: string) => Promise<SignalKind[]>;
  /** Whether guests read the safety advice on the car's page. */
  readonly showsAdvice: (carId: string) => Promise<boolean>;
}

/** `site`: read at each call, so that it may be made after this. */
export function createReviewDesk(site: () => { app: TestApp; admin: TestUser }): ReviewDesk {
  const desk: ReviewDesk = {
    run: async (...names) => {
      for (const name of names) await site().app.services.schedule[name]?.run(new AbortController().signal);
    },
    look: () => desk.run("review_cars", "review_cars"),
    caseOf: async (carId) => {
      const { app, admin } = site();
      const { body } = await app.call("GET /api/admin/review?limit=100", { as: admin });
      const { cars } = z.object({ cars: z.array(reviewedCar) }).parse(body);
      return cars.find(({ car }) => car._id === carId);
    },
    signalsOf: async (carId, kind) => {
      const signals = (await desk.caseOf(carId))?.signals ?? [];
      return kind === undefined ? signals : signals.filter((signal) => signal.kind === kind);
    },
    kindsOf: async (carId) => (await desk.signalsOf(carId)).map(({ kind }) => kind).toSorted(),
    showsAdvice: async (carId) => {
      const { body } = await site().app.call(`GET /api/cars/${carId}`);
      return z.object({ showsAdvice: z.boolean().optional() }).parse(body).showsAdvice === true;
    },
  };
  return desk;
}
