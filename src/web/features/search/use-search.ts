import { useEffect, useEffectEvent, useState } from "react";
import type { CarSearch } from "#domain/search/car-search.ts";
import { api } from "#web/lib/auth.ts";
import { rememberCars } from "#web/lib/remembered-cars.ts";
import { panelFacets } from "./filter-options.ts";
import { cacheResults, cachedResults } from "./results-cache.ts";
import { type SearchResults, loadFacets, loadNextPage, loadSearch, pageCount } from "./load-search.ts";
import { queryOfSearch } from "./search-address.ts";

/** specification.md#search-results: results are read again this long after the last change, in milliseconds. */
const refetchDelayMs = 100;

export type SearchState = {
  /** The latest results; while others are on their way, still those of the search before. */
  results: SearchResults | null;
  loading: boolean;
  failed: boolean;
  retry: () => void;
  hasMore: boolean;
  moreLoading: boolean;
  moreFailed: boolean;
  loadMore: () => Promise<void>;
  /** Fetches the options that the server's page left out. Rejects where it cannot. */
  loadAllOptions: () => Promise<void>;
};

type Loaded = { results: SearchResults | null; failedKey: string | null };
type More = { after: SearchResults; status: "loading" | "failed" };

/**
 * The results of a search, in step with it. `initial` is what the server's page came with. Without TanStack Query, which
 * no public page loads (web/README.md).
 */
export function useSearch(
  search: CarSearch,
  page: number,
  initial: SearchResults | null,
  initialFailed: boolean,
): SearchState {
  const key = queryOfSearch(search, page);
  const [{ results, failedKey }, setLoaded] = useState<Loaded>(() => ({
    results: initial ?? cachedResults(key),
    failedKey: initialFailed ? key : null,
  }));
  const [more, setMore] = useState<More | null>(null);
  const current = results?.key === key;
  const failed = failedKey === key;

  if (!current && !failed) {
    const cached = cachedResults(key);
    if (cached) setLoaded({ results: cached, failedKey: null });
  }

  useEffect(() => {
    if (results) cacheResults(results);
  }, [results]);

  const missing = !current && !failed;
  const delay = results === null ? 0 : refetchDelayMs;
  const read = useEffectEvent(async (wanted: string, signal: AbortSignal) => {
    try {
      const options = { signal, trimmed: false, now: new Date(), onCars: rememberCars };
      const next = await loadSearch(api, search, page, options);
      if (!signal.aborted) setLoaded({ results: next, failedKey: null });
    } catch {
      if (!signal.aborted) setLoaded((before) => ({ ...before, failedKey: wanted }));
    }
  });
  useEffect(() => {
    if (!missing) return;
    const ended = new AbortController();
    const timer = setTimeout(() => void read(key, ended.signal), delay);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [key, missing, delay]);

  const moreStatus = more !== null && more.after === results ? more.status : null;

  async function loadMore(): Promise<void> {
    if (!results || moreStatus === "loading") return;
    setMore({ after: results, status: "loading" });
    try {
      const next = await loadNextPage(api, search, results, { onCars: rememberCars });
      // The search may have changed meanwhile.
      setLoaded((now) => (now.results === results ? { results: next, failedKey: null } : now));
    } catch {
      setMore({ after: results, status: "failed" });
    }
  }

  async function loadAllOptions(): Promise<void> {
    const facets = await loadFacets(api, search);
    setLoaded((now) =>
      now.results?.key === key
        ? { ...now, results: { ...now.results, facets: panelFacets(facets, search, { trimmed: false }) } }
        : now,
    );
  }

  return {
    results,
    loading: missing,
    failed,
    retry: () => setLoaded((before) => ({ ...before, failedKey: null })),
    hasMore: current && results.lastPage < pageCount(results.total),
    moreLoading: moreStatus === "loading",
    moreFailed: moreStatus === "failed",
    loadMore,
    loadAllOptions,
  };
}
