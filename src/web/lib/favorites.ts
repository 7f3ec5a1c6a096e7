import { useCallback, useSyncExternalStore } from "react";
import { createStoredIds } from "./stored-ids.ts";

/** The favourite cars of this browser (specification.md#search-results). As React reads a store; the hooks below do. */
export const favorites = createStoredIds("favoriteCars");
const maxEntries = 500;

/** Adds a car to the favourites, or takes it out. The newest stand first; the oldest give way. */
export function toggleFavorite(id: string): void {
  const now = favorites.read();
  replaceFavorites(
    now.includes(id) ? now.filter((other) => other !== id) : [id, ...now].slice(0, maxEntries),
  );
}

/** Keeps exactly these, in this order: several go at once, or come back to where they stood. */
export function replaceFavorites(ids: readonly string[]): void {
  favorites.replace(ids);
  if (isInAccount()) void import("./account-favorites.ts").then(({ syncSoon }) => syncSoon());
}

/** Where this is stored, the favourites follow an account (account-favorites.ts). */
export const accountKey = "favoritesInAccount";

function isInAccount(): boolean {
  try {
    return localStorage.getItem(accountKey) !== null;
  } catch {
    return false;
  }
}

/** On signing out: favourites that follow an account leave the device with it. */
export function leaveAccountFavorites(): void {
  if (!isInAccount()) return;
  localStorage.removeItem(accountKey);
  favorites.replace([]);
}

const none: readonly string[] = [];

/** The ids of all favourites, newest first. */
export function useFavorites(): readonly string[] {
  return useSyncExternalStore(favorites.subscribe, favorites.read, () => none);
}

export function useIsFavorite(id: string): boolean {
  return useSyncExternalStore(
    favorites.subscribe,
    useCallback(() => favorites.read().includes(id), [id]),
    () => false,
  );
}
