import { useCallback, useSyncExternalStore } from "react";
import { createStoredIds } from "./stored-ids.ts";

/** Favourite cars, stored in this browser alone (specification.md#search-results). As React reads a store; the hooks below do. */
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
export const replaceFavorites = favorites.replace;

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
