import { type ComponentProps, useEffect, useEffectEvent, useId, useRef } from "react";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { Button } from "#web/components/button.tsx";
import { Pagination } from "#web/components/pagination.tsx";
import { useLargeCards } from "#web/lib/card-size.ts";
import type { BackOrigin } from "#web/lib/back.ts";
import { CarGrid } from "./car-grid.tsx";
import { CardSizeSwitch } from "./card-size-switch.tsx";
import { type SearchResults, pageCount } from "./load-search.ts";
import { searchHref } from "./search-address.ts";
import type { SearchState } from "./use-search.ts";

export const resultColumns = "grid-cols-1 sm:grid-cols-2 xl:grid-cols-3";
const wideSizes = "(width>=80rem) 19rem,(width>=64rem) 33vw,(width>=40rem) 50vw";
// Slightly smaller than the photo: a phone of medium density then loads 640 pixels instead of 960, or 320
// instead of 640, half the bytes.
const largeSizes = `${wideSizes},88vw`;
const compactSizes = `${wideSizes},6.5rem`;

/** On a phone one row to swipe; the visible edge of the next card hints at more. */
const swipedColumns =
  "max-sm:-mx-4 max-sm:flex max-sm:snap-x max-sm:scroll-px-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] max-sm:*:shrink-0 max-sm:*:basis-[88%] max-sm:*:snap-start sm:grid-cols-2 xl:grid-cols-3";

/** After this many pages by scrolling a button is needed: the footer must stay reachable. */
const pagesByScrolling = 4;

/** Recommended cars first in their own section, then all others, with infinite scrolling. */
export function ResultLists({
  state,
  results,
  search,
  page,
  from,
}: {
  state: SearchState;
  results: SearchResults;
  search: CarSearch;
  page: number;
  from: BackOrigin;
}) {
  const { recommended, cars, now } = results;
  const sizes = useResultSizes();
  const common = { now, from, sizes };
  return (
    // While other results load, the photos fade; text stays readable.
    <div className={state.loading ? "[&_img]:opacity-50" : undefined}>
      {recommended.length > 0 && (
        // Paid for, and marked as such by its background.
        <section
          aria-labelledby="recommended"
          className="mb-10 bg-gold-soft p-4 compact:mb-6 compact:py-3 max-sm:-mx-4 sm:rounded-xl lg:p-5"
        >
          <SectionTitle id="recommended" title={text.recommended} hasSwitch />
          <CarGrid
            cars={recommended}
            priority={1}
            // With a chosen sort order the recommended cars take only one row.
            columns={search.sort === "standard" ? resultColumns : swipedColumns}
            {...common}
          />
        </section>
      )}
      {cars.length > 0 && (
        <CarSection
          title={text.all}
          cars={cars}
          now={now}
          from={from}
          priority={recommended.length > 0 ? 0 : 1}
          hasSwitch={recommended.length === 0}
        />
      )}
      <More state={state} byScrolling={results.lastPage - results.firstPage + 1 < pagesByScrolling} />
      <div className="mt-8 mb-4">
        <Pagination
          page={results.firstPage === page ? results.lastPage : page}
          pages={pageCount(results.total)}
          href={(number) => searchHref(search, number)}
        />
      </div>
    </div>
  );
}

/**
 * The server's markup has small photos; a device that chose large cards loads larger ones after hydration.
 */
function useResultSizes(): string {
  return useLargeCards() ? largeSizes : compactSizes;
}

export function CarSection({
  title,
  hasSwitch = false,
  ...cars
}: { title: string; hasSwitch?: boolean } & Omit<ComponentProps<typeof CarGrid>, "sizes" | "columns">) {
  const id = useId();
  const sizes = useResultSizes();
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id} title={title} hasSwitch={hasSwitch} />
      <CarGrid sizes={sizes} columns={resultColumns} {...cars} />
    </section>
  );
}

function SectionTitle({ id, title, hasSwitch }: { id: string; title: string; hasSwitch: boolean }) {
  return (
    <div className="mb-4 flex items-center justify-between gap-4 compact:mb-2">
      <h2 id={id} className="text-xl compact:text-base">
        {title}
      </h2>
      {hasSwitch && <CardSizeSwitch />}
    </div>
  );
}

function More({ state, byScrolling }: { state: SearchState; byScrolling: boolean }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasMore, moreLoading, moreFailed, loadMore } = state;
  const watched = hasMore && byScrolling && !moreLoading && !moreFailed;
  const seen = useEffectEvent(() => void loadMore());
  useEffect(() => {
    const mark = end.current;
    if (!mark || !watched) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) seen();
      },
      { rootMargin: "600px" },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [watched]);

  if (!hasMore) return null;
  return (
    <div ref={end} className="mt-8 flex flex-col items-center gap-3 noscript:hidden">
      {moreFailed && (
        <p role="alert" className="text-red">
          {text.moreFailed}
        </p>
      )}
      <Button
        variant="secondary"
        className="max-w-full whitespace-normal!"
        onClick={() => void loadMore()}
        loading={moreLoading}
      >
        {moreFailed ? text.retry : text.more}
      </Button>
    </div>
  );
}
