import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { formatNumber } from "#domain/format/format.ts";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { isSortOption, searchOrders, type SortOption, sortOptions } from "#domain/search/search-fields.ts";
import { searchSubject } from "#domain/search/search-subject.ts";
import { Button, ButtonLink, buttonClass } from "#web/components/button.tsx";
import { Options, Select } from "#web/components/select.tsx";
import { EmptyState, ErrorState } from "#web/components/states.tsx";
import { loadPart } from "#web/components/load-part.ts";
import { StrokeIcon } from "#web/components/stroke-icon.tsx";
import type { BackOrigin } from "#web/lib/back.ts";
import { ChosenChips, UnderstoodChips } from "./chosen-chips.tsx";
import { chosenFilters } from "./chosen-filters.ts";
import { FilterAside } from "./filter-aside.tsx";
import type { SearchResults } from "./load-search.ts";
import { OtherWays } from "./other-ways.tsx";
import { type PanelSent, everySection, usualSections } from "./panel-sections.ts";
import { QuickChips } from "./quick-chips.tsx";
import { quickFields } from "./quick-filters.ts";
import { CarSection, ResultLists } from "./result-lists.tsx";
import {
  everyFilterHref,
  filterPanelId,
  pageOfAddress,
  queryOfSearch,
  searchHref,
  searchOfAddress,
  withoutFilters,
} from "./search-address.ts";
import { CardSkeletons } from "./skeletons.tsx";
import { useSearch } from "./use-search.ts";

const filterFormId = "search-filters";

const loadSheet = () => import("./filter-sheet.tsx");
const FilterSheet = lazy(loadSheet);

/** After the first scroll, tap or key, prefetches what a tap will open. */
function whenUsed(): () => void {
  const ended = new AbortController();
  const load = () => {
    ended.abort();
    // The tap itself tries again.
    if (matchMedia("(max-width: 63.99rem)").matches) void loadSheet().catch(() => undefined);
  };
  for (const sign of ["scroll", "pointerdown", "keydown"])
    addEventListener(sign, load, { passive: true, signal: ended.signal });
  return () => ended.abort();
}

/** The results of the address's search, with all controls that change it. The address is the state. */
export function SearchPage({
  initial,
  failed,
  year,
  panelSent,
  save,
}: {
  initial: SearchResults | null;
  failed: boolean;
  year: number;
  panelSent: PanelSent;
  /** Renders the button that saves a search, by its query string. */
  save: (query: string) => ReactNode;
}) {
  const { search, page, change } = useAddress();
  const state = useSearch(search, page, initial, failed, quickFields);
  const { results } = state;
  const [sheet, setSheet] = useState<"unloaded" | "closed" | "open">("unloaded");
  useEffect(whenUsed, []);
  const openFilters = () => {
    void loadPart(loadSheet).then((there) => there && setSheet("open"));
  };
  const chosen = chosenFilters(search).length;
  const from = useMemo<BackOrigin>(
    () => ({ page: "search", search: queryOfSearch(search, page) }),
    [search, page],
  );
  const panel = results && {
    search,
    facets: results.facets,
    year,
    onChange: change,
    loadAllOptions: state.loadAllOptions,
    onShown: state.need,
    failed: state.facetsFailed,
  };
  const total = results && !state.loading && !state.failed ? results.total : null;

  return (
    <div className="page grid items-start gap-x-8 pt-4 lg:grid-cols-[17rem_minmax(0,1fr)] lg:pt-8">
      <FilterAside
        id={filterFormId}
        panel={panel && { ...panel, openAtFirst: panelSent === "all" ? everySection : usualSections }}
        failed={state.failed}
        isSent={panelSent !== "none"}
      />

      <div className="flex min-w-0 flex-col">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-2xl wrap-anywhere md:text-3xl">{searchSubject(search)}</h1>
            <div className={`flex flex-wrap items-center gap-x-4 ${chosen > 0 ? "min-h-11" : ""}`}>
              <p role="status" className="mt-1 min-h-6 text-ink-soft tabular-nums">
                {state.failed ? "" : total === null ? text.loading : text.count(formatNumber(total), total)}
              </p>
              {chosen > 0 && save(queryOfSearch(search, 1))}
            </div>
          </div>
          <Toolbar
            search={search}
            chosen={chosen}
            filtersHref={panelSent === "none" ? everyFilterHref(search) : `#${filterPanelId}`}
            onOpenFilters={openFilters}
            onChange={change}
          />
        </div>
        <div className="mt-3 max-lg:empty:hidden">
          <ChosenChips search={search} />
        </div>
        {results && <QuickChips search={search} facets={results.facets} />}
        {results && <UnderstoodChips search={search} understood={results.facets.understood} />}
        <div className="result-cards mt-5 max-sm:mt-3" aria-busy={state.loading}>
          <Results state={state} search={search} page={page} from={from} />
        </div>
      </div>

      {sheet !== "unloaded" && (
        <Suspense>
          <FilterSheet
            id={`${filterFormId}-sheet`}
            open={sheet === "open"}
            onClose={() => setSheet("closed")}
            panel={panel}
            search={search}
            total={total}
            onChange={change}
          />
        </Suspense>
      )}
    </div>
  );
}

