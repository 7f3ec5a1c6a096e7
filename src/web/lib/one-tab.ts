import type { Exclusive } from "./auth-store.ts";

/** Milliseconds: longer than a call may take. Phones suspend tabs, and a suspended tab releases no lock. */
const maxWaitMs = 20_000;

/**
 * Runs work in one tab at a time, if the browser has Web Locks. After `patienceMs` a waiting tab runs it
 * anyway: only for work that is harmless in parallel.
 */
export function oneTabAtATime(
  name: string,
  locks: () => Pick<LockManager, "request"> | undefined,
  patienceMs = maxWaitMs,
): Exclusive {
  return async (work) => {
    const found = locks();
    if (found === undefined) return work();
    const waited = AbortSignal.timeout(patienceMs);
    let begun = false;
    try {
      return await found.request(name, { signal: waited }, () => {
        begun = true;
        return work();
      });
    } catch (error) {
      if (begun || !waited.aborted) throw error;
      return work();
    }
  };
}
