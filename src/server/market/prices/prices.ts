import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "#server/platform/db/tables.ts";
import { type AddJob, defineTask, type ScheduledTask, type Task } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/log.ts";
import { createCurrentModel } from "./current-model.ts";
import { settleDueBands } from "./price-bands.ts";
import { createPricesService, type PricesService } from "./prices.service.ts";
import { loadDueCars } from "./prices.queries.ts";
import { runLearning } from "./run-learning.ts";

export interface PricesDeps {
  readonly db: Kysely<DB>;
  /** The same database's address, for the process that learns. */
  readonly url: string;
  readonly addJob: AddJob;
  readonly log: Logger;
  /** The process's clock by default. */
  readonly now?: () => Date;
}

/** Price estimates: what answers, what learns and what gives cars their bands, wired. */
export interface Prices {
  readonly service: PricesService;
  readonly tasks: Readonly<Record<string, Task>>;
  readonly schedule: Readonly<Record<string, ScheduledTask>>;
  /** To be called when there is another model, or may be. */
  modelChanged(): void;
  /** To be called when cars may have changed: bands that are due are looked at shortly. Does nothing before `start`. */
  carsChanged(): void;
  /** Queues a fit; never throws, the schedule does it otherwise. Called once a start, when all data is there. */
  learnSoon(): Promise<void>;
  /** Looks at what has fallen due, and from now on at what changes. */
  start(): void;
  stop(): Promise<void>;
}

const learnTask = "learn_prices";
const bandsTask = "settle_price_bands";
/** Changes that come together are looked at together. */
const gatherForMs = 100;

/** Wires what works on price estimates; starts nothing. */
export function createPrices(deps: PricesDeps): Prices {
  const { db, url, addJob, log, now = () => new Date() } = deps;
  const current = createCurrentModel(db);
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let waking: Promise<void> = Promise.resolve();
  let started = false;

  async function learn(signal: AbortSignal): Promise<void> {
    const { outcome, figures, bands } = await runLearning(url, AbortSignal.any([signal, stopping.signal]));
    log.info("prices.learned", { outcome, ...figures, bands });
  }
  const settle = (signal: AbortSignal) => settleDueBands({ db, current, now }, signal);

  /** Jobs, so that one of all processes does it, and does it again where it dies over it. */
  async function wake(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // The schedule looks at it.
      log.warn("prices.not_woken", { error: String(error) });
    }
  }
  const lookAtBands = async (): Promise<void> => {
    if ((await loadDueCars(db, 1)).length > 0) await addJob(bandsTask, {}, { key: bandsTask });
  };

  return {
    service: createPricesService({ db, current, log, now }),
    tasks: {
      [learnTask]: defineTask(z.object({}), (_, signal) => learn(signal)),
      [bandsTask]: defineTask(z.object({}), (_, signal) => settle(signal)),
    },
    schedule: {
      [learnTask]: { cron: "41 1 * * *", isTask: true, run: learn },
      // What a change 15 minutes ago, a crash or a lost notification left.
      [bandsTask]: { cron: "* * * * *", isTask: true, run: settle },
    },
    learnSoon: () => wake(() => addJob(learnTask, {}, { key: learnTask, maxAttempts: 3 })),
    modelChanged: () => current.refresh(),
    carsChanged: () => {
      if (!started) return;
      timer ??= setTimeout(() => {
        timer = null;
        waking = waking.then(() => wake(lookAtBands));
      }, gatherForMs);
    },
    start: () => {
      started = true;
      waking = waking.then(() => wake(lookAtBands));
    },
    stop: async () => {
      started = false;
      stopping.abort();
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await waking;
    },
  };
}
