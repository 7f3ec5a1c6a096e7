import { readStored, writeStored } from "./local-storage.ts";

/** A list of ids on this device, synced between tabs, as an external store for React. */
export interface StoredIds {
  readonly read: () => readonly string[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Replaces the ids, in this order. Without storage they last as long as the page. */
  readonly replace: (next: readonly string[]) => void;
}

/** The ids in the browser's storage under the key; empty if storage is forbidden. */
export function readStoredIds(storageKey: string): readonly string[] {
  const stored = readStored(storageKey);
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === "string") : [];
}

/** The ids under one storage key; storage is not read before the first `read`. */
export function createStoredIds(storageKey: string): StoredIds {
  let ids: readonly string[] | null = null;
  let listening = false;
  const listeners = new Set<() => void>();

  function changed(next: readonly string[] | null): void {
    ids = next;
    for (const listener of listeners) listener();
  }

  function onStorage(event: StorageEvent): void {
    if (event.key === storageKey || event.key === null) changed(null);
  }

  /** A page from the back/forward cache missed other tabs' events. */
  function onShow(event: PageTransitionEvent): void {
    if (event.persisted) changed(null);
  }

  return {
    read: () => (ids ??= readStoredIds(storageKey)),
    subscribe: (listener) => {
      // Never removed: pages without listeners must follow other tabs' changes too, or their next change
      // would overwrite them.
      if (!listening) {
        listening = true;
        addEventListener("storage", onStorage);
        addEventListener("pageshow", onShow);
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replace: (next) => {
      changed(next);
      // Without storage they last as long as the page.
      writeStored(storageKey, next);
    },
  };
}
