import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { CarSearch } from "#domain/search/car-search.ts";
import { api } from "#web/lib/auth.ts";
import { cacheCars } from "#web/lib/cached-cars.ts";
import type { FieldName, ListName } from "#domain/search/search-fields.ts";
import { missingFields, panelFacets, withFacets } from "./filter-options.ts";
import { cacheResults, cachedResults } from "./results-cache.ts";
import { type SearchResults, loadFacets, loadNextPage, loadSearch, pageCount } from "./load-search.ts";
import { queryOfSearch } from "./search-address.ts";

/**
 * specification.md#search-results: debounce between the last change and loading the results, in milliseconds.
 */
const refetchDelayMs = 100;

export type SearchState = {
  /** The latest results; while others load, those of the previous search. */
  results: SearchResults | null;
  loading: boolean;
  failed: boolean;
  retry: () => void;
  hasMore: boolean;
  moreLoading: boolean;
  moreFailed: boolean;
  loadMore: () => Promise<void>;
  /** Loads all options of a list that the server's page trimmed. Rejects on failure. */
  loadAllOptions: (filter: ListName) => Promise<void>;
  /** Loads this field's facet from now on; call it again to retry. */
  need: (field: FieldName) => void;
  /** Some needed facets could not be loaded. */
  facetsFailed: boolean;
};

type Loaded = { results: SearchResults | null; failedKey: string | null };
type More = { after: SearchResults; status: "loading" | "failed" };

/**
 * The results of a search, reloaded when it changes. `initial` are the server's. Without TanStack Query,
 * which no public page loads (web/README.md).
 */
export function useSearch(
  search: CarSearch,
  page: number,
  initial: SearchResults | null,
  initialFailed: boolean,
  initialFields: readonly FieldName[],
): SearchState {
  const key = queryOfSearch(search, page);
  const [{ results, failedKey }, setLoaded] = useState<Loaded>(() => ({
    results: initial ?? cachedResults(key),
    failedKey: initialFailed ? key : null,
  }));
  const [more, setMore] = useState<More | null>(null);
  const [fields, setFields] = useState<ReadonlySet<FieldName>>(() => new Set(initialFields));
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
      const options = { signal, fields, trimmed: false, now: new Date(), onCars: cacheCars };
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

  // Facets of sections opened since, or that the server's page does not contain.
  const lacking = current && !failed ? missingFields(results.facets, search, fields) : [];
  const lackingKey = lacking.length === 0 ? "" : `${lacking.join()} ${key}`;
  const [lackingFailed, setLackingFailed] = useState<string | null>(null);
  const facetsFailed = lackingKey !== "" && lackingFailed === lackingKey;
  const addFacets = async (added: Iterable<FieldName>, signal?: AbortSignal): Promise<void> => {
    const more = await loadFacets(api, search, added, signal ? { signal } : {});
    setLoaded((now) =>
      now.results?.key === key
        ? {
            ...now,
            results: {
              ...now.results,
              facets: withFacets(now.results.facets, panelFacets(more, search, { trimmed: false })),
            },
          }
        : now,
    );
  };
  const readLacking = useEffectEvent(async (asked: string, signal: AbortSignal) => {
    try {
      await addFacets(lacking, signal);
    } catch {
      if (!signal.aborted) setLackingFailed(asked);
    }
  });
  useEffect(() => {
    if (lackingKey === "" || facetsFailed) return;
    const ended = new AbortController();
    // In a separate task, so that sections which open together need one call.
    const timer = setTimeout(() => void readLacking(lackingKey, ended.signal));
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [lackingKey, facetsFailed]);
  const need = useCallback((field: FieldName) => {
    setLackingFailed(null);
    setFields((before) => (before.has(field) ? before : new Set([...before, field])));
  }, []);

  const moreStatus = more !== null && more.after === results ? more.status : null;

  async function loadMore(): Promise<void> {
    if (!results || moreStatus === "loading") return;
    setMore({ after: results, status: "loading" });
    try {
      const next = await loadNextPage(api, search, results, { onCars: cacheCars });
      setLoaded((now) => (now.results === results ? { results: next, failedKey: null } : now));
    } catch {
      setMore({ after: results, status: "failed" });
    }
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
    loadAllOptions: (filter) => addFacets([filter]),
    need,
    facetsFailed,
  };
}
