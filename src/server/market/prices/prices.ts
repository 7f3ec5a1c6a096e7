import { z } from "zod";
import type { Context } from "#server/context.ts";
import { defineTask, type BackgroundWork } from "#server/platform/jobs/jobs.ts";
import { createWaker } from "#server/platform/jobs/waker.ts";
import { settleDueBands } from "./price-bands.ts";
import { loadDueCars } from "./prices.queries.ts";
import { runLearning } from "./run-learning.ts";

/** What learns from prices and gives cars their bands, beside requests. */
export interface Prices extends BackgroundWork {
  /** To be called when cars may have changed: bands that are due are looked at shortly. Does nothing before `start`. */
  carsChanged(): void;
  /** Queues a fit; never throws, because the schedule retries. Called once per start, when all data is loaded. */
  learnSoon(): Promise<void>;
  /** Processes due bands, and from now on changes. */
  start(): void;
  stop(): Promise<void>;
}

const learnTask = "learn_prices";
const bandsTask = "settle_price_bands";
/** Changes within this time are processed together. */
const gatherForMs = 100;

/** `url`: the database's address, for the process that learns. Starts nothing. */
export function createPrices(ctx: Context, url: string): Prices {
  const { db, addJob, log } = ctx;
  const stopping = new AbortController();
  const waker = createWaker(log, "prices.not_woken", gatherForMs, async () => {
    if ((await loadDueCars(db, 1)).length > 0) await addJob(bandsTask, {}, { key: bandsTask });
  });

  async function learn(signal: AbortSignal): Promise<void> {
    const { outcome, figures, bands } = await runLearning(url, AbortSignal.any([signal, stopping.signal]));
    log.info("prices.learned", { outcome, ...figures, bands });
  }
  const settle = (signal: AbortSignal) => settleDueBands(ctx, signal);

  return {
    tasks: {
      [learnTask]: defineTask(z.object({}), (_, signal) => learn(signal)),
      [bandsTask]: defineTask(z.object({}), (_, signal) => settle(signal)),
    },
    schedule: {
      [learnTask]: { cron: "41 1 * * *", isTask: true, run: learn },
      // Left by a change 15 minutes ago, a crash or a lost notification.
      [bandsTask]: { cron: "* * * * *", isTask: true, run: settle },
    },
    learnSoon: () =>
      addJob(learnTask, {}, { key: learnTask, maxAttempts: 3 }).catch((error: unknown) =>
        log.warn("prices.not_woken", { error: String(error) }),
      ),
    carsChanged: () => waker.changed(),
    start: () => {
      waker.start();
      waker.wake();
    },
    stop: async () => {
      stopping.abort();
      await waker.stop();
    },
  };
}
