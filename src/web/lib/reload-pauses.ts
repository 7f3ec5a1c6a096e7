/**
 * Milliseconds before a failed page reloads itself. The first time at once: its
 * script may be of an old version.
 */
const reloadPausesMs = [0, 3_000, 10_000, 30_000, 60_000];
/** Milliseconds after which a failing page counts as a new problem. */
const forgetAfterMs = 10 * 60_000;
const storageKey = "vetura.reloads";

/**
 * The time in milliseconds before the failed page at this address reloads itself, longer each time. undefined
 * after the last attempt, or without storage for the count: then the person decides.
 */
export function nextPause(storage: () => Storage, address: string, now: number): number | undefined {
  try {
    const [count, at, failed] = (storage().getItem(storageKey) ?? "").split(" ");
    const tried = failed === address && now - Number(at) < forgetAfterMs ? Number(count) : 0;
    storage().setItem(storageKey, `${tried + 1} ${now} ${address}`);
    return reloadPausesMs[tried];
  } catch {
    return undefined;
  }
}
