import type { Logger } from "#server/log.ts";

/** Wakes work shortly after changes; those that come together wake it once. */
export interface Waker {
  /** To be called after a change. Does nothing before `start`. */
  changed(): void;
  /** Wakes the work now. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * `work` adds a job, so that one process does it for all and it is retried after a crash. Where it fails, the schedule
 * covers it, and the log has a line `event`. Changes within `gatherForMs` are one.
 */
export function createWaker(
  log: Logger,
  event: string,
  gatherForMs: number,
  work: () => Promise<void>,
): Waker {
  let timer: NodeJS.Timeout | null = null;
  let waking: Promise<void> = Promise.resolve();
  let started = false;
  const wake = (): void => {
    waking = waking.then(work).catch((error: unknown) => log.warn(event, { error: String(error) }));
  };
  return {
    changed: () => {
      if (!started) return;
      timer ??= setTimeout(() => {
        timer = null;
        wake();
      }, gatherForMs);
    },
    wake,
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