function Results({
  state,
  search,
  page,
  from,
}: {
  state: ReturnType<typeof useSearch>;
  search: CarSearch;
  page: number;
  from: BackOrigin;
}) {
  const { results } = state;
  if (state.failed) {
    return (
      <ErrorState
        icon={<Sign path="M12 4 21 19.500H3ZM12 10v4.500m0 2.500h.01" />}
        title={text.failed}
        text={text.failedHint}
        onRetry={state.retry}
      />
    );
  }
  if (!results) return <CardSkeletons />;
  if (results.total === 0) return <NothingFound search={search} results={results} from={from} />;
  if (results.recommended.length + results.cars.length === 0) {
    return (
      <EmptyState title={text.pageBeyond}>
        <ButtonLink to={searchHref(search)}>{text.backToFirst}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <ResultLists state={state} results={results} search={search} page={page} from={from} />
      <OtherWays facets={results.facets} />
    </>
  );
}

/** Explains that nothing was found and which filter to remove, with some cars that this would find. */
function NothingFound({
  search,
  results: { facets, instead, now },
  from,
}: {
  search: CarSearch;
  results: SearchResults;
  from: BackOrigin;
}) {
  const { relaxed } = facets;
  return (
    <>
      <EmptyState
        icon={
          <Sign path="M4.500 10.500a6 6 0 1 0 12 0 6 6 0 1 0-12 0Zm10.500 4.500 5.500 5.500M8.500 8.500l4 4m0-4-4 4" />
        }
        title={text.empty}
        text={text.emptyHint}
        className={instead.length > 0 ? "pt-4! pb-10!" : ""}
      >
        {relaxed && (
          <ButtonLink to={`/search?${relaxed.query}`} replace className="wrap-anywhere whitespace-normal!">
            {text.relaxed(formatNumber(relaxed.total), relaxed.total, relaxed.dropped.join(", "))}
          </ButtonLink>
        )}
        <ButtonLink
          to={searchHref(withoutFilters(search))}
          replace
          variant={relaxed ? "secondary" : "primary"}
        >
          {text.clearAll}
        </ButtonLink>
      </EmptyState>
      {instead.length > 0 && <CarSection title={text.instead} cars={instead} now={now} from={from} />}
      <OtherWays facets={facets} />
    </>
  );
}

function Sign({ path }: { path: string }) {
  return (
    <StrokeIcon width="1.75" className="size-8">
      <path d={path} />
    </StrokeIcon>
  );
}

/** Filters and sort order; on a phone a bar at the bottom. */
function Toolbar({
  search,
  chosen,
  filtersHref,
  onOpenFilters,
  onChange,
}: {
  search: CarSearch;
  chosen: number;
  /** A link to the filters, for browsers without scripts. */
  filtersHref: string;
  onOpenFilters: () => void;
  onChange: (search: CarSearch) => void;
}) {
  return (
    <div
      data-bottom-bar
      className="flex flex-wrap gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:px-4 max-lg:pt-2 max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-lg:noscript:static max-lg:noscript:border-0 max-lg:noscript:p-0"
    >
      <Button
        onClick={onOpenFilters}
        aria-haspopup="dialog"
        className="max-lg:shrink-0 lg:hidden noscript:hidden"
      >
        {chosen === 0 ? text.openFilters : text.openFiltersActive(chosen)}
      </Button>
      {/* Without scripts the filters are further up, and a button submits the sort order. */}
      <noscript className="lg:hidden">
        <a href={filtersHref} className={buttonClass("primary")}>
          {chosen === 0 ? text.openFilters : text.openFiltersActive(chosen)}
        </a>
      </noscript>
      <SortSelect sort={search.sort} onChoose={(sort) => onChange({ ...search, sort })} />
      <noscript>
        <Button type="submit" form={filterFormId} variant="secondary">
          {text.applySort}
        </Button>
      </noscript>
    </div>
  );
}

/** The sort order; on a phone in two short lines, because the longest does not fit beside the filters. */
function SortSelect({ sort, onChoose }: { sort: SortOption; onChoose: (sort: SortOption) => void }) {
  const [by, direction] = searchOrders[sort].label.split(": ");
  return (
    <div className="sort-select relative min-w-0 grow basis-1/2 lg:w-76">
      <Select
        name="sort"
        form={filterFormId}
        aria-label={text.sort}
        value={sort}
        onChange={(event) => {
          if (isSortOption(event.target.value)) onChoose(event.target.value);
        }}
      >
        <Options values={sortOptions} labelOf={(option) => searchOrders[option].label} />
      </Select>
      <span aria-hidden="true" className="lg:hidden noscript:hidden">
        <small>{direction === undefined ? text.sort : by}</small>
        {direction ?? by}
      </span>
    </div>
  );
}

/**
 * The search in the address, and a function that changes it by replacing the history entry
 * (specification.md#search-results).
 */
function useAddress() {
  const { search: query, key } = useLocation();
  const navigate = useNavigate();
  const fromAddress = useMemo(() => {
    const params = new URLSearchParams(query);
    return { search: searchOfAddress(params), page: pageOfAddress(params) };
  }, [query]);
  // Optimistic: shows a choice at once, until the address has changed.
  const [ahead, setAhead] = useState<{ at: string; search: CarSearch } | null>(null);
  // Dropped once the address has changed, because Back may return to the same entry.
  if (ahead !== null && ahead.at !== key) setAhead(null);
  const change = (next: CarSearch) => {
    setAhead({ at: key, search: next });
    void navigate(searchHref(next), { replace: true, preventScrollReset: true });
  };
  return ahead?.at === key ? { search: ahead.search, page: 1, change } : { ...fromAddress, change };
}
