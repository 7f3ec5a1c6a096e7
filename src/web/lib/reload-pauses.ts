/** Milliseconds before each reload that nobody asked for: at once, as a page's script may be of a version that is gone. */
const PAUSES_MS = [0, 3_000, 10_000, 30_000, 60_000];
/** Milliseconds after which a failing page is a new trouble and not the same one still. */
const FORGOTTEN_MS = 10 * 60_000;
const KEY = "vetura.reloads";

type Reloads = { address: string; count: number; at: number };

/**
 * How long to wait before the page at this address is loaded anew by itself; null once that has been tried often
 * enough, or where the browser keeps no count: it is left to the person then.
 */
export function pauseBeforeReload(storage: () => Storage, address: string, now: number): number | null {
  try {
    storage().getItem(KEY);
  } catch {
    return null;
  }
  return PAUSES_MS[reloadsOf(storage, address, now)] ?? null;
}

/** Counts a reload that nobody asked for; false where it cannot be counted, and so must not be. */
export function countReload(storage: () => Storage, address: string, now: number): boolean {
  const reloads: Reloads = { address, count: reloadsOf(storage, address, now) + 1, at: now };
  try {
    storage().setItem(KEY, JSON.stringify(reloads));
    return true;
  } catch {
    return false;
  }
}

function reloadsOf(storage: () => Storage, address: string, now: number): number {
  try {
    const kept: unknown = JSON.parse(storage().getItem(KEY) ?? "null");
    if (!isReloads(kept) || kept.address !== address || now - kept.at > FORGOTTEN_MS) return 0;
    return kept.count;
  } catch {
    return 0;
  }
}

function isReloads(value: unknown): value is Reloads {
  if (typeof value !== "object" || value === null) return false;
  const { address, count, at } = Object.fromEntries(Object.entries(value));
  return typeof address === "string" && typeof count === "number" && typeof at === "number";
}
