import { type ComponentProps, useEffect, useEffectEvent, useId, useRef } from "react";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import { Button } from "#web/components/button.tsx";
import { Pagination } from "#web/components/pagination.tsx";
import type { BackOrigin } from "#web/lib/back.ts";
import { CarGrid } from "./car-grid.tsx";
import { type SearchResults, pageCount } from "./load-search.ts";
import { searchHref } from "./search-address.ts";
import type { SearchState } from "./use-search.ts";

export const resultColumns = "grid-cols-1 sm:grid-cols-2 xl:grid-cols-3";
// 88vw is a little less than the photo: a phone of middling density takes the 640 rather than the 960, half the bytes.
const sizes = "(min-width: 80rem) 19rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 88vw";

/** After so many pages by scrolling, people are asked: the footer must stay in reach. */
const pagesByScrolling = 4;

/** Recommended cars first, in a section of their own, then all others; more while scrolling. */
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
  const common = { now, from, sizes, columns: resultColumns };
  return (
    // While others are on their way the photos fade; the words stay readable.
    <div className={state.loading ? "[&_img]:opacity-50" : undefined}>
      {recommended.length > 0 && (
        // Paid for, and seen to be: on a ground of their own.
        <section
          aria-labelledby="recommended"
          className="mb-10 bg-gold-soft p-4 max-sm:-mx-4 sm:rounded-xl lg:p-5"
        >
          <h2 id="recommended" className="mb-4 text-xl">
            {text.recommended}
          </h2>
          <CarGrid cars={recommended} priority={1} {...common} />
        </section>
      )}
      {cars.length > 0 && (
        <CarSection
          title={text.all}
          cars={cars}
          now={now}
          from={from}
          priority={recommended.length > 0 ? 0 : 1}
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

/** Cars under a heading. */
export function CarSection({
  title,
  ...cars
}: { title: string } & Omit<ComponentProps<typeof CarGrid>, "sizes" | "columns">) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      <CarGrid sizes={sizes} columns={resultColumns} {...cars} />
    </section>
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
