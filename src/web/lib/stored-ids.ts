import { readStored, writeStored } from "./local-storage.ts";

/** The ids in the browser's storage under the key; empty if storage is forbidden. */
export function readStoredIds(storageKey: string): readonly string[] {
  const stored = readStored(storageKey);
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === "string") : [];
}

/**
 * A list of ids on this device under one storage key, synced between tabs, as an external store for React. Storage is
 * not read before the first `read`.
 */
export function createStoredIds(storageKey: string) {
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
    subscribe: (listener: () => void) => {
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
    /** Replaces the ids, in this order. */
    replace: (next: readonly string[]) => {
      changed(next);
      // Without storage they last as long as the page.
      writeStored(storageKey, next);
    },
  };
}
