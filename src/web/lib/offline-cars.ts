import type * as writer from "./write-offline-cars.ts";

/**
 * Cars for offline reading (docs/decisions/0044), in the browser's Cache API: the guest's view, each
 * with one photo. write-offline-cars.ts writes them, features/offline reads them, src/service-worker/sw.ts
 * serves the page and the photos.
 */
export const offlineCaches = { opened: "vetura-opened", favorites: "vetura-favorites" } as const;

/** Maximum of cars per cache. */
export const maxSaved = 30;

/** The key of a saved car in its cache; not a page of the site. */
export const savedPath = (id: string): string => `/offline/cars/${id}`;

/** Browsers have Cache API and service workers only over https, or on localhost. */
function canSave(): boolean {
  return import.meta.env.PROD && "serviceWorker" in navigator && "caches" in globalThis;
}

/** Runs work on saved cars when the page is idle. Failures are silent. */
export function withOfflineWriter(work: (load: typeof writer) => Promise<void>): void {
  if (!canSave()) return;
  const start = () => void import("./write-offline-cars.ts").then(work).catch(() => undefined);
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(start, { timeout: 5_000 });
  else setTimeout(start, 1_000);
}

/** True if this car can be read here offline. */
export async function isSaved(id: string): Promise<boolean> {
  return canSave() && (await caches.match(savedPath(id)).catch(() => undefined)) !== undefined;
}

export async function removeOfflineCars(): Promise<void> {
  if (!canSave()) return;
  await Promise.all(Object.values(offlineCaches).map((name) => caches.delete(name))).catch(() => undefined);
}

/** True if saved cars can be read here offline. */
export function worksOffline(): boolean {
  return canSave() && navigator.serviceWorker.controller !== null;
}
