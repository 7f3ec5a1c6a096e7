import { useCallback, useEffect, useRef, useState } from "react";
import { type CarSearch, carSearchParams } from "#domain/search/car-search.ts";
import { api } from "#web/lib/auth.ts";
import { rememberCars } from "#web/lib/remembered-cars.ts";
import { panelFacets } from "./filter-options.ts";
import { keptResults, keepResults } from "./kept-results.ts";
import { type SearchResults, loadNextPage, loadSearch, pageCount } from "./load-search.ts";
import { queryOfSearch } from "./search-address.ts";

/** SPEC section 4 "Search": results are read again this long after the last change, in milliseconds. */
const REFETCH_DELAY_MS = 100;

export type SearchState = {
  /** The latest results; while others are on their way, still those of the search before. */
  results: SearchResults | null;
  loading: boolean;
  failed: boolean;
  retry: () => void;
  hasMore: boolean;
  moreLoading: boolean;
  moreFailed: boolean;
  loadMore: () => void;
  /** Fetches the options that the server's page left out. */
  loadAllOptions: () => Promise<void>;
};

type Loaded = { results: SearchResults | null; failedKey: string | null };

/** The results of a search, kept in step with it. `initial` is what the server's page came with. */
export function useSearch(
  search: CarSearch,
  page: number,
  initial: SearchResults | null,
  initialFailed: boolean,
): SearchState {
  const key = queryOfSearch(search, page);
  const [loaded, setLoaded] = useState<Loaded>(() => ({
    results: initial ?? keptResults(key),
    failedKey: initialFailed ? key : null,
  }));
  const [attempt, setAttempt] = useState(0);
  const [more, setMore] = useState<"idle" | "loading" | "failed">("idle");
  const { results, failedKey } = loaded;
  const latest = useRef({ search, page });
  latest.current = { search, page };
  const present = useRef(results);
  present.current = results;

  useEffect(() => {
    setMore("idle");
    if (present.current?.key === key) {
      keepResults(present.current);
      return;
    }
    if (initialFailed && attempt === 0 && failedKey === key) return;
    const kept = keptResults(key);
    if (kept) {
      setLoaded({ results: kept, failedKey: null });
      return;
    }
    const ended = new AbortController();
    const timer = setTimeout(
      () => {
        const { search, page } = latest.current;
        loadSearch(api, search, page, {
          signal: ended.signal,
          trimmed: false,
          now: new Date(),
          onCars: rememberCars,
        }).then(
          (results) => {
            if (ended.signal.aborted) return;
            keepResults(results);
            setLoaded({ results, failedKey: null });
          },
          () => {
            if (!ended.signal.aborted) setLoaded((before) => ({ ...before, failedKey: key }));
          },
        );
      },
      present.current === null ? 0 : REFETCH_DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
    // failedKey and initialFailed matter only for the first run, before any attempt.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, attempt]);

  const retry = useCallback(() => {
    setLoaded((before) => ({ ...before, failedKey: null }));
    setAttempt((before) => before + 1);
  }, []);

  const moreUnderWay = useRef(false);
  const loadMore = useCallback(() => {
    const before = present.current;
    if (!before || moreUnderWay.current) return;
    moreUnderWay.current = true;
    setMore("loading");
    loadNextPage(api, latest.current.search, before, { onCars: rememberCars })
      .then(
        (results) => {
          // The search may have changed meanwhile.
          if (present.current !== before) return;
          keepResults(results);
          setLoaded({ results, failedKey: null });
          setMore("idle");
        },
        () => setMore(present.current === before ? "failed" : "idle"),
      )
      .finally(() => {
        moreUnderWay.current = false;
      });
  }, []);

  const loadAllOptions = useCallback(async () => {
    const before = present.current;
    if (!before) return;
    const { search } = latest.current;
    const facets = await api("GET /api/cars/facets", { query: carSearchParams(search) });
    if (present.current?.key !== before.key) return;
    const results = { ...present.current, facets: panelFacets(facets, search, { trimmed: false }) };
    keepResults(results);
    setLoaded({ results, failedKey: null });
  }, []);

  const current = results?.key === key;
  return {
    results,
    loading: !current && failedKey !== key,
    failed: failedKey === key,
    retry,
    hasMore: current && results !== null && results.lastPage < pageCount(results.total),
    moreLoading: more === "loading",
    moreFailed: more === "failed",
    loadMore,
    loadAllOptions,
  };
}
