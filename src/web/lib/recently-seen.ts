import { removeStored, writeStored } from "./local-storage.ts";
import { readStoredIds } from "./stored-ids.ts";

/** The cars opened last, in this browser only. */
const storageKey = "recentCars";
const maxEntries = 12;

/** Ids, latest first; empty if storage is forbidden. */
export function recentlySeen(): readonly string[] {
  return readStoredIds(storageKey).slice(0, maxEntries);
}

export function forgetSeen(): void {
  removeStored(storageKey);
}

export function noteSeen(id: string): void {
  const others = recentlySeen().filter((other) => other !== id);
  // Without storage there is no list.
  writeStored(storageKey, [id, ...others].slice(0, maxEntries));
}
