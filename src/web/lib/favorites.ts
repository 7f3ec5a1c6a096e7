import { useCallback, useSyncExternalStore } from "react";
import { maxFavourites } from "#domain/accounts/account-limits.ts";
import { createStoredIds } from "./stored-ids.ts";

/** The favourite cars of this browser (specification.md#navigation), as an external store for React. */
export const favorites = createStoredIds("favoriteCars");

/** Adds a car to the favourites, or removes it. Newest first; the oldest are evicted. */
export function toggleFavorite(id: string): void {
  const now = favorites.read();
  replaceFavorites(
    now.includes(id) ? now.filter((other) => other !== id) : [id, ...now].slice(0, maxFavourites),
  );
}

/** Replaces the list, in this order: to remove several, or to restore them in place. */
export function replaceFavorites(ids: readonly string[]): void {
  favorites.replace(ids);
  if (isInAccount()) void import("./account-favorites.ts").then(({ syncSoon }) => syncSoon());
}

/** Set while the favourites are synced with an account (account-favorites.ts). */
export const accountKey = "favoritesInAccount";

function isInAccount(): boolean {
  try {
    return localStorage.getItem(accountKey) !== null;
  } catch {
    return false;
  }
}

/** At sign-out: removes synced favourites from the device. */
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
