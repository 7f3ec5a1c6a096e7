import { removeStored, writeStored } from "./local-storage.ts";
import { readStoredIds } from "./stored-ids.ts";

/** The cars whose pages were opened last, in this browser alone. */
const storageKey = "recentCars";
const maxEntries = 12;

/** Ids, the latest first; none where storage is forbidden. */
export function recentlySeen(): readonly string[] {
  return readStoredIds(storageKey).slice(0, maxEntries);
}

export function forgetSeen(): void {
  removeStored(storageKey);
}

export function noteSeen(id: string): void {
  const others = recentlySeen().filter((other) => other !== id);
  // Without storage nobody is reminded.
  writeStored(storageKey, [id, ...others].slice(0, maxEntries));
}
