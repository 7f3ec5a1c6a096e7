import { onListsForgotten } from "#web/lib/remembered-cars.ts";
import type { SearchResults } from "./load-search.ts";

// Back from a car leads to the same list at the same place, all loaded pages included; five minutes
// later what was read is too old to be shown as new.
const KEPT_MS = 5 * 60 * 1000;
const MAX_KEPT = 20;

const kept = new Map<string, { results: SearchResults; until: number }>();

/** Only for the browser: nothing may be kept from one visitor for another. */
export function keepResults(results: SearchResults): void {
  // Kept again they would not be any younger.
  if (kept.get(results.key)?.results === results) return;
  kept.delete(results.key);
  kept.set(results.key, { results, until: Date.now() + KEPT_MS });
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
}

export function keptResults(key: string): SearchResults | null {
  const entry = kept.get(key);
  return entry && entry.until > Date.now() ? entry.results : null;
}

// After a change of one's own cars no list is right any more.
onListsForgotten(() => kept.clear());
