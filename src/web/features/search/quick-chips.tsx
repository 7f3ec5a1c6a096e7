import { Link } from "react-router";
import { formatNumber } from "#domain/format/format.ts";
import { searchPageMessages as text } from "#domain/messages/search-page.ts";
import type { CarSearch } from "#domain/search/car-search.ts";
import type { SearchFacets } from "./filter-options.ts";
import { quickFilters } from "./quick-filters.ts";
import { searchHref } from "./search-address.ts";

/**
 * Likely next filters on a phone, in one row to swipe: one tap instead of opening the sheet. Wide screens
 * have the panel beside the results.
 */
export function QuickChips({ search, facets }: { search: CarSearch; facets: SearchFacets }) {
  // The understood query has its own row; three rows of chips would push the first cars off the screen.
  const offered = facets.understood.length > 0 ? [] : quickFilters(search, facets);
  if (offered.length === 0) return null;
  return (
    <section
      aria-label={text.quick}
      className="-mx-4 mt-3 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:-mx-8 md:px-8 lg:hidden print:hidden"
    >
      {offered.map(({ key, label, count, with: narrowed }) => (
        <Link key={key} to={searchHref(narrowed)} replace preventScrollReset className="chip quick-link">
          {label}
          {count !== null && <small>{formatNumber(count)}</small>}
        </Link>
      ))}
    </section>
  );
}
