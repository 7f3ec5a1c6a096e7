import { useCallback, useSyncExternalStore } from "react";

/** Favourite cars, stored in this browser alone (specification.md#search-results). */
const storageKey = "favoriteCars";
const maxEntries = 500;

let ids: readonly string[] | null = null;
const listeners = new Set<() => void>();

function read(): readonly string[] {
  if (ids !== null) return ids;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    ids = Array.isArray(stored) ? stored.filter((id): id is string => typeof id === "string") : [];
  } catch {
    ids = [];
  }
  return ids;
}

function changed(next: readonly string[] | null): void {
  ids = next;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  if (event.key === storageKey || event.key === null) changed(null);
}

/** A page from the back-forward cache missed the events of other tabs. */
function onShow(event: PageTransitionEvent): void {
  if (event.persisted) changed(null);
}

let listening = false;

function subscribe(listener: () => void): () => void {
  // For good: what another tab does counts on pages without hearts, too, or the next heart would write over it.
  if (!listening) {
    listening = true;
    addEventListener("storage", onStorage);
    addEventListener("pageshow", onShow);
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As React reads a store; the hooks below do. */
export const favorites = { read, subscribe };

/** Adds a car to the favourites, or takes it out. The newest stand first; the oldest give way. */
export function toggleFavorite(id: string): void {
  const now = read();
  replaceFavorites(
    now.includes(id) ? now.filter((other) => other !== id) : [id, ...now].slice(0, maxEntries),
  );
}

/** Keeps exactly these, in this order: several go at once, or come back to where they stood. */
export function replaceFavorites(next: readonly string[]): void {
  changed(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Without storage the hearts last as long as the page.
  }
}

const none: readonly string[] = [];

/** The ids of all favourites, newest first. */
export function useFavorites(): readonly string[] {
  return useSyncExternalStore(favorites.subscribe, favorites.read, () => none);
}

export function useIsFavorite(id: string): boolean {
  return useSyncExternalStore(
    favorites.subscribe,
    useCallback(() => read().includes(id), [id]),
    () => false,
  );
}
