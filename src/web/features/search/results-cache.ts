import { onListsInvalidated } from "#web/lib/cached-cars.ts";
import type { SearchResults } from "./load-search.ts";

// Back from a car leads to the same list at the same place, all loaded pages included; five minutes
// later what was read is too old to be shown as new.
const lifetimeMs = 5 * 60 * 1000;
const maxEntries = 20;

const cache = new Map<string, { results: SearchResults; until: number }>();

/** Only for the browser: one visitor never gets what another one read. */
export function cacheResults(results: SearchResults): void {
  // Cached again they would not be any younger.
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

// After a change of one's own cars no list is right any more.
onListsInvalidated(() => cache.clear());
