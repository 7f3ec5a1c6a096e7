/** Milliseconds before a failed page is loaded anew by itself; at once at first: its script may be of a version that is gone. */
const reloadPausesMs = [0, 3_000, 10_000, 30_000, 60_000];
/** Milliseconds after which a failing page is a new trouble and not the same one still. */
const forgetAfterMs = 10 * 60_000;
const storageKey = "vetura.reloads";

/**
 * How long to wait before the page that has failed at this address is loaded anew by itself, longer each time; undefined
 * once that was often enough, or where the browser keeps no count: it is left to the person then.
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
