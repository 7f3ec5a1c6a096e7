// Answers page loads without a connection (docs/decisions/0044) with the page of saved cars. It stores nothing;
// pages do, with web/lib/write-offline-cars.ts. It imports nothing, so that the built file is one plain script.

declare const self: ServiceWorkerGlobalScope;

const offlinePage = "/offline";

/** Tabs whose page came from the cache: so do its files. Lost with the worker, which browsers end when it is idle. */
const fromCache = new Set<string>();
const maxTabs = 50;

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("activate", (event) => {
  // The browser requests the page while the worker starts, so that nobody waits for it.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerPage(event));
  // Other requests are handled as if there were no worker.
  else if (/^\/(?:assets|photos)\//.test(pathname) && (fromCache.has(clientId) || !navigator.onLine))
    event.respondWith(answerFile(request, pathname));
});

async function answerPage(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    return preloaded instanceof Response ? preloaded : await fetch(event.request);
  } catch (error) {
    const page = await caches.match(offlinePage);
    if (page === undefined) throw error;
    const { pathname, search } = new URL(event.request.url);
    // The page must have its own address, which its scripts use.
    if (pathname !== offlinePage) return Response.redirect(await savedAddress(pathname, search));
    if (fromCache.size >= maxTabs) fromCache.clear();
    fromCache.add(event.resultingClientId);
    return page;
  }
}

/** The saved car of a car's address, else the list of all, which says what was requested. */
async function savedAddress(pathname: string, search: string): Promise<string> {
  const car = /^\/car\/([\w-]+)$/.exec(pathname)?.[1];
  if (car !== undefined && (await caches.match(`/offline/cars/${car}`)) !== undefined)
    return `${offlinePage}?car=${car}`;
  return `${offlinePage}?from=${encodeURIComponent(pathname + search)}`;
}

async function answerFile(request: Request, pathname: string): Promise<Response> {
  // A photo is saved in one size, which serves for all.
  const path = pathname.startsWith("/photos/") ? pathname.slice(0, pathname.lastIndexOf("/")) : pathname;
  return (await caches.match(path)) ?? fetch(request);
}
