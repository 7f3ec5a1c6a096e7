import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#server/context.ts";
import { isAnythingOpen } from "./payments-due.queries.ts";
import { pollEvents } from "./events.commands.ts";

/** Milliseconds between questions while a payment is open: with the look itself, well within 10 s of the payment. */
const whileOpen = 4000;
/** And while none is: subscriptions alone, whose changes can wait that long. */
const otherwise = 60_000;
/** After a failure: the provider may be down for hours. */
const maxPauseMs = 60_000;

export interface EventPoll {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Asks for events that were sent and never arrived (a webhook lost, an address wrong), all processes together once in a
 * few seconds: no cron, which knows minutes only, and nothing in the queue, whose table it would churn.
 */
export function createEventPoll(ctx: Context): EventPoll {
  const { db, log } = ctx;
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  let failures = 0;

  async function round(): Promise<void> {
    try {
      await pollEvents(ctx, (await isAnythingOpen(db)) ? whileOpen : otherwise);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1) log.warn("payments.poll", { error: error instanceof Error ? error.message : "" });
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round();
      const pause = Math.min(maxPauseMs, 1000 * 2 ** Math.min(failures, 6));
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    start: () => {
      loop = run();
    },
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}
