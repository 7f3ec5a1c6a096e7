import { onListsInvalidated } from "#web/lib/cached-cars.ts";
import type { SearchResults } from "./load-search.ts";

// Back from a car restores the list with all loaded pages and its scroll position. After five minutes results
// are too old to be shown.
const lifetimeMs = 5 * 60 * 1000;
const maxEntries = 20;

const cache = new Map<string, { results: SearchResults; until: number }>();

/** Only in the browser: on the server it would be shared by all visitors. */
export function cacheResults(results: SearchResults): void {
  // Caching the same results again must not extend their lifetime.
  if (cache.get(results.key)?.results === results) return;
  cache.delete(results.key);
  cache.set(results.key, { results, until: Date.now() + lifetimeMs });
  for (const oldest of cache.keys()) {
    if (cache.size <= maxEntries) break;
    cache.delete(oldest);
  }
}

export function cachedResults(key: string): SearchResults | null {
  const entry = cache.get(key);
  return entry && entry.until > Date.now() ? entry.results : null;
}

// After a change of the user's own cars every cached list is stale.
onListsInvalidated(() => cache.clear());
