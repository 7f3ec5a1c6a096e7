import { setTimeout as sleep } from "node:timers/promises";

/**
 * Whether the work ends within `ms` milliseconds, done or failed. It is not interrupted, and a later failure is
 * ignored.
 */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const ended = new AbortController();
  const end = work.then(
    () => true,
    () => true,
  );
  const tooLate = sleep(ms, false, { signal: ended.signal }).catch(() => false);
  const isInTime = await Promise.race([end, tooLate]);
  ended.abort();
  return isInTime;
}
