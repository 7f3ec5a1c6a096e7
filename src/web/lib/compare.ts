import { useSyncExternalStore } from "react";
import { createStoredIds } from "./stored-ids.ts";

/** Maximum of compared cars (specification.md#comparing). */
export const maxCompared = 4;

/** The cars chosen for comparison, on this device only. */
const compared = createStoredIds("comparedCars");
const none: readonly string[] = [];

export function useCompared(): readonly string[] {
  return useSyncExternalStore(compared.subscribe, compared.read, () => none);
}

/** Adds or removes a car. False if there are already four. */
export function toggleCompared(id: string): boolean {
  const now = compared.read();
  if (now.includes(id)) removeCompared([id]);
  else if (now.length >= maxCompared) return false;
  else compared.replace([...now, id]);
  return true;
}

/** Removes cars from the comparison; no-op for others. */
export function removeCompared(ids: readonly string[]): void {
  const now = compared.read();
  if (now.some((id) => ids.includes(id))) compared.replace(now.filter((id) => !ids.includes(id)));
}

export const clearCompared = () => compared.replace(none);

export function compareAddress(ids: readonly string[]): string {
  return `/compare?cars=${ids.join(",")}`;
}
